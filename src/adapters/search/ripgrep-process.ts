import { spawn } from 'node:child_process';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { RecordReader, type RawRecord, type RecordReaderOptions } from './record-reader';
import { type SearchControl, cancelled, tooSlow } from './search-job';

export interface RipgrepRun {
  readonly program: string;
  /** The complete environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly records: RecordReaderOptions;
  readonly onRecord: (record: RawRecord) => SearchControl;
  /**
   * Milliseconds after which it is ended: a pipe in place of an ignore file would block it forever.
   */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export interface RipgrepExit {
  /** -1 if it was killed because there were enough results. */
  readonly code: number;
  readonly stderr: string;
}

const maxStderr = 8192;

/**
 * Runs ripgrep without a shell and with only the given environment, and streams its records.
 * Resolves when the process has exited; aborting kills it. Fails with `unavailable` if it cannot be
 * started.
 */
export function runRipgrep(run: RipgrepRun): Promise<Result<RipgrepExit>> {
  return new Promise((resolve) => {
    if (run.signal.aborted) {
      resolve(fail(cancelled()));
      return;
    }
    const child = spawn(run.program, run.args, {
      cwd: run.cwd,
      env: run.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let ended: Result<RipgrepExit> | undefined;
    const stderr: string[] = [];
    const end = (result: Result<RipgrepExit>): void => {
      ended ??= result;
      child.kill('SIGKILL');
    };
    const onAbort = (): void => end(fail(cancelled()));
    run.signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => end(fail(tooSlow(run.limitMs))), run.limitMs);
    const reader = new RecordReader(run.records, (record) => {
      if (ended !== undefined || run.onRecord(record) === 'more') return;
      end(succeed({ code: -1, stderr: '' }));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (ended === undefined) reader.push(chunk);
    });
    let errorBytes = 0;
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorBytes < maxStderr) stderr.push(chunk.toString('utf8'));
      errorBytes += chunk.length;
    });
    const settle = (result: Result<RipgrepExit>): void => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', onAbort);
      resolve(ended ?? result);
    };
    child.on('error', (error) => {
      settle(fail(unavailable(`could not be started (${error.message})`)));
    });
    child.on('close', (code, signal) => {
      if (code === null) settle(fail(crashed(signal ?? 'unknown')));
      else settle(succeed({ code, stderr: stderr.join('').slice(0, maxStderr) }));
    });
  });
}

/** There is no ripgrep to search with (decision search-engine). */
export function unavailable(what: string): Failure {
  const message = `Files cannot be searched: VS Code's ripgrep ${what}. Reinstall VS Code.`;
  return failure('unavailable', message, {
    category: 'permanent_failure',
    suggestion: 'Tell the user that VS Code needs to be reinstalled. Until then, search with bash.',
  });
}

function crashed(signal: string): Failure {
  return failure('execution', `ripgrep was ended by a signal (${signal}).`, {
    suggestion: 'Try a narrower path or a simpler pattern.',
  });
}
