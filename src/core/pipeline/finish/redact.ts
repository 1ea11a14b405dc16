import { redactFields, redactText } from '../../base/redact';
import { failure, formatToolError } from '../../contracts/failure';
import { cleanFailure } from '../clean-failure';
import type { OutcomeDraft, FinishStage } from './draft';
import { modelText } from './model-text';

/**
 * Keeps the allowlisted fields, removes credentials from them, and writes the model's text from
 * what is left (001 inv. 4; DESIGN decision 10). If that fails, nothing of the output leaves.
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
    // The cause may quote the output, so only the fact is told.
    const failed = failure('redaction_failed', 'The output could not be made safe to show.');
    const text = formatToolError(failed);
    return { ...draft, fields: {}, report: undefined, failed: true, failure: failed, text };
  }
};
