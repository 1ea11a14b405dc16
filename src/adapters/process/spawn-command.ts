import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { classifyShell } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import { errnoOf } from '../files/errno-failure';
import { createCapturedOutput, type CapturedOutput, type StreamName } from './captured-output';
import type { Environment } from './environment';
import { exitStatus, unknownExit, type ExitStatus } from './exit-status';
import { openOutputPipes, type OutputPipes } from './output-pipes';
import { posixGroup, windowsTree, type ProcessGroup } from './process-group';
import { readText } from './read-text';

/** After the command's exit, how long children that inherited its pipes may still write. */
const drainMs = 2000;
/** After a kill, how long a process that cannot be killed is waited for. */
const giveUpMs = 1000;

export interface CommandRequest {
  /** Absolute path of bash. */
  readonly bash: string;
  /** Runs exactly as given. */
  readonly command: string;
  readonly cwd: string;
  /** Whole: nothing is added. */
  readonly env: Environment;
  readonly outputByteLimit: number;
  /** Decoded output with its escape sequences, as it comes. */
  readonly onText: (stream: StreamName, text: string) => void;
}

export interface RunningCommand {
  readonly output: Pick<CapturedOutput, 'read' | 'onText'>;
  /** Settles once, when the command has ended and its output is drained; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** Types into the command's standard input; nothing happens when it reads no more. */
  type(text: string): void;
  closeInput(): void;
  /** Ends the command with all its children, and settles when they are gone. */
  kill(): Promise<void>;
  /** Kills at once, for when nobody can wait. */
  killNow(): void;
}

/**
 * Starts `bash -c` on a text, in its own process group, with separate pipes for what it writes and an
 * open one for what a person types (003 Structured Shell Output Envelope). `execution` when it cannot
 * be started.
 */
export async function spawnCommand(
  request: CommandRequest,
  clock: Clock,
): Promise<Result<RunningCommand>> {
  if (request.command.includes('\0')) {
    return fail(failure('validation', 'A command cannot contain a NUL character.'));
  }
  const pipes = await openOutputPipes(process.platform);
  const readers = [pipes.readers?.stdout, pipes.readers?.stderr];
  try {
    const child = start(request, pipes);
    await once(child, 'spawn');
    const stdout = pipes.readers?.stdout ?? child.stdout;
    const stderr = pipes.readers?.stderr ?? child.stderr;
    return succeed(follow({ child, outputs: { stdout, stderr }, request, clock }));
  } catch (error) {
    for (const reader of readers) reader?.destroy();
    return fail(cannotStart(error));
  } finally {
    pipes.closeWriters();
  }
}

function start({ bash, command, cwd, env }: CommandRequest, pipes: OutputPipes): ChildProcess {
  // After `--` even a text that begins with a dash is a command and no option of bash.
  return spawn(bash, ['--noprofile', '--norc', '-c', '--', command], {
    cwd,
    env,
    stdio: ['pipe', ...pipes.writers],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function cannotStart(error: unknown): Failure {
  const errno = errnoOf(error);
  if (errno === 'E2BIG') {
    return failure('execution', 'The command is too long for this machine.', {
      suggestion: 'Write the text into a script file and run that.',
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  const category = classifyShell({ errno }) ?? 'permanent_failure';
  return failure('execution', `The command could not be started: ${reason}`, { category });
}

interface Started {
  readonly child: ChildProcess;
  readonly outputs: Readonly<Record<StreamName, Readable | null>>;
  readonly request: CommandRequest;
  readonly clock: Clock;
}

function follow(started: Started): RunningCommand {
  const { child, outputs, request, clock } = started;
  const captured = createCapturedOutput(request.outputByteLimit, clock);
  const drain = (stream: StreamName): Promise<void> =>
    new Promise((resolve) => {
      const take = (text: string): void => {
        captured.write(stream, text);
        request.onText(stream, text);
      };
      if (outputs[stream] === null) resolve();
      else readText(outputs[stream], take, resolve);
    });
  const drained = Promise.all([drain('stdout'), drain('stderr')]);
  const ending = watchEnding(started, drained);
  const exited = ending.status.then((status) => {
    captured.end();
    return status;
  });
  const group = groupOf(child, request.env, clock);
  return {
    output: captured,
    exited,
    ...openInput(child),
    kill: async () => {
      await group.end();
      const patience = clock.after(giveUpMs, () => ending.giveUp());
      await exited;
      patience.dispose();
    },
    killNow: () => group.endNow(),
  };
}

/**
 * The exit comes from the operating system alone, and counts once both pipes are drained. Children
 * that inherited them (`sleep 1000 &`) cannot hold the command back for more than two seconds.
 */
function watchEnding(
  { child, outputs, clock }: Started,
  drained: Promise<unknown>,
): { readonly status: Promise<ExitStatus>; giveUp(): void } {
  const closePipes = (): void => {
    outputs.stdout?.destroy();
    outputs.stderr?.destroy();
  };
  let settle: (status: ExitStatus) => void = () => undefined;
  const ended = new Promise<ExitStatus>((resolve) => {
    settle = resolve;
  });
  child.on('exit', (code, signal) => {
    child.stdin?.destroy();
    const patience = clock.after(drainMs, closePipes);
    void drained.then(() => patience.dispose());
    settle(exitStatus(code, signal));
  });
  // Once it runs, only signals sent through this handle could fail, and none are.
  child.on('error', () => undefined);
  return {
    status: Promise.all([ended, drained]).then(([status]) => status),
    giveUp: () => {
      closePipes();
      settle(unknownExit);
    },
  };
}

function openInput({ stdin }: ChildProcess): Pick<RunningCommand, 'type' | 'closeInput'> {
  // A command may end, or stop reading, while a person still types.
  stdin?.on('error', () => undefined);
  return {
    type: (text) => {
      if (stdin?.writable === true) stdin.write(text);
    },
    closeInput: () => void stdin?.end(),
  };
}

function groupOf(child: ChildProcess, env: Environment, clock: Clock): ProcessGroup {
  const leader = child.pid;
  if (leader === undefined) throw new Error('A started process has an id.');
  return process.platform === 'win32' ? windowsTree(leader, env) : posixGroup(leader, clock);
}
