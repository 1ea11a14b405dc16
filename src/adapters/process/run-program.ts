import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { isAborted } from '../../core/base/async';
import { cutStart } from '../../core/base/text-lines';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable, Clock } from '../../core/ports/system';
import { groupOf } from './process-group';
import { RecordReader, type RawRecord, type RecordReaderOptions } from './record-reader';

const maxStderr = 16 * 1024;
/** Time to wait for output of processes that the program has left running. */
const lingerMs = 1000;

export interface ProgramRun {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly records: RecordReaderOptions;
  readonly onRecord: (record: RawRecord) => 'more' | 'enough';
  /** Bytes of output that are read; with more, it has printed enough. */
  readonly maxBytes?: number;
  /** It may start other programs, which end with it. Otherwise it is killed at once. */
  readonly isTree: boolean;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export interface ProgramExit {
  /** Undefined if it was ended by a signal. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** The last part of stderr. */
  readonly stderr: string;
  /** Why it ended: by itself, or stopped by us. */
  readonly by: 'itself' | 'abort' | 'time' | 'enough';
}

/**
 * Runs a program without a shell and streams its records. It is ended when the signal aborts, the
 * time is up or there is enough. Resolves when it has exited; fails with the error if it cannot be
 * started.
 */
export async function runProgram(run: ProgramRun): Promise<Result<ProgramExit, Error>> {
  if (isAborted(run.signal)) {
    return succeed({ code: undefined, signal: undefined, stderr: '', by: 'abort' });
  }
  const child = spawn(run.program, run.args, {
    cwd: run.cwd,
    env: run.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: run.isTree && process.platform !== 'win32',
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
  run: ProgramRun,
): Promise<ProgramExit> {
  const { clock, signal, maxBytes = Infinity } = run;
  const group = run.isTree ? groupOf(child, run, clock) : undefined;
  let by: ProgramExit['by'] = 'itself';
  // A signal that cannot be sent is reported here; the program then ends by itself.
  child.on('error', () => undefined);
  const release = (): void => {
    streams.out.destroy();
    streams.err.destroy();
  };
  const end = (why: ProgramExit['by']): void => {
    if (by !== 'itself') return;
    by = why;
    if (group === undefined) child.kill('SIGKILL');
    else void group.end().finally(release);
  };
  const reader = new RecordReader(run.records, (record) => {
    if (by === 'itself' && run.onRecord(record) === 'enough') end('enough');
  });
  let total = 0;
  streams.out.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maxBytes) end('enough');
    else if (by === 'itself') reader.push(chunk);
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
  const timer = clock.after(run.limitMs, () => {
    end('time');
  });
  let lingering: Disposable | undefined;
  child.once('exit', () => {
    // Only a child of the program can hold the pipes open.
    if (run.isTree) lingering = clock.after(lingerMs, release);
  });
  const exit = await closing(child);
  lingering?.dispose();
  timer.dispose();
  signal.removeEventListener('abort', stop);
  reader.end();
  return { ...exit, stderr, by };
}

function closing(child: ChildProcess): Promise<Pick<ProgramExit, 'code' | 'signal'>> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code: code ?? undefined, signal: signal ?? undefined });
    });
  });
}
