import { say } from '../../core/base/sentence';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Writable, type Readable } from 'node:stream';
import { classifyShell } from '../../core/contracts/classify-cause';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { CaptureOptions, StreamName } from './captured-output';
import { markedBy } from './command-processes';
import { standardInputOf } from './input-wait';
import { openOutputPipes, streamPipe, type OutputPipe, type OutputPipes } from './output-pipes';
import { groupOf } from './process-group';
import { followCommand, type RunningCommand } from './running-command';
import { heldArguments, releaseLine, type Shell } from './bash';
import { errnoOf } from '../system/errno';
import { isAborted } from '../../core/base/async';

const isWindows = process.platform === 'win32';

export interface CommandRequest extends CaptureOptions {
  readonly shell: Shell;
  /** Runs exactly as given. */
  readonly command: string;
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Receives decoded output with its escape sequences, as it arrives. */
  readonly onText: (stream: StreamName, text: string, isPlain: boolean) => void;
  /**
   * Records the command with the id of its process, the leader of its group. On POSIX the command
   * runs only after that has succeeded; on Windows, which cannot hold a start, it runs meanwhile
   * and is killed if recording fails.
   */
  readonly record: (pid: number) => Promise<Result<CommandRecord>>;
  /** If aborted, a command that does not run yet will not start. */
  readonly signal: AbortSignal;
}

/** The record of a running command on disk. */
export interface CommandRecord {
  /** Never rejects. */
  remove(): Promise<void>;
}

/**
 * Starts `bash -c` on a text, in its own process group, with separate pipes for its output streams
 * and an open standard input for the user (003-envelope-1). Fails with `execution` if it cannot be
 * started or recorded.
 */
export async function spawnCommand(
  request: CommandRequest,
  clock: Clock,
): Promise<Result<RunningCommand>> {
  if (request.command.includes('\0')) {
    return fail(failure('validation', say`A command cannot contain a NUL character.`));
  }
  if (isAborted(request.signal)) return fail(notStarted());
  const started = await start(request, await openOutputPipes(process.platform));
  if (!started.ok) return started;
  const { child, pid, pipes } = started.value;
  const group = groupOf(child, { env: request.env, id: markedBy(request.env) }, clock);
  const outputs = {
    stdout: pipes.readers?.stdout ?? pipeOf(child.stdout),
    stderr: pipes.readers?.stderr ?? pipeOf(child.stderr),
  };
  // Follow it from here on to miss nothing; on POSIX it is still held.
  const running = followCommand(
    { ...request, child, group, outputs, input: standardInputOf(pid) },
    clock,
  );
  const admitted = await admit(request, child, pid);
  if (admitted.ok) {
    return succeed(removeRecordWhenGone(running, admitted.value));
  }
  running.killNow();
  await running.exited;
  return admitted;
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly pipes: OutputPipes;
}

async function start(request: CommandRequest, pipes: OutputPipes): Promise<Result<Started>> {
  const { shell, command, cwd, env } = request;
  try {
    const child = spawn(
      shell.file,
      isWindows ? shell.argumentsFor(command, cwd) : heldArguments(shell, command, cwd),
      {
        cwd,
        env: shell.environmentFor(env),
        stdio: ['pipe', ...pipes.writers, ...(isWindows ? [] : (['pipe'] as const))],
        detached: !isWindows,
        windowsHide: true,
      },
    );
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('A started process has an id.');
    return succeed({ child, pid: child.pid, pipes });
  } catch (error) {
    pipes.readers?.stdout.destroy();
    pipes.readers?.stderr.destroy();
    return fail(cannotStart(error));
  } finally {
    pipes.closeWriters();
  }
}

function pipeOf(stream: Readable | null): OutputPipe | undefined {
  return stream === null ? undefined : streamPipe(stream);
}

/** Releases the held command once it is recorded, unless it was cancelled. */
async function admit(
  { record, signal }: CommandRequest,
  child: ChildProcess,
  pid: number,
): Promise<Result<CommandRecord>> {
  const gate = child.stdio[3];
  // It may be killed while it is held.
  gate?.on('error', () => undefined);
  const recorded = await record(pid);
  if (!recorded.ok) return recorded;
  if (isAborted(signal)) {
    await recorded.value.remove();
    return fail(notStarted());
  }
  if (gate instanceof Writable) gate.end(releaseLine);
  return recorded;
}

/** Keeps the record while children are left that would outlive a crash. */
function removeRecordWhenGone(running: RunningCommand, record: CommandRecord): RunningCommand {
  const outlives = async (): Promise<boolean> => {
    const isLeft = await running.outlives();
    if (!isLeft) await record.remove();
    return isLeft;
  };
  void running.exited.then(outlives);
  return {
    ...running,
    outlives,
    kill: async () => {
      await running.kill();
      await outlives();
    },
    endAll: async () => {
      await running.endAll();
      await outlives();
    },
  };
}

function notStarted(): Failure {
  return failure('cancelled', say`The command was stopped before it ran.`);
}

function cannotStart(error: unknown): Failure {
  const errno = errnoOf(error);
  if (errno === 'E2BIG') {
    return failure('execution', say`The command is too long for this machine.`, {
      suggestion: 'Write it to a script file and run that.',
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  const category = classifyShell({ errno }) ?? 'permanent_failure';
  return failure('execution', say`The command could not be started: ${reason}`, { category });
}
