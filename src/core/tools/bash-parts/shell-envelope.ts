import * as z from 'zod';
import type { TerminalExit, TerminalHandle } from '../../ports/terminals';

/** What a shell command answers (003 Structured Shell Output Envelope). */
export const shellEnvelope = z.object({
  /** Both streams in the order they came, and a note when the command runs on. */
  summary: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  /** 128+n after a signal, -1 when unknown (DESIGN decision 16). */
  exit_code: z.int(),
  exit_code_known: z.boolean(),
  truncated: z.boolean(),
  terminal_id: z.string(),
  timed_out: z.boolean().optional(),
  /** Set when the command runs on in the background (DESIGN decision 38). */
  background_id: z.string().optional(),
});
export type ShellEnvelope = z.infer<typeof shellEnvelope>;

export function envelopeOf(handle: TerminalHandle, exit: TerminalExit): ShellEnvelope {
  const { combined, stdout, stderr, truncated } = handle.output();
  return {
    summary: combined,
    stdout,
    stderr,
    exit_code: exit.exitCode,
    exit_code_known: exit.exitCodeKnown,
    truncated,
    terminal_id: handle.terminalId,
  };
}
