import type { TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChangedFileItem } from '../../src/core/contracts/panel';
import { countParts, totalOf } from '../changes';
import { usePage } from '../page';
import { Button } from './button';
import { ChangeList } from './change-list';
import { Icon } from './icon';
import { LineCountBadge } from './line-counts';
import { useFocusHandover } from './use-held-focus';
import { useOnce } from './use-once';

interface Changes {
  readonly changes: readonly ChangedFileItem[];
  /** How many more there are, which `changes` leaves out. */
  readonly more: number;
}

/** What this chat has changed in files, above the input: one line, or a list that opens from it. */
export function ChangesBar({ changes, more }: Changes) {
  const { store } = usePage();
  // Held here, where it outlives the bar: it stays as the person left it.
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);

  useFocusHandover(bar, (line) => {
    const lines = bar.current?.querySelectorAll('li') ?? [];
    const next = lines[Math.min(line, lines.length - 1)] ?? bar.current;
    const button = next?.querySelector('button');
    if (button) button.focus();
    else store.focusInput();
  });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    bar.current?.querySelector('button')?.focus();
  };

  if (changes.length === 0) return null;
  const [first, ...others] = countParts(changes, more);
  const rest = others.map((part) => ` and ${part}`).join('');
  return (
    <section
      class="changes-bar"
      ref={bar}
      aria-label={`${first}${rest} changed by this chat`}
      onKeyDown={onKeyDown}
    >
      <div class="changes-head">
        <button
          type="button"
          class="fold changes-fold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span class="changes-count">
            {first}
            <span class="wider">{rest}</span>
            <span class="wide"> changed</span>
          </span>
          <LineCountBadge counts={more > 0 ? undefined : totalOf(changes)} />
        </button>
        <AllButtons changes={changes} more={more} />
      </div>
      {isOpen && <ChangeList changes={changes} />}
      {isOpen && more > 0 && (
        <p class="hint changes-more">and {more} more: Keep all and Undo all mean them too</p>
      )}
    </section>
  );
}

function AllButtons({ changes, more }: Changes) {
  const { post } = usePage();
  const keep = useOnce();
  const undo = useOnce();
  const lost = changes.filter(({ notKept }) => notKept !== undefined);
  const canUndo = lost.length < changes.length + more;
  const stays = lost.length > 0 ? `; not ${countParts(lost).join(' and ')}, see the list` : '';
  return (
    <>
      <Button
        text="Keep all"
        icon="check-all"
        small
        title="Accept all changes: they can no longer be undone here"
        isOff={keep.isBusy}
        onClick={keep.once(() => post({ type: 'keepChange' }))}
      />
      <Button
        text="Undo all"
        icon="discard"
        small
        title={
          canUndo
            ? `Put everything back to what it was before this chat${stays}; asks first`
            : 'None of these changes can be undone: see the list'
        }
        isOff={undo.isBusy || !canUndo}
        onClick={undo.once(() => post({ type: 'undoChange' }))}
      />
    </>
  );
}
