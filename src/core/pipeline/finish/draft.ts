import { inEnglish, type Sentence } from '../../base/sentence';
import type { Redacted } from '../../base/redact/redact';
import type { BoundTool, OutputFields } from '../../contracts/tools/bound-tool';
import { type Failure, formatToolError } from '../../contracts/failure';
import type { SpooledOutput } from '../../contracts/calls/spooled-output';
import type { FilterReport } from '../../contracts/filter-rule';
import type { PolicyLimits } from '../../contracts/policy/policy';
import type { PipelineDeps } from '../runtime/deps';

/** An outcome on its way to being safe. */
export interface OutcomeDraft {
  readonly tool: BoundTool;
  readonly toolCallId: string;
  readonly sessionId: string;
  /** Tool and arguments, to find a repeated output; undefined if not searched for. */
  readonly callKey: string | undefined;
  readonly limits: PolicyLimits;
  /** As the tool returned it; only `validate-output` reads it. */
  readonly value: unknown;
  readonly fields: OutputFields;
  /** Filtered text of the field `tool.filtered`; undefined if the raw text is used. */
  readonly report: FilterReport | undefined;
  /** All of an output of which `fields` have only a part; `overflow` stores it. */
  readonly spooled: SpooledOutput | undefined;
  readonly failed: boolean;
  readonly failure: Failure | undefined;
  /** True for a tool that is retried automatically (003-retry-1). */
  readonly isRetried: boolean;
  readonly warnings: readonly Sentence[];
  /** Each text after `secret-scan`; empty before it. */
  readonly redacted: ReadonlyMap<string, Redacted>;
  /** Text for the model; empty before `redact`. */
  readonly text: string;
  readonly overflowId: string | undefined;
  /** `text` lacks the middle of the output, which filters did not remove (003-envelope-2). */
  readonly isCut: boolean;
  /** The earlier call whose output this one repeats. */
  readonly repeats: string | undefined;
}

/** One step of the last phase. */
export type FinishStage = (
  draft: OutcomeDraft,
  deps: PipelineDeps,
) => OutcomeDraft | Promise<OutcomeDraft>;

/** Checks the result against the tool's own schema; an invalid result goes no further. */
export const validateOutput: FinishStage = (draft) => {
  if (draft.value === undefined) return draft;
  const checked = draft.tool.validateOutput(draft.value);
  if (checked.ok) return { ...draft, fields: checked.value };
  return { ...draft, failed: true, failure: draft.failure ?? checked.failure };
};

/** The redacted outcome as the model reads it: failure, filtered output, warnings. */
export function modelText(draft: OutcomeDraft): string {
  const { tool, failure } = draft;
  const fields = readFields(draft);
  const hasOutput = Object.keys(fields).length > 0;
  const parts = [
    ...(failure === undefined ? [] : [formatToolError(failure)]),
    ...(hasOutput ? [tool.toModel(fields)] : []),
  ];
  return withWarnings(parts.filter((part) => part !== '').join('\n'), draft.warnings);
}

/** A text for the model, and what it is warned of. */
export function withWarnings(text: string, warnings: OutcomeDraft['warnings']): string {
  const lines = warnings.map((warning) => `[warning] ${inEnglish(warning)}`);
  return [...(text === '' ? [] : [text]), ...lines].join('\n');
}

function readFields({ tool, fields, report }: OutcomeDraft): OutcomeDraft['fields'] {
  if (report === undefined || tool.filtered === undefined) return fields;
  return { ...fields, [tool.filtered]: report.text };
}
