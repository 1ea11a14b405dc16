import { parentPort } from 'node:worker_threads';
import { createFileFilter } from './file-filter';
import { compileLinePattern } from './line-pattern';
import { PatternError } from './pattern-parts';
import { maxNamedBytes, maxWalkedBytes } from './search-engine';
import { FileSearcher, walkFiles } from './worker-search';
import { workerJobSchema, type WorkerJob, type WorkerMessage } from './worker-messages';

/** Paths reported in one message. */
const batchSize = 500;

type Tell = (message: WorkerMessage) => void;

function grep(job: WorkerJob & { readonly type: 'grep' }, tell: Tell): void {
  const { context, maxPerFile: maxMatches, scope } = job;
  const maxBytes = scope.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  const pattern = compileLinePattern(job.pattern, job.caseSensitive);
  const searcher = new FileSearcher(pattern, { context, maxMatches, maxBytes });
  visitFiles(job, (file) => {
    const lines = searcher.search(file);
    if (lines.length > 0) tell({ type: 'lines', path: file, lines });
  });
}

function find(job: WorkerJob, tell: Tell): void {
  let paths: string[] = [];
  visitFiles(job, (file) => {
    paths.push(file);
    if (paths.length < batchSize) return;
    tell({ type: 'paths', paths });
    paths = [];
  });
  tell({ type: 'paths', paths });
}

function visitFiles({ scope }: WorkerJob, visit: (file: string) => void): void {
  const filter = createFileFilter(scope);
  if (!scope.targetIsFile) walkFiles(scope.target, { filter, visit }, scope.ignore);
  else if (filter.accepts(scope.target)) visit(scope.target);
}

function work(job: WorkerJob, tell: Tell): void {
  try {
    if (job.type === 'grep') grep(job, tell);
    else find(job, tell);
    tell({ type: 'done' });
  } catch (error) {
    if (!(error instanceof PatternError || error instanceof SyntaxError)) throw error;
    tell({ type: 'refused', message: error.message });
  }
}

/** The entry of a bundle of its own: a slow pattern can be stopped by ending the thread. */
function main(): void {
  const tell: Tell = (message) => parentPort?.postMessage(message);
  parentPort?.on('message', (value: unknown) => work(workerJobSchema.parse(value), tell));
}

main();
