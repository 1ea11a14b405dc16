import { isAborted } from '../../base/is-aborted';
import type { Clock } from '../../ports/clock';
import type { TerminalExit, TerminalHandle } from '../../ports/terminals';

export interface CommandWait {
  readonly handle: TerminalHandle;
  readonly softMs: number;
  readonly hardMs: number;
  readonly clock: Clock;
  /** Aborting kills the command, as long as the call waits for it. */
  readonly signal: AbortSignal;
}

export type CommandEnding =
  | {
      readonly state: 'ended';
      readonly exit: TerminalExit;
      /** Why we stopped it, if we did. */
      readonly stopped: 'timeout' | 'cancelled' | undefined;
    }
  /** It runs on by itself: nobody needs to wait for, stop or release it any more. */
  | { readonly state: 'background' };

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };

/**
 * Waits for a command until the soft limit, and sees to it that none runs past the hard one, in the
 * background neither (DESIGN decisions 29, 38).
 */
export async function waitForCommand(wait: CommandWait): Promise<CommandEnding> {
  const { handle, softMs, hardMs, clock, signal } = wait;
  let stopped: 'timeout' | 'cancelled' | undefined;
  const stop = (reason: 'timeout' | 'cancelled'): void => {
    stopped ??= reason;
    void handle.kill();
  };
  const cancel = (): void => {
    stop('cancelled');
  };
  const hardLimit = clock.after(hardMs, () => {
    stop('timeout');
  });
  const ended = handle.waitForExit(new AbortController().signal).then((exit) => {
    hardLimit.dispose();
    return exit ?? unknownExit;
  });
  let goOn = (): void => undefined;
  const background = new Promise<undefined>((resolve) => {
    goOn = () => {
      // A command that is being stopped is waited for.
      if (stopped === undefined) resolve(undefined);
    };
  });
  const softLimit = clock.after(softMs, goOn);
  signal.addEventListener('abort', cancel, { once: true });
  if (isAborted(signal)) cancel();
  const exit = await Promise.race([ended, background]);
  softLimit.dispose();
  signal.removeEventListener('abort', cancel);
  if (exit !== undefined) return { state: 'ended', exit, stopped };
  void ended.then(() => {
    handle.release();
  });
  return { state: 'background' };
}
