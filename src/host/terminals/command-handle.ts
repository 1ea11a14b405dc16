import type { RunningCommand } from '../../adapters/process/running-command';
import type { TerminalExit, TerminalHandle } from '../../core/ports/terminals';

/** A running command as its caller, and its terminal, hold it. */
export interface CommandHandle extends TerminalHandle {
  readonly exited: Promise<TerminalExit>;
  /** Ends the command and notes who wanted it. */
  stop(endedBy: 'person' | 'kill'): Promise<void>;
  stopNow(): void;
}

export interface CommandHandleParts {
  readonly terminalId: string;
  readonly startedAt: number;
  readonly running: RunningCommand;
  /** Shows in the terminal what is typed from outside it. */
  readonly echo: (text: string) => void;
}

export function createCommandHandle(held: CommandHandleParts): CommandHandle {
  const { terminalId, startedAt, running, echo } = held;
  let endedBy: 'person' | 'kill' | undefined;
  let exit: TerminalExit | undefined;
  let isReleased = false;
  const exited = running.exited.then((status): TerminalExit => {
    exit = endedBy === undefined ? status : { ...status, endedBy };
    return exit;
  });
  const stop = (by: 'person' | 'kill'): Promise<void> => {
    if (exit === undefined) endedBy ??= by;
    return running.kill();
  };
  return {
    terminalId,
    startedAt,
    exited,
    stop,
    stopNow: () => {
      if (exit === undefined) endedBy ??= 'kill';
      running.killNow();
    },
    onOutput: (listener) => running.output.onText(listener),
    output: () => ({
      ...running.output.read(),
      ...(exit !== undefined && { exitStatus: exit }),
    }),
    waitForExit: (signal) => unlessAborted(exited, signal),
    kill: () => stop('kill'),
    release: () => {
      if (isReleased) return;
      isReleased = true;
      void stop('kill');
    },
    type: (text) => {
      if (exit !== undefined) return;
      echo(text);
      running.type(text);
    },
    closeInput: () => running.closeInput(),
    onInputWait: (listener) => running.onInputWait(listener),
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
