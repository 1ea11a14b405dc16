import { Worker } from 'node:worker_threads';
import { extraSecretPatterns } from '../../core/base/redact/extra-secrets';
import { type Result, failure, type Failure, fail, succeed } from '../../core/contracts/failure';
import {
  type FindJob,
  type SearchEngine,
  type SearchScope,
  type SearchControl,
  badPattern,
  cancelled,
  tooSlow,
} from './search-engine';
import { workerMessageSchema, type WorkerJob, type WorkerMessage } from './worker-messages';

/** Searches in a worker thread where there is no ripgrep. */
export function createWorkerEngine(threads: SearchThreads): SearchEngine {
  return {
    isOrdered: true,
    grep: ({ signal, inOrder: _, ...job }, onFile) =>
      threads.run({
        job: { type: 'grep', ...plainJob(job), extraPatterns: [...extraSecretPatterns()] },
        onMessage: (message) => (message.type === 'lines' ? onFile(message) : 'more'),
        signal,
      }),
  };
}

/**
 * Finds files in a worker thread, even with ripgrep: this is faster than starting a process and
 * reading its output.
 */
export function findFiles(
  threads: SearchThreads,
  { signal, ...job }: FindJob,
  onPath: (path: string) => void,
): Promise<Result<void>> {
  return threads.run({
    job: { type: 'find', ...plainJob(job) },
    onMessage: (message) => {
      if (message.type === 'paths') message.paths.forEach(onPath);
      return 'more';
    },
    signal,
  });
}

/** Makes lists plain, so that a message can carry them. */
function plainJob<Job extends { readonly scope: SearchScope }>(job: Job) {
  const { excluded, ignore } = job.scope;
  const above = ignore && { ...ignore, above: [...ignore.above] };
  return { ...job, scope: { ...job.scope, excluded: [...excluded], ignore: above } };
}

export interface SearchThreadsOptions {
  /** Path of the bundle of `search-worker.ts`. */
  readonly workerPath: string;
  /** Milliseconds after which a search is stopped. */
  readonly limitMs: number;
}

/** One search in a thread. */
export interface ThreadRun {
  readonly job: WorkerJob;
  readonly onMessage: (message: WorkerMessage) => SearchControl;
  readonly signal: AbortSignal;
}

/**
 * Keeps an idle thread: searches often follow each other, and starting a thread costs as much as a
 * search.
 */
const idleMs = 60_000;

/**
 * Runs searches in threads. JavaScript expressions may run endlessly: the thread ends when a search
 * is cancelled, too slow or has enough results; otherwise it is reused.
 */
export class SearchThreads {
  private idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  constructor(private readonly options: SearchThreadsOptions) {}

  run({ job, onMessage, signal }: ThreadRun): Promise<Result<void>> {
    if (signal.aborted) return Promise.resolve(fail(cancelled()));
    const { limitMs } = this.options;
    const worker = this.take();
    return new Promise((resolve) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        removeListeners(worker);
      };
      const end = (result: Result<void>): void => {
        leave();
        void worker.terminate().then(() => resolve(result));
      };
      const keep = (result: Result<void>): void => {
        leave();
        this.park(worker);
        resolve(result);
      };
      const onAbort = (): void => end(fail(cancelled()));
      const timer = setTimeout(() => end(fail(tooSlow(limitMs))), limitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.on('message', (value: unknown) => {
        const message = workerMessageSchema.parse(value);
        if (message.type === 'refused') keep(fail(badPattern(message.message)));
        else if (message.type === 'done') keep(succeed(undefined));
        else if (onMessage(message) === 'enough') end(succeed(undefined));
      });
      worker.on('error', (error) => end(fail(broken(error))));
      worker.on('exit', () => end(fail(broken('its thread ended'))));
      worker.postMessage(job);
    });
  }

  private take(): Worker {
    const { idle } = this;
    this.idle = undefined;
    if (idle === undefined) {
      // Without the environment, which the thread does not need.
      return new Worker(this.options.workerPath, { env: {} });
    }
    clearTimeout(idle.timer);
    removeListeners(idle.worker);
    idle.worker.ref();
    return idle.worker;
  }

  /** Keeps one thread: concurrent searches are rare. It does not keep the process alive. */
  private park(worker: Worker): void {
    if (this.idle !== undefined) {
      void worker.terminate();
      return;
    }
    const drop = (): void => {
      if (this.idle?.worker === worker) this.idle = undefined;
      void worker.terminate();
    };
    this.idle = { worker, timer: setTimeout(drop, idleMs).unref() };
    worker.on('error', drop);
    worker.on('exit', drop);
    worker.unref();
  }
}

/** Removes only our listeners: the worker needs its own. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function broken(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return failure('execution', `The search ended with an error: ${message}`);
}
