import { parentPort } from 'node:worker_threads';
import { setExtraSecrets } from '../../core/base/redact/extra-secrets';
import { createFileFilter } from './file-filter';
import { compileLinePattern } from './line-pattern';
import { PatternError } from './pattern-parts';
import { maxNamedBytes, maxWalkedBytes } from './search-engine';
import { FileSearcher, walkFiles } from './worker-search';
import { workerJobSchema, type WorkerJob, type WorkerMessage } from './worker-messages';

/** Paths reported in one message. */
const batchSize = 500;

type Post = (message: WorkerMessage) => void;

function grep(job: WorkerJob & { readonly type: 'grep' }, post: Post): void {
  const { context, maxPerFile: maxMatches, scope } = job;
  const maxBytes = scope.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  const pattern = compileLinePattern(job.pattern, job.caseSensitive);
  setExtraSecrets(() => job.extraPatterns);
  const searcher = new FileSearcher(pattern, { context, maxMatches, maxBytes });
  visitFiles(job, (file) => {
    const lines = searcher.search(file);
    if (lines.length > 0) post({ type: 'lines', path: file, lines });
  });
}

function find(job: WorkerJob, post: Post): void {
  let paths: string[] = [];
  visitFiles(job, (file) => {
    paths.push(file);
    if (paths.length < batchSize) return;
    post({ type: 'paths', paths });
    paths = [];
  });
  post({ type: 'paths', paths });
}

function visitFiles({ scope }: WorkerJob, visit: (file: string) => void): void {
  const filter = createFileFilter(scope);
  if (!scope.targetIsFile) walkFiles(scope.target, { filter, visit }, scope.ignore);
  else if (filter.accepts(scope.target)) visit(scope.target);
}

function work(job: WorkerJob, post: Post): void {
  try {
    if (job.type === 'grep') grep(job, post);
    else find(job, post);
    post({ type: 'done' });
  } catch (error) {
    if (!(error instanceof PatternError || error instanceof SyntaxError)) throw error;
    post({ type: 'refused', message: error.message });
  }
}

/** The entry of a bundle of its own: a slow pattern can be stopped by ending the thread. */
function main(): void {
  const post: Post = (message) => parentPort?.postMessage(message);
  parentPort?.on('message', (value: unknown) => work(workerJobSchema.parse(value), post));
}

main();
