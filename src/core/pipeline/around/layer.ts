import type { CallPaths } from '../../contracts/calls/call-paths';
import type { SliceDraft } from '../../contracts/tools/define-tool';
import type { ToolProgress } from '../../contracts/calls/outcome';
import type { ShellAnalysis } from '../../contracts/calls/shell-analysis';
import type { PipelineDeps } from '../runtime/deps';
import type { ClearedCall, Outcome } from '../call/brands';

/** Services for a running call. */
export interface RunningCall {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly slices: SliceDraft;
  readonly progress: (update: ToolProgress) => void;
  /** True unless a layer needs the call to be over when it answers. */
  readonly mayContinue: boolean;
  /** Called before work that must finish and be reported, even if the call is stopped. */
  readonly mustFinish: () => void;
  /** The command as it was read and judged; undefined for a call that runs none. */
  readonly reading: ShellAnalysis | undefined;
  /** The places of the call as they were judged. */
  readonly paths: CallPaths;
}

export type Next = (running: RunningCall) => Promise<Outcome>;

/** A layer around execution; the first in order.ts is the outermost. */
export type AroundStage = (
  call: ClearedCall,
  running: RunningCall,
  next: Next,
  deps: PipelineDeps,
) => Promise<Outcome>;
