import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { compilePathGlob } from '../../core/base/glob-path';
import { badGlob } from './bad-pattern';
import { compileLinePattern, type LinePattern } from './line-pattern';
import { searchFile } from './search-file';
import { maxNamedBytes, maxWalkedBytes } from './search-engine';
import { walkFiles } from './walk-files';
import { workerJobSchema, type WorkerJob, type WorkerMessage } from './worker-messages';

/** Paths told in one message. */
const batchSize = 500;

type Tell = (message: WorkerMessage) => void;

function grep(job: WorkerJob & { readonly type: 'grep' }, tell: Tell): void {
  const pattern = compileOrTell(job, tell);
  if (pattern === undefined) return;
  const maxBytes = job.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  const files = job.targetIsFile ? [job.target] : walkFiles(job.target, job.ignore);
  for (const file of files) {
    const matches = searchFile(file, pattern, { maxBytes, maxMatches: job.maxPerFile });
    if (matches.length > 0) tell({ type: 'matches', matches });
  }
}

function compileOrTell(
  job: WorkerJob & { readonly type: 'grep' },
  tell: Tell,
): LinePattern | undefined {
  try {
    return compileLinePattern(job.pattern, job.caseSensitive);
  } catch (error) {
    tell({ type: 'refused', message: error instanceof Error ? error.message : 'not a pattern' });
    return undefined;
  }
}

function find(job: WorkerJob & { readonly type: 'find' }, tell: Tell): void {
  const glob = compilePathGlob(job.pattern, { ignoreCase: job.ignoreCase });
  if (glob === undefined) {
    tell({ type: 'refused', message: badGlob().message });
    return;
  }
  let paths: string[] = [];
  for (const file of walkFiles(job.target, job.ignore)) {
    if (!glob.matches(path.relative(job.target, file).split(path.sep).join('/'))) continue;
    paths.push(file);
    if (paths.length < batchSize) continue;
    tell({ type: 'paths', paths });
    paths = [];
  }
  tell({ type: 'paths', paths });
}

/** The entry of a bundle of its own: searches where a slow pattern can be ended with the thread. */
function main(): void {
  const job = workerJobSchema.parse(workerData);
  const tell: Tell = (message) => parentPort?.postMessage(message);
  if (job.type === 'grep') grep(job, tell);
  else find(job, tell);
}

main();
