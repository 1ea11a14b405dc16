import { Worker } from 'node:worker_threads';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { cancelled } from './cancelled';
import type { Answer, SearchEngine } from './search-engine';
import { workerMessageSchema, type WorkerJob, type WorkerMessage } from './worker-messages';

export interface WorkerEngineOptions {
  /** The bundle of `search-worker.ts`. */
  readonly workerPath: string;
  /** Milliseconds after which a search is ended. */
  readonly limitMs: number;
}

/**
 * Searches in a thread of our own where there is no ripgrep. JavaScript's expressions may take
 * time without end; the thread is ended with them.
 */
export function createWorkerEngine(options: WorkerEngineOptions): SearchEngine {
  return {
    grep: ({ signal, ...job }, onMatch) =>
      runWorker({ type: 'grep', ...job }, signal, options, (message) => {
        if (message.type !== 'matches') return 'more';
        return message.matches.some((match) => onMatch(match) === 'enough') ? 'enough' : 'more';
      }),
    find: ({ signal, targetIsFile: _, ...job }, onPath) =>
      runWorker({ type: 'find', ...job }, signal, options, (message) => {
        if (message.type === 'paths') message.paths.forEach(onPath);
        return 'more';
      }),
  };
}

function runWorker(
  job: WorkerJob,
  signal: AbortSignal,
  { workerPath, limitMs }: WorkerEngineOptions,
  onMessage: (message: WorkerMessage) => Answer,
): Promise<Result<void>> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(fail(cancelled()));
      return;
    }
    // Without the environment: the thread needs nothing of it.
    const worker = new Worker(workerPath, { workerData: job, env: {} });
    let ended: Result<void> | undefined;
    const end = (result: Result<void>): void => {
      ended ??= result;
      void worker.terminate();
    };
    const onAbort = (): void => end(fail(cancelled()));
    const timer = setTimeout(() => end(fail(tooSlow(limitMs))), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (value: unknown) => {
      if (ended !== undefined) return;
      const message = workerMessageSchema.parse(value);
      if (message.type === 'refused') end(fail(refused(message.message)));
      else if (onMessage(message) === 'enough') end(succeed(undefined));
    });
    worker.on('error', (error) => end(fail(broken(error))));
    worker.on('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(ended ?? succeed(undefined));
    });
  });
}

function tooSlow(limitMs: number): Failure {
  const seconds = String(Math.round(limitMs / 1000));
  // Trying the same again would take as long again: not the retryable category of a timeout.
  return failure('timeout', `The search was stopped after ${seconds} seconds.`, {
    category: 'permanent_failure',
    suggestion: 'Use a simpler pattern without nested repeats, or a narrower path.',
  });
}

function refused(message: string): Failure {
  return failure('validation', message, {
    suggestion: 'Correct the pattern; escape characters such as ( [ { . * + ? \\.',
  });
}

function broken(error: unknown): Failure {
  const message = error instanceof Error ? error.message : 'unknown error';
  return failure('execution', `The search ended with an error: ${message}`);
}
