import type { CallItem } from '../../src/core/contracts/panel';
import { parseArguments, type Argument } from '../arguments';

/** What the call was made with: redacted by the agent, shown as it is. */
export function CardArguments({ item }: { readonly item: CallItem }) {
  if (isSaidByTitle(item)) return null;
  return (
    <details class="section" open={item.diffs.length === 0}>
      <summary>Arguments</summary>
      <ArgumentList json={item.argsJson} />
    </details>
  );
}

/** A single argument that the card's line already shows needs no list. */
function isSaidByTitle({ argsJson, title }: CallItem): boolean {
  if (argsJson === '') return true;
  const list = parseArguments(argsJson);
  return list?.every(({ value }) => value === title) === true && list.length <= 1;
}

export function ArgumentList({ json }: { readonly json: string }) {
  const list = parseArguments(json);
  if (list === undefined) {
    return (
      <pre class="output" tabIndex={0} aria-label="Arguments">
        {json}
      </pre>
    );
  }
  return (
    <dl class="arguments">
      {list.map((argument) => (
        <ArgumentRow key={argument.name} argument={argument} />
      ))}
    </dl>
  );
}

function ArgumentRow({ argument: { name, value } }: { readonly argument: Argument }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <pre class="argument-value" tabIndex={0}>
          {value}
        </pre>
      </dd>
    </>
  );
}
