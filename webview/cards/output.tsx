import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallItem, CardFilter } from '../../src/core/contracts/panel/state';
import { usePage } from '../state/page-context';
import { Icon } from '../base/buttons';

/** The result of a call. It is folded next to a diff, which it only repeats. */
export function CardOutput({ item }: { readonly item: CallItem }) {
  const { filter, raw, text } = item;
  const isRaw = raw !== undefined;
  const name = filter === undefined ? 'Result' : isRaw ? 'Raw output' : 'What the model read';
  const output =
    raw === null ? (
      <p class="hint" role="status">
        The raw output is no longer stored, only what the model read.
      </p>
    ) : (
      <pre class="output" role="group" tabIndex={0} aria-label={name}>
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

/** The host holds the choice between the two, and the raw text. */
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
      {side(true, 'Raw', 'Everything the command printed')}
    </span>
  );
}

/** Newest output of a running call; stays at its end unless the user scrolls in it. */
export function CardTail({ item }: { readonly item: CallItem }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [item.tail]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 8;
  };
  return (
    <div class="tail">
      <pre
        class="output"
        ref={box}
        role="group"
        tabIndex={0}
        aria-label={item.status === 'running' ? 'Live output' : 'Last output'}
        onScroll={onScroll}
      >
        {item.tail}
      </pre>
      {item.terminalId !== undefined && <p class="hint">Output in the terminal is not redacted.</p>}
    </div>
  );
}

const sureness: Readonly<Record<CardFilter['confidence'], string>> = {
  full: 'The rules know this kind of output.',
  partial: 'The rules are not sure about this output: they may have left out too much.',
  fallback: 'The rules do not recognize this output: they left out only empty lines.',
};

/** What the model was answered in place of a result; people read the reason above it. */
export function ModelText({ text }: { readonly text: string }) {
  return (
    <details class="section">
      <summary>What the model read</summary>
      <pre class="output" role="group" tabIndex={0} aria-label="What the model read">
        {text}
      </pre>
    </details>
  );
}

/** Filter summary in one line (003-filters-6), with a hint when the filters are unsure. */
export function FilterLine({ filter }: { readonly filter: CardFilter }) {
  const { lines, rules, confidence } = filter;
  if (lines === undefined) return null;
  const [before, after] = lines.map((count) => count.toLocaleString('en-US'));
  const about = `${sureness[confidence]} By: ${rules.join(', ')}`;
  return (
    <div
      class="card-note"
      role="img"
      title={about}
      aria-label={`Shortened for the model from ${before} to ${after} lines. ${about}`}
    >
      <Icon name="filter" />
      <span>
        Shortened for the model: {before} → {after} lines
      </span>
      {confidence !== 'full' && <span class="tag">{confidence}</span>}
    </div>
  );
}

/** Shows that the model received only "the same as before", with a link to that call. */
export function RepeatedCall({ itemId }: { readonly itemId: string }) {
  const { post } = usePage();
  return (
    <div class="card-note">
      <Icon name="history" />
      <button
        type="button"
        class="link"
        title="Show that call"
        onClick={() => post({ type: 'showRepeated', itemId })}
      >
        Same output as an earlier call
      </button>
    </div>
  );
}
