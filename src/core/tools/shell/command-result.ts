import { type Sentence, say } from '../../base/sentence';
import * as z from 'zod';
import { dense } from '../../contracts/schema-parts';
import type {
  TerminalExit,
  TerminalHandle,
  TerminalOutput,
  CommandEnd,
} from '../../ports/terminals';
import type { ToolResult } from '../../contracts/tools/define-tool';
import { failure, type Failure } from '../../contracts/failure';
import type { FilterRun } from '../../ports/output-filters';
import { cutEnd, splitLines } from '../../base/text-lines';
import { classifyShell } from '../../contracts/classify-cause';

export const shellEnvelope = z.object({
  /** Both streams in their order, and a note when the command continues in the background. */
  summary: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  /** 128+n after a signal, -1 when unknown (decision 16). */
  exit_code: z.int(),
  exit_code_known: z.boolean(),
  truncated: z.boolean(),
  terminal_id: z.string(),
  timed_out: z.boolean().optional(),
  /** Set when the command continues in the background (decision 38). */
  background_id: z.string().optional(),
});
export type ShellEnvelope = z.infer<typeof shellEnvelope>;

export function envelopeOf(
  { terminalId }: TerminalHandle,
  { combined, stdout, stderr, truncated }: TerminalOutput,
  exit: TerminalExit,
): ShellEnvelope {
  return {
    summary: combined,
    stdout,
    stderr,
    exit_code: exit.exitCode,
    exit_code_known: exit.exitCodeKnown,
    truncated,
    terminal_id: terminalId,
  };
}

/** Result of a command that has ended, in the foreground or in the background. */
export async function commandResult(
  handle: TerminalHandle,
  end: CommandEnd,
  filter: FilterRun | undefined,
): Promise<ToolResult<ShellEnvelope>> {
  const { exitCode, exitCodeKnown } = end.exit;
  const report = filter?.end(exitCodeKnown ? exitCode : undefined);
  const output = await handle.output();
  const { spooled } = output;
  const result = rawResult(envelopeOf(handle, output, end.exit), end);
  return { ...result, ...dense({ filter: report, spooled }) };
}

function rawResult(value: ShellEnvelope, { exit, stopped }: CommandEnd): ToolResult<ShellEnvelope> {
  const isLate = stopped === 'timeout' || stopped === 'no-room';
  if (exit.endedBy === 'kill' && isLate) {
    return { ok: false, failure: tooLong(stopped), value: { ...value, timed_out: true } };
  }
  const failed = stopFailure({ exit, stopped }) ?? exitFailure(exit, value.stderr);
  if (failed !== undefined) return { ok: false, failure: failed, value };
  return { ok: true, value, failed: exit.exitCode !== 0 };
}

export function cancelled(): Failure {
  return failure('cancelled', say`The call was cancelled.`);
}

/** The status comes from the operating system and from who stopped it, never from the output. */
function stopFailure({ exit, stopped }: CommandEnd): Failure | undefined {
  if (exit.endedBy === undefined) return undefined;
  if (exit.endedBy === 'person') {
    return failure('cancelled', say`The user stopped the command. Ask before running it again.`);
  }
  switch (stopped) {
    case 'cancelled':
      return cancelled();
    case 'agent':
      return failure('cancelled', say`The command was ended by bash_kill.`);
    case 'person':
      return failure(
        'cancelled',
        say`The user stopped the background command. Ask before running it again.`,
      );
    default:
      return failure('cancelled', say`The command was stopped because its chat was closed.`);
  }
}

function tooLong(stopped: 'timeout' | 'no-room'): Failure {
  if (stopped === 'timeout') {
    const message = say`The command reached its hard time limit and was stopped with all its child processes.`;
    return failure('timeout', message);
  }
  const message = say`The command took too long and could not move to the background, because the limit of background commands is reached. It was stopped.`;
  return failure('timeout', message, { suggestion: makeRoom });
}

export const makeRoom =
  'End a background command with bash_kill, or wait for one with bash_output; then run this command again.';

const shownLines = 3;
const shownChars = 200;

/** What its end means (000-errors-3, decision 17); undefined for an ordinary exit code. */
export function exitFailure(exit: TerminalExit, stderr: string): Failure | undefined {
  const { exitCode, signal } = exit;
  const category = classifyShell({ exitCode, signal, stderr });
  if (category === undefined) return undefined;
  const { text, suggestion } = describeExit(exit);
  const lines = firstLines(stderr);
  return failure('execution', lines === '' ? say`${text}.` : say`${text}: ${lines}`, {
    category,
    ...(suggestion !== undefined && { suggestion }),
  });
}

interface ExitText {
  readonly text: Sentence;
  readonly suggestion?: string;
}

function describeExit({ exitCode, signal }: TerminalExit): ExitText {
  if (exitCode === 126) {
    return { text: say`The command was found but cannot be executed (exit code 126)` };
  }
  if (exitCode === 127) {
    return {
      text: say`The command was not found (exit code 127)`,
      suggestion: 'Check the name, install the program, or use another one.',
    };
  }
  const text =
    signal === undefined
      ? say`The command failed with exit code ${exitCode}`
      : say`The command was ended by ${signal}, exit code ${exitCode}`;
  return { text };
}

function firstLines(stderr: string): string {
  const lines = splitLines(stderr)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
    .map((line) => cutEnd(line, shownChars));
  return lines.join(' | ');
}
