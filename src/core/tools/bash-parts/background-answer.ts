import type { TerminalHandle } from '../../ports/terminals';
import { envelopeOf, type ShellEnvelope } from './shell-envelope';

export interface BackgroundedCommand {
  readonly handle: TerminalHandle;
  /** By which the chat names it from now on. */
  readonly id: string;
  readonly afterMs: number;
  readonly hardMs: number;
}

/** The answer of a call whose command runs on: the output so far, and no exit code (decision 38). */
export function backgroundAnswer({ handle, id, afterMs, hardMs }: BackgroundedCommand): ShellEnvelope {
  const value = envelopeOf(handle, { exitCode: -1, exitCodeKnown: false });
  const note = `[The command still runs after ${secondsText(afterMs)}. It goes on in the background as ${id} and is stopped when it has run for ${secondsText(hardMs)}. Read what it writes with bash_output, end it with bash_kill.]`;
  const separator = value.summary === '' || value.summary.endsWith('\n') ? '' : '\n';
  return { ...value, summary: `${value.summary}${separator}${note}`, background_id: id };
}

function secondsText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds === 1 ? '1 second' : `${String(seconds)} seconds`;
}
