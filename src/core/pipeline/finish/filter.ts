import type { OutcomeDraft, FinishStage } from './draft';
import { filteredLength } from './filter-mark';

/**
 * Lets what output filters left stand for the output, where it is shorter with all that is said of
 * it; the raw output is used otherwise (003 Output Filter Pipeline). A filter that left nothing says
 * so: an empty text would claim that the command was silent.
 */
export const filter: FinishStage = (draft) => {
  const { report } = draft;
  const raw = rawText(draft);
  if (report === undefined || raw === undefined) return { ...draft, report: undefined };
  const isEmpty = report.text.trim() === '';
  const used = isEmpty ? { ...report, text: allNoise(report.rawLines) } : report;
  return { ...draft, report: filteredLength(used, raw) < raw.length ? used : undefined };
};

/** The field that filters shorten, as it is now. */
export function rawText({ tool, fields }: OutcomeDraft): string | undefined {
  const raw = tool.filtered === undefined ? undefined : fields[tool.filtered];
  return typeof raw === 'string' ? raw : undefined;
}

function allNoise(lines: number): string {
  return `(${String(lines)} lines, all of them progress or noise)`;
}
