import { createHeadTail } from '../../core/base/head-tail';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';

const intervalMs = 48;
const maxBytes = 64 * 1024;

/** Output as it comes, for people who watch: bounded pieces at a bounded rate. */
export interface LiveText {
  /** Takes whole lines, or parts of an overlong one. */
  write(text: string): void;
  /** Gives out what is left. Nothing comes after it. */
  end(): void;
  onText(listener: (text: string) => void): Disposable;
}

/**
 * Joins pieces to at most one every 48 ms of at most 64 KB; the middle of more is replaced by a mark.
 * `pending` is the line that has no end yet: it is shown while it only grows (a question, a row of
 * dots); one that is rewritten (a progress bar) is shown when it has ended.
 */
export function createLiveText(clock: Clock, pending: () => string): LiveText {
  const listeners = new Set<(text: string) => void>();
  let complete = createHeadTail(maxBytes);
  /** What listeners have of the line that `complete` begins with. */
  let shown = '';
  let timer: Disposable | undefined;

  const flush = (): void => {
    timer?.dispose();
    timer = undefined;
    const ended = complete.read().text;
    const open = pending();
    const text = ended + open;
    const grows = text.startsWith(shown);
    if (!grows && ended === '') return;
    const fresh = grows ? text.slice(shown.length) : `\n${text}`;
    complete = createHeadTail(maxBytes);
    shown = open;
    if (fresh === '') return;
    for (const listener of listeners) listener(fresh);
  };
  const schedule = (): void => {
    if (listeners.size > 0) timer ??= clock.after(intervalMs, flush);
  };

  return {
    write: (text) => {
      complete.append(text);
      schedule();
    },
    end: flush,
    onText: (listener) => {
      listeners.add(listener);
      schedule();
      return { dispose: () => void listeners.delete(listener) };
    },
  };
}
