import { escapeControlInline } from '../../base/escape-control';
import type { OutcomeDraft, FinishStage } from './draft';
import type { FilterReport } from '../../contracts/filter-rule';

/**
 * Uses the filtered output if it is shorter including its notice, otherwise the raw output
 * (003-filters-2). If the filter removed everything, the text says so: an empty text would suggest
 * that the command printed nothing.
 */
export const filter: FinishStage = (draft) => {
  const { report } = draft;
  const raw = rawText(draft);
  if (report === undefined || raw === undefined) return { ...draft, report: undefined };
  const isEmpty = report.text.trim() === '';
  const used = isEmpty ? { ...report, text: allNoise(report.rawLines) } : report;
  return { ...draft, report: filteredLength(used, raw) < raw.length ? used : undefined };
};

/** The current value of the field that filters shorten. */
export function rawText({ tool, fields }: OutcomeDraft): string | undefined {
  const raw = tool.filtered === undefined ? undefined : fields[tool.filtered];
  return typeof raw === 'string' ? raw : undefined;
}

function allNoise(lines: number): string {
  return `(${String(lines)} lines of progress and noise only)`;
}

/** Removing more characters than this is always reported, however sure the rules are. */
const maxSilent = 2000;

/** A stored output, as notices for the model refer to it. */
export interface OverflowReference {
  readonly id: string;
  /** Short name of the tool that reads it; undefined if there is none. */
  readonly reader: string | undefined;
}

/** An ordinary id and a name of ordinary length, for estimates. */
const typicalReference: OverflowReference = { id: '0'.repeat(36), reader: '0'.repeat(13) };

/** The reference, and how to read what it refers to (003-overflow-2). */
export function referenceText({ id, reader }: OverflowReference): string {
  return reader === undefined ? `overflow:${id}` : `overflow:${id}; read it with ${reader}`;
}

/** Length of the filtered output with its notice. */
export function filteredLength(report: FilterReport, raw: string): number {
  const mark = filterMark(report, { raw, isWhole: undefined }, typicalReference);
  // A reference costs more tokens than prose of its length, so it counts double.
  return report.text.length + 2 * mark.length;
}

/**
 * Notice for the model after a shortened output, so that it can read what was removed; empty if the
 * rules are sure and removed little. `raw` is the output, whose middle may have been cut; `isWhole`
 * says whether the stored one is, if it is another.
 */
export function filterMark(
  report: FilterReport,
  { raw, isWhole }: { readonly raw: string; readonly isWhole: boolean | undefined },
  reference: OverflowReference,
): string {
  const { rules, rawLines, filteredLines, confidence, text } = report;
  const isSure = confidence === 'full' && isWhole === undefined;
  if (isSure && raw.length - text.length <= maxSilent) return '';
  const lines = `${String(rawLines)} lines -> ${String(filteredLines)} lines`;
  const whole = (isWhole ?? lineCount(raw) >= rawLines) ? 'Full output:' : 'Its start and end:';
  return `[Shortened by ${escapeControlInline(rules.join(', '))}: ${lines}. ${whole} ${referenceText(reference)}.]`;
}

function lineCount(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
