import * as z from 'zod';
import { isAborted } from '../base/is-aborted';
import { resolveAgainst } from '../base/paths';
import { redactText } from '../base/redact';
import { cutEnd } from '../base/text-lines';
import { defineTool, type ToolResult } from '../contracts/define-tool';
import { failure, type Failure } from '../contracts/failure';
import { fail } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import type { TerminalExit, TerminalHandle } from '../ports/terminals';
import { exitFailure } from './bash-parts/exit-failure';
import { waitForCommand, type CommandEnding } from './bash-parts/wait-for-command';

const maxLabel = 120;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(50_000)
    .describe('Text for bash -c; it may have several lines. It runs exactly as given.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder to run in: relative to the workspace folder, or absolute inside it. Default: the workspace folder.',
    ),
});

const output = z.object({
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
});
type Output = z.infer<typeof output>;

/** Runs a shell command in a terminal the person sees (000, 003 Structured Shell Output Envelope). */
export default defineTool<Capabilities>()({
  name: 'bash',
  title: 'Run command',
  description:
    'Runs a command by bash in a terminal the user can see, and answers its output and exit code. Each call is a new shell: folders and variables of earlier calls are gone, so use cwd. Nobody answers questions: pass options such as --yes, and < /dev/null to a program that would read input. A command that takes too long runs on in its terminal for a while, which is how to run a server; what it leaves running with & is stopped when it ends. Command substitution and here-strings may be refused.',
  effect: 'state_change',
  kind: 'execute',
  group: 'shell',
  input,
  output,
  redact: [
    'summary',
    'stdout',
    'stderr',
    'exit_code',
    'exit_code_known',
    'truncated',
    'terminal_id',
    'timed_out',
  ],
  cacheable: false,
  ownsTimeout: true,
  needs: ['terminals', 'shellLimits', 'workspace', 'clock'],
  subject: ({ command, cwd }) => ({
    text: command,
    command,
    reads: [],
    writes: [],
    ...(cwd === undefined ? {} : { cwd }),
  }),
  // Before the cut: a half of a credential has no shape by which it is found.
  label: ({ command }) => firstLine(redactText(command).text),
  run: async ({ command, cwd = '.' }, context, { terminals, shellLimits, workspace, clock }) => {
    const [root] = workspace.roots();
    if (root === undefined) return fail(noFolder());
    if (isAborted(context.signal)) return fail(cancelled());
    const created = await terminals.create({
      sessionId: context.sessionId,
      command,
      cwd: resolveAgainst(root, cwd, workspace.separator()),
      outputByteLimit: shellLimits.outputBytes(),
    });
    if (!created.ok) return created;
    const handle = created.value;
    context.progress({ terminalId: handle.terminalId });
    const watching = handle.onOutput((append) => {
      context.progress({ append });
    });
    const limits = { softMs: shellLimits.softMs(), hardMs: shellLimits.hardMs() };
    const ending = await waitForCommand({ handle, ...limits, clock, signal: context.signal });
    watching.dispose();
    if (ending.state === 'background') return runningOn(handle, limits);
    const result = resultOf(handle, ending);
    handle.release();
    return result;
  },
  toModel: ({ summary = '', exit_code, exit_code_known, truncated }) => {
    const exitCode = exit_code_known === true ? exit_code : 'unknown';
    const parts = [
      summary === '' ? '(no output)' : summary.replace(/\n$/, ''),
      ...(exitCode === 0 ? [] : [`[exit code: ${String(exitCode)}]`]),
      ...(truncated === true ? ['[output truncated]'] : []),
    ];
    return parts.join('\n');
  },
  exhibit: ({ terminal_id, exit_code, truncated }) => ({
    ...(terminal_id === undefined ? {} : { terminalId: terminal_id }),
    ...(exit_code === undefined ? {} : { exitCode: exit_code }),
    ...(truncated === undefined ? {} : { truncated }),
  }),
});

/** The soft limit has come: the call is answered, the command is not ended (DESIGN decision 29). */
function runningOn(
  handle: TerminalHandle,
  { softMs, hardMs }: { readonly softMs: number; readonly hardMs: number },
): ToolResult<Output> {
  const value = envelope(handle, { exitCode: -1, exitCodeKnown: false });
  const note = `[The command still runs in its terminal after ${seconds(softMs)}. It will be stopped when it has run for ${seconds(hardMs)}. Its output from here on will not be answered.]`;
  const separator = value.summary === '' || value.summary.endsWith('\n') ? '' : '\n';
  return { ok: true, value: { ...value, summary: `${value.summary}${separator}${note}` } };
}

function resultOf(
  handle: TerminalHandle,
  { exit, stopped }: Extract<CommandEnding, { state: 'ended' }>,
): ToolResult<Output> {
  const value = envelope(handle, exit);
  if (exit.endedBy === 'kill' && stopped === 'timeout') {
    const message = 'The command ran for too long and was stopped with all its children.';
    return {
      ok: false,
      failure: failure('timeout', message),
      value: { ...value, timed_out: true },
    };
  }
  const failed = stopFailure(exit, stopped) ?? exitFailure(exit, value.stderr);
  if (failed !== undefined) return { ok: false, failure: failed, value };
  return { ok: true, value, failed: exit.exitCode !== 0 };
}

/** Status comes from the operating system and from who stopped it, never from the output. */
function stopFailure(exit: TerminalExit, stopped: 'timeout' | 'cancelled' | undefined) {
  if (exit.endedBy === undefined) return undefined;
  if (exit.endedBy === 'person') return failure('cancelled', 'The person stopped the command.');
  if (stopped === 'cancelled') return cancelled();
  return failure('cancelled', 'The command was stopped because its chat was closed.');
}

function envelope(handle: TerminalHandle, exit: TerminalExit): Output {
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

function cancelled(): Failure {
  return failure('cancelled', 'The call was cancelled.');
}

function noFolder(): Failure {
  return failure('unavailable', 'No folder is open to run commands in.', {
    category: 'permanent_failure',
    suggestion: 'Ask the user to open a folder in VS Code.',
  });
}

function seconds(ms: number): string {
  return `${String(Math.round(ms / 1000))} seconds`;
}

function firstLine(command: string): string {
  const text = command.trim();
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const isWhole = line.length === text.length && line.length <= maxLabel;
  return isWhole ? line : `${cutEnd(line, maxLabel - 2).trimEnd()} …`;
}
