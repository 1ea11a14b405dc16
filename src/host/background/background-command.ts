import { cutStart } from '../../core/base/text-lines';
import type {
  BackgroundCommand,
  BackgroundEnd,
  BackgroundStart,
  RetainedOutput,
  TerminalHandle,
} from '../../core/ports/terminals';
import type { Clock } from '../../core/ports/system';
import { createHeadTail } from '../../core/base/head-tail';
import type { Disposable } from '../../core/ports/disposable';

/** Characters kept of the output of a command that has ended. */
const maxEndedOutput = 256 * 1024;

/** A background command, with what only its list uses. */
export interface TrackedCommand extends BackgroundCommand {
  /** True if it has ended and the end is unread. */
  isUnreadEnd(): boolean;
}

/** Follows one command from its hand-over to its end; `onChange` reports visible changes. */
export function trackCommand(
  id: string,
  start: BackgroundStart,
  parts: { readonly clock: Clock; readonly onChange: () => void },
): TrackedCommand {
  const { handle, toolCallId, command } = start;
  const { clock, onChange } = parts;
  const startedAt = handle.startedAt;
  const waiting = new Set<() => void>();
  let end: BackgroundEnd | undefined;
  let endOutput: RetainedOutput | undefined;
  let waits = false;
  let endWasRead = false;

  const tellNews = (): void => {
    for (const settle of waiting) settle();
    waiting.clear();
  };
  const unread = createUnreadOutput(handle, clock, tellNews);
  const watchingInput = handle.onInputWait((now) => {
    if (waits === now) return;
    waits = now;
    onChange();
  });
  const ended = start.ended.then((how) => {
    end = { ...how, durationMs: Math.max(0, clock.now() - startedAt) };
    endOutput = boundedOutput(handle.output());
    waits = false;
    watchingInput.dispose();
    unread.dispose();
    tellNews();
    onChange();
  });
  const hasNews = (): boolean => end !== undefined || !unread.isEmpty();

  return {
    id,
    toolCallId,
    command,
    terminalId: handle.terminalId,
    startedAt,
    end: () => end,
    waitsForInput: () => waits,
    takeNew: () => unread.take(),
    output: () => endOutput ?? boundedOutput(handle.output()),
    hasUpdate: hasNews,
    nextUpdate: (signal) => (hasNews() ? Promise.resolve() : untilNews(waiting, signal)),
    markRead: () => {
      endWasRead = true;
    },
    isUnreadEnd: () => end !== undefined && !endWasRead,
    stop: async (by) => {
      if (end !== undefined) return;
      await start.stop(by);
      await ended;
    },
  };
}

function boundedOutput(output: {
  readonly combined: string;
  readonly truncated: boolean;
}): RetainedOutput {
  const text = cutStart(output.combined, maxEndedOutput);
  return { text, truncated: output.truncated || text.length < output.combined.length };
}

function untilNews(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      waiting.delete(settle);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    if (signal.aborted) {
      resolve();
      return;
    }
    waiting.add(settle);
    signal.addEventListener('abort', settle, { once: true });
  });
}

/** Bytes kept of unread output. */
const maxUnread = 256 * 1024;
/** Output from before the hand-over has arrived as live text after this time. */
const handOverMs = 200;

/** Output written after the call has returned, until it is read. */
export interface UnreadOutput extends Disposable {
  isEmpty(): boolean;
  take(): RetainedOutput;
}

/**
 * Begins where the answer of the call ended. Live text comes a little late, so a first piece that
 * comes at once may begin with what the answer had already: that much of it is left out.
 */
function createUnreadOutput(
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
