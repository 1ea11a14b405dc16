import { createHeadTail } from '../../core/base/head-tail';
import type { RetainedOutput } from '../../core/ports/background-commands';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalHandle } from '../../core/ports/terminals';

/** Bytes kept of what nobody has read yet. */
const maxUnread = 256 * 1024;
/** Milliseconds in which what was written before the hand-over has come as live text. */
const handOverMs = 200;

/** What a command writes after its call has answered, until somebody reads it. */
export interface UnreadOutput extends Disposable {
  isEmpty(): boolean;
  take(): RetainedOutput;
}

/**
 * Begins where the answer of the call ended. Live text comes a little late, so a first piece that
 * comes at once may begin with what the answer had already: that much of it is left out.
 */
export function createUnreadOutput(
  handle: Pick<TerminalHandle, 'output' | 'onOutput'>,
  clock: Clock,
  onText: () => void,
): UnreadOutput {
  const handedOver = clock.monotonic();
  let answered = handle.output().combined;
  let kept = createHeadTail(maxUnread);
  let isEmpty = true;
  const listening = handle.onOutput((text) => {
    if (clock.monotonic() - handedOver > handOverMs) answered = '';
    const fresh = withoutRepeat(answered, text);
    answered = '';
    if (fresh === '') return;
    kept.append(fresh);
    isEmpty = false;
    onText();
  });
  return {
    isEmpty: () => isEmpty,
    take: () => {
      const { text, cutBytes } = kept.read();
      kept = createHeadTail(maxUnread);
      isEmpty = true;
      return { text, truncated: cutBytes > 0 };
    },
    dispose: () => {
      listening.dispose();
    },
  };
}

/**
 * `text` without the longest begin of it with which `before` ends. Linear (Knuth, Morris, Pratt):
 * long rows of one character would make it freeze the host otherwise.
 */
export function withoutRepeat(before: string, text: string): string {
  const borders = new Uint32Array(text.length);
  const next = (matched: number, unit: number): number => {
    let length = matched === text.length ? (borders[matched - 1] ?? 0) : matched;
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    return text.charCodeAt(length) === unit ? length + 1 : 0;
  };
  for (let at = 1; at < text.length; at += 1) {
    borders[at] = next(borders[at - 1] ?? 0, text.charCodeAt(at));
  }
  let matched = 0;
  for (let at = Math.max(0, before.length - text.length); at < before.length; at += 1) {
    matched = next(matched, before.charCodeAt(at));
  }
  return text.slice(matched);
}
