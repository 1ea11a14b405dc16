import { redactFields } from '../../base/redact';
import { failure, formatToolError } from '../../contracts/failure';
import { cleanFailure } from '../clean-failure';
import type { Draft, FinishStage } from './draft';

/**
 * Keeps the allowlisted fields, removes credentials from them, and writes the model's text from
 * what is left (001 inv. 4; DESIGN decision 10). If that fails, nothing of the output leaves.
 */
export const redact: FinishStage = (draft) => {
  try {
    const fields = redactFields(draft.tool.allowlist(draft.fields));
    const clean: Draft = {
      ...draft,
      fields,
      failure: draft.failure && cleanFailure(draft.failure, draft.isRetried),
    };
    return { ...clean, text: modelText(clean) };
  } catch {
    // The cause may quote the output, so only the fact is told.
    const failed = failure('redaction_failed', 'The output could not be made safe to show.');
    return { ...draft, fields: {}, failed: true, failure: failed, text: formatToolError(failed) };
  }
};

function modelText(draft: Draft): string {
  const hasOutput = Object.keys(draft.fields).length > 0;
  const parts = [
    ...(draft.failure === undefined ? [] : [formatToolError(draft.failure)]),
    ...(hasOutput ? [draft.tool.toModel(draft.fields)] : []),
    ...draft.warnings.map((warning) => `[warning] ${warning}`),
  ];
  return parts.filter((part) => part !== '').join('\n');
}
