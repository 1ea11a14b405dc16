import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { cancelled } from './cancelled';
import type { Answer } from './search-engine';

export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What ends a record: a line break for JSON, NUL for paths. */
  readonly terminator: '\n' | '\0';
  readonly onRecord: (record: string) => Answer;
  readonly signal: AbortSignal;
}

export interface RipgrepExit {
  /** -1 when it was killed because enough was found. */
  readonly code: number;
  readonly stderr: string;
}

const maxStderr = 8192;

/**
 * Runs ripgrep without a shell and streams its records. Settles when the process is gone; aborting
 * kills it. `unavailable` when it cannot be started.
 */
export function runRipgrep(run: RipgrepRun): Promise<Result<RipgrepExit>> {
  return new Promise((resolve) => {
    if (run.signal.aborted) {
      resolve(fail(cancelled()));
      return;
    }
    const child = spawn(run.program, run.args, {
      cwd: run.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const stop = (): void => void child.kill('SIGKILL');
    run.signal.addEventListener('abort', stop, { once: true });
    let enough = false;
    const records = recordReader(run.terminator, (record) => {
      if (enough || run.onRecord(record) === 'more') return;
      enough = true;
      stop();
    });
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (!enough) records.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < maxStderr) stderr += chunk.toString('utf8');
    });
    const settle = (result: Result<RipgrepExit>): void => {
      run.signal.removeEventListener('abort', stop);
      resolve(run.signal.aborted ? fail(cancelled()) : result);
    };
    child.on('error', (error) => {
      settle(fail(failure('unavailable', `ripgrep cannot be started: ${error.message}`)));
    });
    child.on('close', (code, signal) => {
      if (enough) settle(succeed({ code: -1, stderr }));
      else if (code === null) settle(fail(crashed(signal ?? 'unknown signal')));
      else settle(succeed({ code, stderr: stderr.slice(0, maxStderr) }));
    });
  });
}

/** Cuts chunks into records; a record may come in many chunks, a character in two. */
function recordReader(
  terminator: string,
  onRecord: (record: string) => void,
): { push(chunk: Buffer): void } {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  return {
    push: (chunk) => {
      const pieces = decoder.write(chunk).split(terminator);
      const rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        parts.push(piece);
        onRecord(parts.join(''));
        parts = [];
      }
      if (rest !== '') parts.push(rest);
    },
  };
}

function crashed(signal: string): Failure {
  return failure('execution', `ripgrep ended without an answer (${signal}).`, {
    suggestion: 'Try a narrower path or a simpler pattern.',
  });
}
