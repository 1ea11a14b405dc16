import { isAborted } from '../../base/is-aborted';
import type { CommandEnd } from '../../ports/background-commands';
import type { Clock } from '../../ports/clock';
import type { WatchedCommand } from './watch-command';

export interface CommandWait {
  readonly command: WatchedCommand;
  /** Milliseconds after which it goes on in the background; undefined: it never does. */
  readonly softMs: number | undefined;
  readonly clock: Clock;
  /** Aborting ends the command, as long as the call waits for it. */
  readonly signal: AbortSignal;
  /** Gives the command away and answers its id; undefined when nobody may take it. */
  readonly handOver: () => string | undefined;
}

export type CommandEnding =
  | { readonly state: 'ended'; readonly end: CommandEnd }
  /** It runs on by itself: the call need not wait for it, nor stop it, any more. */
  | { readonly state: 'background'; readonly id: string };

/**
 * Waits for a command until the soft limit; then it goes on in the background, or is ended when
 * there is no room for it there (DESIGN decisions 29, 38).
 */
export async function waitForCommand(wait: CommandWait): Promise<CommandEnding> {
  const { command, softMs, clock, signal, handOver } = wait;
  const cancel = (): void => void command.stop('cancelled');
  let id: string | undefined;
  let goOn = (): void => undefined;
  const background = new Promise<undefined>((resolve) => {
    goOn = () => {
      // A command that is being stopped is waited for.
      if (command.isStopping()) return;
      id = handOver();
      if (id === undefined) void command.stop('no-room');
      else resolve(undefined);
    };
  });
  const softLimit = softMs === undefined ? undefined : clock.after(softMs, goOn);
  signal.addEventListener('abort', cancel, { once: true });
  if (isAborted(signal)) cancel();
  const end = await Promise.race([command.ended, background]);
  softLimit?.dispose();
  signal.removeEventListener('abort', cancel);
  // Once it is given away the other side answers for its end, however soon that comes.
  if (id !== undefined) return { state: 'background', id };
  return { state: 'ended', end: end ?? (await command.ended) };
}
