import { say } from '../base/sentence';
import * as z from 'zod';
import { dense, optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { commandTitle } from '../base/titles';
import { resolveAgainst } from '../base/paths';
import { defineTool, type ToolContext, type ToolResult } from '../contracts/tools/define-tool';
import { failure, type Failure, fail } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import type { FilterRun } from '../ports/output-filters';
import type { ShellLimits } from '../ports/shell';
import type { CommandEnd, TerminalHandle } from '../ports/terminals';
import { backgroundAnswer, waitForCommand, WatchedCommand } from './shell/running-command';
import {
  cancelled,
  commandResult,
  makeRoom,
  shellEnvelope,
  type ShellEnvelope,
} from './shell/command-result';
import { isAborted } from '../base/async';

/** How long it runs before its call is answered: enough to see it fail at once. */
const startMs = 1000;

const input = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(50_000)
    .describe('Script for bash -c; may span several lines. Runs exactly as given.'),
  cwd: pathInput('Folder to run in', 'Default: the workspace folder.').optional(),
  background: optional(
    z.boolean(),
    'true for a command that does not end by itself, such as a server. The call returns after a second; the command keeps running in the background.',
  ),
  timeout: optional(
    z.int().min(1).max(86_400),
    "Seconds to wait before the command moves to the background. Default: the user's setting.",
  ),
});
type Input = z.infer<typeof input>;

/** Runs a shell command in a terminal that the user sees (003-envelope-1). */
export default defineTool<Capabilities>()({
  name: 'bash',
  title: say`Run command`,
  description:
    'Runs a command with bash in a terminal the user can see. Returns its output and exit code. Each call is a new shell: the folder and variables of earlier calls are lost, so use cwd. No one answers prompts: pass options such as --yes, and < /dev/null to a program that would read input. A command that takes too long moves to the background, and the result gives its id: read its output with bash_output, end it with bash_kill. Start servers and watchers with background: true; processes that a command leaves running with & are stopped when it ends; those in a session of their own (setsid) are listed by bash_output until they end. Command substitution and here-strings may be refused.',
  effect: 'state_change',
  kind: 'execute',
  group: 'shell',
  traits: ['runsCommand'],
  input,
  output: shellEnvelope,
  redact: [
    'summary',
    'stdout',
    'stderr',
    'exit_code',
    'exit_code_known',
    'truncated',
    'terminal_id',
    'timed_out',
    'background_id',
  ],
  cacheable: false,
  provenance: 'private',
  ownsTimeout: true,
  filtered: 'summary',
  needs: ['terminals', 'background', 'shellLimits', 'workspace', 'clock', 'filters'],
  subject: ({ command, cwd }) => ({
    text: command,
    command,
    reads: [],
    writes: [],
    ...(cwd === undefined ? {} : { cwd }),
  }),
  label: ({ command }) => commandTitle(command),
  run: async (args, context, caps): Promise<ToolResult<ShellEnvelope>> => {
    const { workspace, shellLimits, terminals } = caps;
    const [root] = workspace.roots();
    if (root === undefined) return fail(noFolder());
    if (isAborted(context.signal)) return fail(cancelled());
    const refused = cannotRunOn(args, context, caps);
    if (refused !== undefined) return fail(refused);
    const filter = await caps.filters.open(args.command);
    const created = await terminals.create({
      sessionId: context.sessionId,
      toolCallId: context.toolCallId,
      command: args.command,
      cwd: resolveAgainst(root, args.cwd ?? '.', workspace.separator()),
      outputByteLimit: shellLimits.outputBytes(),
      spools: true,
      ...(filter && { onWhole: (text: string) => filter.write(text) }),
      signal: context.signal,
    });
    return created.ok ? follow(created.value, { args, context, caps, filter }) : created;
  },
  toModel: ({ summary = '', exit_code, exit_code_known, truncated, background_id }) => {
    const exitCode = exit_code_known === true ? exit_code : 'unknown';
    const saysNothing = exitCode === 0 || background_id !== undefined;
    const parts = [
      summary === '' ? '(no output)' : summary.replace(/\n$/, ''),
      ...(saysNothing ? [] : [`[exit code: ${String(exitCode)}]`]),
      ...(truncated === true ? ['[output truncated]'] : []),
    ];
    return parts.join('\n');
  },
  present: ({
    terminal_id: terminalId,
    exit_code: exitCode,
    truncated,
    background_id: background,
  }) => dense({ terminalId, exitCode, truncated, background }),
});

