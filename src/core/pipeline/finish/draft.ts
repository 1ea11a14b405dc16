import type { BoundTool, OutputFields } from '../../contracts/bound-tool';
import type { Failure } from '../../contracts/failure';
import type { PolicyLimits } from '../../contracts/policy';
import type { PipelineDeps } from '../deps';

/** An outcome on its way to being safe. */
export interface Draft {
  readonly tool: BoundTool;
  readonly sessionId: string;
  readonly limits: PolicyLimits;
  /** As the tool answered; only `validate-output` reads it. */
  readonly value: unknown;
  readonly fields: OutputFields;
  readonly failed: boolean;
  readonly failure: Failure | undefined;
  /** True for a tool that the system tries again (003). */
  readonly isRetried: boolean;
  readonly warnings: readonly string[];
  /** What the model will read; empty before `redact`. */
  readonly text: string;
  readonly overflowId: string | undefined;
}

/** One step of the last phase. */
export type FinishStage = (draft: Draft, deps: PipelineDeps) => Draft | Promise<Draft>;
