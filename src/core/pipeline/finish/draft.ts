import type { Redacted } from '../../base/redact';
import type { BoundTool, OutputFields } from '../../contracts/bound-tool';
import type { Failure } from '../../contracts/failure';
import type { FilterReport } from '../../contracts/filter';
import type { PolicyLimits } from '../../contracts/policy';
import type { PipelineDeps } from '../deps';

/** An outcome on its way to being safe. */
export interface OutcomeDraft {
  readonly tool: BoundTool;
  readonly toolCallId: string;
  readonly sessionId: string;
  /** Tool and arguments, by which a repeated output is known; undefined where it is not looked for. */
  readonly callKey: string | undefined;
  readonly limits: PolicyLimits;
  /** As the tool answered; only `validate-output` reads it. */
  readonly value: unknown;
  readonly fields: OutputFields;
  /** What output filters left of the field `tool.filtered`; undefined where the raw text is used. */
  readonly report: FilterReport | undefined;
  readonly failed: boolean;
  readonly failure: Failure | undefined;
  /** True for a tool that the system tries again (003). */
  readonly isRetried: boolean;
  readonly warnings: readonly string[];
  /** What `secret-scan` made of each text; empty before it. */
  readonly redacted: ReadonlyMap<string, Redacted>;
  /** What the model will read; empty before `redact`. */
  readonly text: string;
  readonly overflowId: string | undefined;
  /** The earlier call whose output this one repeats. */
  readonly repeats: string | undefined;
}

/** One step of the last phase. */
export type FinishStage = (draft: OutcomeDraft, deps: PipelineDeps) => OutcomeDraft | Promise<OutcomeDraft>;
