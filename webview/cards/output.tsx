import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallItem, CardFilter } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';
import { Icon } from '../base/buttons';
import { LinkedText } from '../code/linked-text';

/** The result of a call. It is folded next to a diff, which it only repeats, and if it is a page. */
export function CardOutput({ item }: { readonly item: CallItem }) {
  const { filter, raw, text } = item;
  const isRaw = raw !== undefined;
  const name = t(`output.${filter === undefined ? 'result' : isRaw ? 'raw' : 'model'}`);
  const output =
    raw === null ? (
      <p class="hint" role="status">
        {t('output.rawGone')}
      </p>
    ) : (
      <pre class="output" role="group" tabIndex={0} aria-label={name}>
        <LinkedText text={raw ?? text} />
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
        {filter.confidence === 'partial' && !isRaw && <p class="hint">{t('output.unsure')}</p>}
      </div>
    );
  }
  const { diffs, page } = item;
  if (diffs.length === 0 && page === undefined) return output;
  return (
    <details class="section">
      <summary>{t(page === undefined ? 'output.result' : 'output.model')}</summary>
      {output}
    </details>
  );
}

/** The host holds the choice between the two, and the raw text. */
function RawSwitch({ itemId, isRaw }: { readonly itemId: string; readonly isRaw: boolean }) {
  const { post } = usePage();
  const side = (toRaw: boolean, name: string, title: string) => (
    <button
      type="button"
      aria-pressed={isRaw === toRaw}
      aria-label={name}
      title={title}
      onClick={() => post({ type: 'showRaw', itemId, isRaw: toRaw })}
    >
      {t(toRaw ? 'output.rawSide' : 'output.filteredSide')}
    </button>
  );
  return (
    <span class="switch" role="group" aria-label={t('output.switch')}>
      {side(false, t('output.showFiltered'), t('output.model'))}
      {side(true, t('output.showRaw'), t('output.rawHint'))}
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
        aria-label={t(item.status === 'running' ? 'output.live' : 'output.last')}
        onScroll={onScroll}
      >
        {item.tail}
      </pre>
      {item.terminalId !== undefined && <p class="hint">{t('output.notRedacted')}</p>}
    </div>
  );
}

/** What the model was answered in place of a result; people read the reason above it. */
export function ModelText({ text }: { readonly text: string }) {
  return (
    <details class="section">
      <summary>{t('output.model')}</summary>
      <pre class="output" role="group" tabIndex={0} aria-label={t('output.model')}>
        {text}
      </pre>
    </details>
  );
}

/** Filter summary in one line (003-filters-6), with a hint when the filters are unsure. */
export function FilterLine({ filter }: { readonly filter: CardFilter }) {
  const { lines, rules, confidence } = filter;
  if (lines === undefined) return null;
  const [before, after] = lines;
  const about = t(`filter.${confidence}`, { rules: rules.join(t('unit.listComma')) });
  return (
    <div
      class="card-note"
      role="img"
      title={about}
      aria-label={t('filter.spoken', { before, after, about })}
    >
      <Icon name="filter" />
      <span>{t('filter.lines', { before, after })}</span>
      {confidence !== 'full' && <span class="tag">{t(`filter.${confidence}Tag`)}</span>}
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
        title={t('output.showRepeated')}
        onClick={() => post({ type: 'showRepeated', itemId })}
      >
        {t('output.repeated')}
      </button>
    </div>
  );
}
