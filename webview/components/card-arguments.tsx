import { parseArguments, type Argument } from '../arguments';

/** What the call was made with: redacted by the agent, shown as it is. */
export function CardArguments(props: { readonly json: string; readonly isFolded?: boolean }) {
  if (props.json === '' || props.json === '{}') return null;
  return (
    <details class="section" open={props.isFolded !== true}>
      <summary>Arguments</summary>
      <ArgumentList json={props.json} />
    </details>
  );
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
