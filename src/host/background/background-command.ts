import { cutStart } from '../../core/base/text-lines';
import type {
  BackgroundCommand,
  BackgroundEnd,
  BackgroundStart,
  RetainedOutput,
} from '../../core/ports/background-commands';
import type { Clock } from '../../core/ports/clock';
import { createUnreadOutput } from './unread-output';

/** Characters kept of the output of a command that has ended. */
const maxEndedOutput = 256 * 1024;

/** A background command, and what only its list asks of it. */
export interface TrackedCommand extends BackgroundCommand {
  /** True when it has ended and nobody has read that. */
  isUnreadEnd(): boolean;
}

/** Follows one command from its hand-over to its end; `onChange` comes when people see a change. */
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
