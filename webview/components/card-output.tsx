import type { CallItem } from '../../src/core/contracts/panel';
import { usePage } from '../page';

/** The result of a call. Beside a diff it only repeats that, so it is folded. */
export function CardOutput({ item }: { readonly item: CallItem }) {
  const { filter, raw, text } = item;
  const isRaw = raw !== undefined;
  const name = filter === undefined ? 'Result' : isRaw ? 'Raw output' : 'What the model read';
  const output =
    raw === null ? (
      <p class="hint" role="status">
        The raw output is no longer kept. What the model read still is.
      </p>
    ) : (
      <pre class="output" tabIndex={0} aria-label={name}>
        {raw ?? text}
      </pre>
    );
  if (filter !== undefined) {
    return (
      <div>
        <div class="output-head">
          {name}
          <RawSwitch itemId={item.id} isRaw={isRaw} />
        </div>
        {output}
        {filter.confidence === 'partial' && !isRaw && (
          <p class="hint">Is something missing? The filter was not sure: check the raw output.</p>
        )}
      </div>
    );
  }
  if (item.diffs.length === 0) return output;
  return (
    <details class="section">
      <summary>Result</summary>
      {output}
    </details>
  );
}

/** The host holds which of the two is shown, and the text of the raw one. */
function RawSwitch({ itemId, isRaw }: { readonly itemId: string; readonly isRaw: boolean }) {
  const { post } = usePage();
  const side = (toRaw: boolean, text: string, title: string) => (
    <button
      type="button"
      aria-pressed={isRaw === toRaw}
      aria-label={`Show ${text.toLowerCase()}`}
      title={title}
      onClick={() => post({ type: 'showRaw', itemId, isRaw: toRaw })}
    >
      {text}
    </button>
  );
  return (
    <span class="switch" role="group" aria-label="Output">
      {side(false, 'Filtered', 'What the model read')}
      {side(true, 'Raw', 'All that the command printed')}
    </span>
  );
}
