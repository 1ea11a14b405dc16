import type { CommandEnd, StopReason } from '../../ports/background-commands';
import type { Clock } from '../../ports/clock';
import type { TerminalExit, TerminalHandle } from '../../ports/terminals';

/** A running command that ends at its hard limit at the latest, whoever waits for it. */
export interface WatchedCommand {
  readonly handle: TerminalHandle;
  /** Settles once; never rejects. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it with its whole group; settles when it is gone. The first reason counts. */
  stop(reason: StopReason): Promise<void>;
  /** True once somebody wants it ended. */
  isStopping(): boolean;
}

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };

/** Sees to it that no command runs past the hard limit, in the background neither (decision 29). */
export function watchCommand(handle: TerminalHandle, hardMs: number, clock: Clock): WatchedCommand {
  let stopped: StopReason | undefined;
  const stop = (reason: StopReason): Promise<void> => {
    stopped ??= reason;
    return handle.kill();
  };
  const hardLimit = clock.after(hardMs, () => void stop('timeout'));
  const ended = handle.waitForExit(new AbortController().signal).then((exit): CommandEnd => {
    hardLimit.dispose();
    return { exit: exit ?? unknownExit, stopped };
  });
  return { handle, ended, stop, isStopping: () => stopped !== undefined };
}
