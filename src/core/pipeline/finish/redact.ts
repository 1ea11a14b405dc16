import { say } from '../../base/sentence';
import { redactFields, redactText } from '../../base/redact/redact';
import {
  failure,
  formatToolError,
  withMessage,
  withoutRetry,
  type Failure,
} from '../../contracts/failure';
import { type OutcomeDraft, type FinishStage, modelText } from './draft';
import { redactAll } from '../../base/redact/redact-all';

/**
 * Keeps only the allowlisted fields, removes credentials from them, and builds the model's text
 * from the rest (INV-04; decision 10). If that fails, no output leaves the pipeline.
 */
export const redact: FinishStage = (draft) => {
  try {
    const clean = (text: string): string => (draft.redacted.get(text) ?? redactText(text)).text;
    const fields = redactFields(draft.tool.allowlist(draft.fields), clean);
    const safe: OutcomeDraft = {
      ...draft,
      fields,
      report: draft.report && { ...draft.report, text: clean(draft.report.text) },
      failure: draft.failure && cleanFailure(draft.failure, draft.isRetried),
    };
    return { ...safe, text: modelText(safe) };
  } catch {
    // The cause may quote the output, so only the failure is reported.
    const failed = failure('redaction_failed', say`The output could not be made safe to show.`);
    const text = formatToolError(failed);
    const nothing = { fields: {}, report: undefined, spooled: undefined };
    return { ...draft, ...nothing, failed: true, failure: failed, text };
  }
};

/**
 * Warns of credentials in the raw output without repeating them (003-secrets-1), unless the user
 * turned the warning off. Keeps the findings, so that `redact` need not search again.
 */
export const secretScan: FinishStage = async (draft, { system, settings }) => {
  const { tool, fields, report, spooled, warnings } = draft;
  try {
    const redacted = await redactAll(
      [tool.allowlist(fields), report?.text],
      system.yieldToEventLoop,
    );
    const found = [...redacted.values()].flatMap((each) => each.kinds);
    const kinds = new Set([...found, ...(spooled?.kinds ?? [])]);
    if (kinds.size === 0 || !settings.secretWarnings()) return { ...draft, redacted };
    const warning = say`The output contained what looks like credentials (${[...kinds].join(', ')}); they were removed.`;
    return { ...draft, redacted, warnings: [...warnings, warning] };
  } catch {
    // `redact` fails in the same way and withholds the output.
    return draft;
  }
};

/**
 * A failure that may leave the pipeline: its message may quote a path, a rule or an output
 * (INV-04), and only a call that is retried automatically counts as retryable (003-retry-3).
 */
export function cleanFailure(failed: Failure, isRetried: boolean): Failure {
  const honest = isRetried ? failed : withoutRetry(failed);
  return withMessage(honest, redactText(failed.message).text);
}
