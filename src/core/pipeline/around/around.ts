import type { SliceDraft, ToolProgress } from '../../contracts/define-tool';
import type { PipelineDeps } from '../deps';
import type { ClearedCall, Outcome } from '../mint';

/** What a running call may use. */
export interface Running {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly slices: SliceDraft;
  readonly progress: (update: ToolProgress) => void;
  /** True unless a layer needs the call to be over when it answers. */
  readonly mayContinue: boolean;
}

export type Next = (running: Running) => Promise<Outcome>;

/** A layer around execution; the first in order.ts is the outermost. */
export type Around = (
  call: ClearedCall,
  running: Running,
  next: Next,
  deps: PipelineDeps,
) => Promise<Outcome>;
