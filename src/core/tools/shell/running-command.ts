import type { CommandEnd, StopReason, TerminalExit, TerminalHandle } from '../../ports/terminals';
import type { Clock } from '../../ports/system';
import { envelopeOf, type ShellEnvelope } from './command-result';
import { counted } from '../../base/wording';
import { isAborted } from '../../base/async';

const unknownExit: TerminalExit = { exitCode: -1, exitCodeKnown: false };

/**
 * A running command that ends at its hard limit at the latest, even if no call waits for it
 * (decision 29).
 */
export class WatchedCommand {
  /** Never rejects. */
  readonly ended: Promise<CommandEnd>;
  private stopped: StopReason | undefined;

  constructor(
    readonly handle: TerminalHandle,
    hardMs: number,
    clock: Clock,
  ) {
    const hardLimit = clock.after(hardMs, () => void this.stop('timeout'));
    this.ended = handle.waitForExit(new AbortController().signal).then((exit): CommandEnd => {
      hardLimit.dispose();
      return { exit: exit ?? unknownExit, stopped: this.stopped };
    });
  }

  /** Ends it with its whole process group; resolves when it has ended. The first reason counts. */
  stop(reason: StopReason): Promise<void> {
    this.stopped ??= reason;
    return this.handle.kill();
  }

  isStopping(): boolean {
    return this.stopped !== undefined;
  }
}

export interface CommandWait {
  readonly command: WatchedCommand;
  /** Milliseconds until it moves to the background; undefined: never. */
  readonly softMs: number | undefined;
  readonly clock: Clock;
  /** Aborting ends the command while the call waits for it. */
  readonly signal: AbortSignal;
  /** Moves the command to the background and returns its id; undefined if there is no room. */
  readonly handOver: () => string | undefined;
}

export type CommandEnding =
  | { readonly state: 'ended'; readonly end: CommandEnd }
  /** It continues by itself; the call neither waits for it nor stops it. */
  | { readonly state: 'background'; readonly id: string };

/**
 * Waits for a command until the soft limit; then it moves to the background, or is stopped if there
 * is no room (decisions 29, 38).
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
  // Once handed over, the background owns its end, even if it ends at the same time.
  if (id !== undefined) return { state: 'background', id };
  return { state: 'ended', end: end ?? (await command.ended) };
}

export interface BackgroundedCommand {
  readonly handle: TerminalHandle;
  /** The id that the chat uses for it. */
  readonly id: string;
  readonly afterMs: number;
  readonly hardMs: number;
}

/**
 * The result of a call whose command continues: the output so far, and no exit code (decision 38).
 */
export async function backgroundAnswer({
  handle,
  id,
  afterMs,
  hardMs,
}: BackgroundedCommand): Promise<ShellEnvelope> {
  const value = envelopeOf(handle, await handle.output(), unknownExit);
  const note = `[The command still runs after ${secondsText(afterMs)}. It continues in the background as ${id} and is stopped after ${secondsText(hardMs)} in total. Read its output with bash_output, end it with bash_kill.]`;
  const separator = value.summary === '' || value.summary.endsWith('\n') ? '' : '\n';
  return { ...value, summary: `${value.summary}${separator}${note}`, background_id: id };
}

function secondsText(ms: number): string {
  return counted(Math.round(ms / 1000), 'second');
}
