import type { PipelineParts } from '../../core/pipeline/runtime/deps';
import { createRunner, type Pipeline } from '../../core/pipeline/runner';
import { composeDiagnostics } from './diagnostics';
import { composeBackground } from './background';
import type { Base } from './base';
import type { FileAccess } from './file-access';
import { composeFilters } from './filters';
import { composePipelineParts } from './pipeline';
import { composeShell } from './shell';
import { composeSnapshots } from './snapshots';
import { composeTerminals } from './terminals';

export interface ExecutionSources extends Base, FileAccess {
  readonly extensionPath: string;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

/**
 * All that runs calls: terminals, what runs on behind them, copies for rollbacks, what shortens
 * outputs, the pipeline.
 */
export function composeExecution(sources: ExecutionSources) {
  const terminals = composeTerminals(sources);
  const running = composeBackground(terminals);
  const snapshots = composeSnapshots(sources);
  const diagnostics = composeDiagnostics(sources);
  const shell = composeShell(sources.extensionPath, sources.log);
  const filters = composeFilters({ ...sources, shell });
  const pipelineParts = composePipelineParts({
    ...sources,
    terminals: running.handles.terminals,
    background: running.background,
    compaction: sources.compactions,
    snapshots,
    diagnostics,
    shell,
    filters,
  });
  /** One more pipeline of the same parts, with some of them replaced. */
  const makePipeline = (changed: Partial<PipelineParts>): Pipeline =>
    createRunner({ ...pipelineParts, ...changed });
  return {
    terminals,
    running,
    snapshots,
    diagnostics,
    filters,
    pipelineParts,
    makePipeline,
    pipeline: makePipeline({}),
  };
}
