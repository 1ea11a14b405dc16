import type { TargetedKeyboardEvent } from 'preact';
import { useSignal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { ChangedFileItem } from '../../src/core/contracts/panel/state';
import { changeCounts, changeTexts, kindOfCounts, totalOf } from '../text/changes';
import { usePage } from '../state/page-context';
import { Button, Icon, useOnce } from '../base/buttons';
import { LineCountBadge } from '../base/file-change';
import { useFocusHandover } from '../base/focus';
import { stepTo } from '../base/list-keys';
import { ChangedFileRow } from './changed-file';
import { t } from '../l10n/l10n';

interface Changes {
  readonly changes: readonly ChangedFileItem[];
  /** Number of changes that `changes` omits. */
  readonly more: number;
}

/** The file changes of this chat, above the input: one line that opens a list. */
export function ChangesBar({ changes, more }: Changes) {
  const { store } = usePage();
  // Held here, where it outlives the bar: it stays as the user left it.
  const open = useSignal(false);
  const isOpen = open.value;
  const bar = useRef<HTMLElement>(null);

  useFocusHandover(bar, (line) => {
    const lines = bar.current?.querySelectorAll('li') ?? [];
    const next = lines[Math.min(line, lines.length - 1)] ?? bar.current;
    const button = next?.querySelector('button');
    if (button) button.focus();
    else store.focusInput();
  });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open.peek()) return;
    event.preventDefault();
    open.value = false;
    bar.current?.querySelector('button')?.focus();
  };

  if (changes.length === 0) return null;
  const counts = changeCounts(changes, more);
  const kind = kindOfCounts(counts);
  return (
    <section
      class="changes-bar"
      ref={bar}
      aria-label={t(`changes.byChat.${kind}`, counts)}
      onKeyDown={onKeyDown}
    >
      <div class="changes-head">
        <button
          type="button"
          class="fold changes-fold"
          title={t(`changes.byChat.${kind}`, counts)}
          aria-expanded={isOpen}
          onClick={() => {
            open.value = !open.peek();
          }}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span class="changes-count">
            <span class={kind === 'both' ? 'wider' : 'wide'}>
              {t(`changes.changed.${kind}`, counts)}
            </span>
            <span class="short" aria-hidden="true">
              {t(`changes.short.${kind === 'folders' ? 'folders' : 'files'}`, counts)}
            </span>
          </span>
          <LineCountBadge counts={more > 0 ? undefined : totalOf(changes)} />
        </button>
        <AllButtons changes={changes} more={more} />
      </div>
      {isOpen && <ChangeList changes={changes} />}
      {isOpen && more > 0 && <p class="hint changes-more">{t('changes.more', { count: more })}</p>}
    </section>
  );
}

function AllButtons({ changes, more }: Changes) {
  const { post } = usePage();
  const keep = useOnce();
  const undo = useOnce();
  const lost = changes.filter(({ notKept }) => notKept !== undefined);
  const canUndo = lost.length < changes.length + more;
  const lostCounts = changeCounts(lost, 0);
  return (
    <>
      <Button
        text={t('changes.keepAll')}
        icon="check-all"
        small
        title={t('changes.keepAllHint')}
        isOff={keep.isBusy}
        onClick={keep.once(() => post({ type: 'keepChange' }))}
      />
      <Button
        text={t('changes.undoAll')}
        icon="discard"
        small
        title={
          !canUndo
            ? t('changes.cannotUndo')
            : lost.length === 0
              ? t('changes.undoAllHint')
              : t(`changes.undoAllHint.${kindOfCounts(lostCounts)}`, lostCounts)
        }
        isOff={undo.isBusy || !canUndo}
        onClick={undo.once(() => post({ type: 'undoChange' }))}
      />
    </>
  );
}

/**
 * The changed files. The Tab key stops at the buttons of one line alone; arrows go to the others, in
 * the same column.
 */
function ChangeList({ changes }: { readonly changes: readonly ChangedFileItem[] }) {
  // Kept by its id: what changes while the agent works comes first in the list.
  const [current, setCurrent] = useState('');
  const texts = changeTexts(changes);
  const stop = Math.max(
    changes.findIndex(({ changeId }) => changeId === current),
    0,
  );

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLUListElement>) => {
    const lines = [...event.currentTarget.children];
    const held = lines.findIndex((each) => each.contains(document.activeElement));
    const line = stepTo(event.key, held, lines.length - 1);
    if (line === undefined) return;
    event.preventDefault();
    const from = buttonsOf(lines[held]);
    const at = from.findIndex((button) => button === document.activeElement);
    const to = buttonsOf(lines[line]);
    // A folder has fewer buttons behind its name: the last ones are the same.
    ((at > 0 ? to.at(at - from.length) : undefined) ?? to[0])?.focus();
  };
  return (
    <ul class="changes" aria-label={t('changes.list')} onKeyDown={onKeyDown}>
      {changes.map((change, index) => {
        const text = texts[index];
        return text === undefined ? null : (
          <ChangedFileRow
            key={change.changeId}
            change={change}
            text={text}
            isStop={index === stop}
            onFocus={() => setCurrent(change.changeId)}
          />
        );
      })}
    </ul>
  );
}

function buttonsOf(line: Element | undefined): readonly HTMLElement[] {
  return [...(line?.querySelectorAll<HTMLElement>('button') ?? [])];
}
