import type { PipelineParts } from '../../core/pipeline/deps';
import { createRunner, type Pipeline } from '../../core/pipeline/runner';
import { composeBackground } from './background';
import type { Base } from './base';
import type { FileAccess } from './file-access';
import { composePipelineParts } from './pipeline';
import { composeSnapshots } from './snapshots';
import { composeTerminals } from './terminals';

export interface ExecutionSources extends Base, FileAccess {
  readonly extensionPath: string;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

/** All that runs calls: terminals, what runs on behind them, copies for rollbacks, the pipeline. */
export function composeExecution(sources: ExecutionSources) {
  const terminals = composeTerminals(sources);
  const running = composeBackground(terminals);
  const snapshots = composeSnapshots(sources);
  const pipelineParts = composePipelineParts({
    ...sources,
    terminals: running.handles.terminals,
    background: running.background,
    compaction: sources.compactions,
    snapshots,
  });
  /** One more pipeline of the same parts, with some of them replaced. */
  const makePipeline = (changed: Partial<PipelineParts>): Pipeline =>
    createRunner({ ...pipelineParts, ...changed });
  return { terminals, running, snapshots, pipelineParts, makePipeline, pipeline: makePipeline({}) };
}
