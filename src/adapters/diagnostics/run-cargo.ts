import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { cutStart } from '../../core/base/text-lines';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import { groupOf } from '../process/process-group';
import { RecordReader } from '../search/record-reader';
import { isAborted } from '../../core/base/async';

/** Far more than a message with all its notes. */
const maxLine = 1024 * 1024;
/** Far more than a large project prints. */
const maxTotal = 128 * 1024 * 1024;
const maxStderr = 16 * 1024;
/** Time to wait for output of processes that a build has left running. */
const lingerMs = 1000;

const isWindows = process.platform === 'win32';

export interface CargoRun {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export interface CargoExit {
  /** Undefined if it was ended by a signal. */
  readonly code: number | undefined;
  /** The last part of stderr. */
  readonly stderr: string;
  /** Why it ended: by itself, or stopped by us. */
  readonly by: 'itself' | 'abort' | 'time' | 'flood';
  /** Lines that were too long to read. */
  readonly skipped: number;
}

/**
 * Runs cargo without a shell, in a process group of its own. The whole group is ended when the
 * signal aborts, the time is up or there is too much output. Resolves when it has exited; fails
 * with the error if it cannot be started.
 */
export async function runCargo(run: CargoRun): Promise<Result<CargoExit, Error>> {
  if (isAborted(run.signal)) {
    return succeed({ code: undefined, stderr: '', by: 'abort', skipped: 0 });
  }
  const child = spawn(run.program, run.args, {
    cwd: run.cwd,
    env: run.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    return fail(error instanceof Error ? error : new Error(String(error)));
  }
  return succeed(await follow(child, { out: child.stdout, err: child.stderr }, run));
}

async function follow(
  child: ChildProcess,
  streams: { readonly out: Readable; readonly err: Readable },
  run: CargoRun,
): Promise<CargoExit> {
  const { clock, signal } = run;
  const group = groupOf(child, run, clock);
  let lingering: Disposable | undefined;
  let by: CargoExit['by'] = 'itself';
  const release = (): void => {
    streams.out.destroy();
    streams.err.destroy();
  };
  const end = (why: CargoExit['by']): void => {
    if (by !== 'itself') return;
    by = why;
    void group.end().finally(release);
  };
  let skipped = 0;
  const reader = new RecordReader({ end: '\n', maxBytes: maxLine }, ({ head, isCut }) => {
    if (isCut) skipped += 1;
    else if (head.length > 0) run.onLine(head.toString('utf8'));
  });
  let total = 0;
  streams.out.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maxTotal) end('flood');
    else reader.push(chunk);
  });
  let stderr = '';
  streams.err.setEncoding('utf8').on('data', (text: string) => {
    stderr = cutStart(stderr + text, maxStderr);
  });
  const stop = (): void => {
    end('abort');
  };
  signal.addEventListener('abort', stop, { once: true });
  if (isAborted(signal)) stop();
  const timer = clock.after(run.timeLimitMs, () => {
    end('time');
  });
  child.once('exit', () => {
    lingering = clock.after(lingerMs, release);
  });
  const code = await closing(child);
  lingering?.dispose();
  timer.dispose();
  signal.removeEventListener('abort', stop);
  reader.end();
  return { code: code ?? undefined, stderr, by, skipped };
}

function closing(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}