interface Call {
  readonly args: Input;
  readonly context: ToolContext;
  readonly caps: Pick<Capabilities, 'background' | 'shellLimits' | 'clock'>;
  readonly filter: FilterRun | undefined;
}

/** Waits for the command, or moves it to the background; either way its end is reported once. */
async function follow(handle: TerminalHandle, call: Call): Promise<ToolResult<ShellEnvelope>> {
  const { background, shellLimits, clock } = call.caps;
  const { sessionId, toolCallId, signal } = call.context;
  const { softMs, hardMs } = limitsOf(call, shellLimits);
  const stopShowing = showProgress(handle, call.context);
  const command = new WatchedCommand(handle, hardMs, clock);
  const handOver = (): string | undefined =>
    background.add({
      sessionId,
      toolCallId,
      command: call.args.command,
      handle,
      ended: command.ended,
      stop: (by) => command.stop(by),
    });
  const finish = async (end: CommandEnd): Promise<ToolResult<ShellEnvelope>> => {
    const result = await commandResult(handle, end, call.filter);
    handle.release();
    return result;
  };
  const ending = await waitForCommand({ command, softMs, clock, signal, handOver });
  stopShowing();
  if (ending.state === 'ended') return finish(ending.end);
  const continues = command.ended.then(finish);
  const value = await backgroundAnswer({
    handle,
    id: ending.id,
    afterMs: softMs ?? hardMs,
    hardMs,
  });
  return { ok: true, value, continues };
}

/** What may not move to the background is waited for until its hard limit (decisions 29, 38). */
function limitsOf(
  { args, context }: Call,
  limits: ShellLimits,
): { readonly softMs: number | undefined; readonly hardMs: number } {
  const hardMs = limits.hardMs();
  if (!context.mayContinue) return { softMs: undefined, hardMs };
  if (args.background === true) return { softMs: startMs, hardMs };
  const asked = args.timeout === undefined ? limits.softMs() : args.timeout * 1000;
  return { softMs: Math.min(asked, hardMs), hardMs };
}

/** Sends output and whether the command waits for input to the card. */
function showProgress(handle: TerminalHandle, { progress }: ToolContext): () => void {
  progress({ terminalId: handle.terminalId });
  const watching = [
    handle.onOutput((append) => {
      progress({ append });
    }),
    handle.onInputWait((waitsForInput) => {
      progress({ waitsForInput });
    }),
  ];
  return () => {
    for (const each of watching) each.dispose();
  };
}

/** Why a command with `background` is not started. */
function cannotRunOn(
  args: Input,
  { sessionId, mayContinue }: ToolContext,
  { background }: Pick<Capabilities, 'background'>,
): Failure | undefined {
  if (args.background !== true) return undefined;
  if (!mayContinue) {
    return failure(
      'policy_denied',
      say`A command whose changes can be rolled back must end before it returns, so it cannot run in the background.`,
      { suggestion: 'Run it without background, or ask the user to run it.' },
    );
  }
  if (background.hasRoom(sessionId)) return undefined;
  const message = say`The limit of background commands is reached.`;
  return failure('quota_blocked', message, { suggestion: makeRoom });
}

function noFolder(): Failure {
  return failure('unavailable', say`No folder is open to run commands in.`, {
    category: 'permanent_failure',
    suggestion: 'Ask the user to open a folder in VS Code.',
  });
}
