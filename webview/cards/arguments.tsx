import type { CallItem } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { isRefused } from '../text/endings';

/** The arguments of the call: redacted by the agent, shown as they are. */
export function CardArguments({ item }: { readonly item: CallItem }) {
  if (isSaidByTitle(item)) return null;
  return (
    <details class="section" open={item.diffs.length === 0 && !isRefused(item.ending)}>
      <summary>{t('approval.arguments')}</summary>
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
      <pre class="output" dir="ltr" tabIndex={0} aria-label={t('approval.arguments')}>
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
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <pre class="argument-value" dir="ltr" tabIndex={0}>
          {value}
        </pre>
      </dd>
    </>
  );
}

/** One argument of a call, as the card lists it. */
interface Argument {
  readonly name: string;
  readonly value: string;
}

/** The arguments of a JSON object; undefined when the text is something else, or was cut. */
export function parseArguments(json: string): readonly Argument[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).map(([name, entry]) => ({
      name,
      value: typeof entry === 'string' ? entry : JSON.stringify(entry, null, 2),
    }));
  } catch {
    // Arguments may be cut, nested too deep, or not be JSON; the card then shows the text.
    return undefined;
  }
}

/** The command that a call runs, for the clipboard. */
export function commandOf(json: string): string | undefined {
  return parseArguments(json)?.find(({ name }) => name === 'command')?.value;
}
