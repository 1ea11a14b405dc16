import type { RunningCommand } from '../../adapters/process/spawn-command';
import type { TerminalExit, TerminalHandle } from '../../core/ports/terminals';

/** A running command as its caller, and its terminal, hold it. */
export interface CommandHandle extends TerminalHandle {
  readonly exited: Promise<TerminalExit>;
  /** Ends the command and notes who wanted it. */
  stop(endedBy: 'person' | 'kill'): Promise<void>;
  stopNow(): void;
}

export function createCommandHandle(terminalId: string, command: RunningCommand): CommandHandle {
  let endedBy: 'person' | 'kill' | undefined;
  let hasExited = false;
  let isReleased = false;
  const exited = command.exited.then((status): TerminalExit => {
    hasExited = true;
    return endedBy === undefined ? status : { ...status, endedBy };
  });
  const stop = (by: 'person' | 'kill'): Promise<void> => {
    if (!hasExited) endedBy ??= by;
    return command.kill();
  };
  return {
    terminalId,
    exited,
    stop,
    stopNow: () => {
      if (!hasExited) endedBy ??= 'kill';
      command.killNow();
    },
    onOutput: (listener) => command.output.onText(listener),
    output: () => command.output.read(),
    waitForExit: (signal) => unlessAborted(exited, signal),
    kill: () => stop('kill'),
    release: () => {
      // Once: later another group could have the same id.
      if (isReleased) return;
      isReleased = true;
      void stop('kill');
    },
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let leave: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    leave = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
