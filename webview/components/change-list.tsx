import type { TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChangedFileItem } from '../../src/core/contracts/panel';
import { changeTexts } from '../changes';
import { ChangedFileRow } from './changed-file';

/**
 * The changed files. The Tab key stops at the buttons of one line alone; arrows go to the others, in
 * the same column.
 */
export function ChangeList({ changes }: { readonly changes: readonly ChangedFileItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  // Kept by its id: what changes while the agent works comes first in the list.
  const [current, setCurrent] = useState('');
  const texts = changeTexts(changes);
  const stop = Math.max(
    changes.findIndex(({ changeId }) => changeId === current),
    0,
  );

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLUListElement>) => {
    const line = stepTo(event.key, stop, changes.length - 1);
    if (line === undefined) return;
    event.preventDefault();
    const from = buttonsOf(list.current?.children[stop]);
    const at = from.findIndex((button) => button === document.activeElement);
    const to = buttonsOf(list.current?.children[line]);
    // A folder has fewer buttons behind its name: the last ones are the same.
    ((at > 0 ? to.at(at - from.length) : undefined) ?? to[0])?.focus();
  };
  return (
    <ul class="changes" ref={list} aria-label="Changed files" onKeyDown={onKeyDown}>
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

function stepTo(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, last);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function buttonsOf(line: Element | undefined): readonly HTMLElement[] {
  return [...(line?.querySelectorAll<HTMLElement>('button') ?? [])];
}
