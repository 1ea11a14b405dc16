import type { Result } from '../../core/contracts/result';
import type { FindJob, SearchEngine, SearchScope } from './search-engine';
import type { SearchThreads } from './search-threads';

/** Searches in a thread of our own where there is no ripgrep. */
export function createWorkerEngine(threads: SearchThreads): SearchEngine {
  return {
    isOrdered: true,
    grep: ({ signal, inOrder: _, ...job }, onFile) =>
      threads.run({
        job: { type: 'grep', ...plainJob(job) },
        onMessage: (message) => (message.type === 'lines' ? onFile(message) : 'more'),
        signal,
      }),
  };
}

/**
 * Finds files in a thread of our own, also where there is ripgrep: it takes less time than to start a
 * process and to read what it prints.
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

/** Lists that a message may carry. */
function plainJob<Job extends { readonly scope: SearchScope }>(job: Job) {
  const { excluded, ignore } = job.scope;
  const above = ignore && { ...ignore, above: [...ignore.above] };
  return { ...job, scope: { ...job.scope, excluded: [...excluded], ignore: above } };
}
