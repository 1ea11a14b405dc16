import { createHeadTail } from '../../core/base/head-tail';
import type { KeptOutput } from '../../core/ports/background-commands';
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
  take(): KeptOutput;
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

/** `text` without the longest begin of it with which `before` ends. */
export function withoutRepeat(before: string, text: string): string {
  for (let length = Math.min(before.length, text.length); length > 0; length -= 1) {
    if (before.endsWith(text.slice(0, length))) return text.slice(length);
  }
  return text;
}
