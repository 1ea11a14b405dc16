import type { LinkedSignal } from '../../base/async';
import type { CallPaths } from '../../contracts/calls/call-paths';
import type { SliceDraft } from '../../contracts/tools/define-tool';
import type { ToolProgress } from '../../contracts/calls/outcome';
import type { ShellAnalysis } from '../../contracts/calls/shell-analysis';
import type { PipelineDeps } from '../runtime/deps';
import type { ClearedCall, Outcome } from '../call/brands';

export interface RunningCall {
  readonly sessionId: string;
  /** Ends it; its signal is made only for those who ask for it. */
  readonly stop: LinkedSignal;
  readonly slices: SliceDraft;
  readonly progress: (update: ToolProgress) => void;
  /** False if a layer needs the call to be over when it returns. */
  readonly mayContinue: boolean;
  /** Called before work that must finish and be reported even if the call is stopped. */
  readonly mustFinish: () => void;
  /** The command as it was parsed and judged; undefined for a call without one. */
  readonly reading: ShellAnalysis | undefined;
  /** The paths of the call as they were judged. */
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
