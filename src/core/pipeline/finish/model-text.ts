import { formatToolError } from '../../contracts/failure';
import type { OutcomeDraft } from './draft';

/** What the model reads of a redacted outcome: failure, output as its filters left it, warnings. */
export function modelText(draft: OutcomeDraft): string {
  const { tool, failure } = draft;
  const fields = readFields(draft);
  const hasOutput = Object.keys(fields).length > 0;
  const parts = [
    ...(failure === undefined ? [] : [formatToolError(failure)]),
    ...(hasOutput ? [tool.toModel(fields)] : []),
    ...draft.warnings.map((warning) => `[warning] ${warning}`),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function readFields({ tool, fields, report }: OutcomeDraft): OutcomeDraft['fields'] {
  if (report === undefined || tool.filtered === undefined) return fields;
  return { ...fields, [tool.filtered]: report.text };
}
