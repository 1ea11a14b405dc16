import type { OutcomeDraft, FinishStage } from './draft';
import type { FilterReport } from '../../contracts/filter';

/**
 * Lets what output filters left stand for the output, where it is shorter with all that is said of
 * it; the raw output is used otherwise (003-filters-2). A filter that left nothing says
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

/** More removed characters than this are reported, however sure the rules are. */
const maxSilent = 2000;

const uuidLength = 36;

/** Characters of output and mark together that the model would read. */
export function filteredLength(report: FilterReport, raw: string): number {
  const mark = filterMark(report, raw, '0'.repeat(uuidLength));
  // A reference takes more tokens than text of its length: the gain has to be clear.
  return report.text.length + 2 * mark.length;
}

/**
 * Note for the model after a shortened output, so that it can read what was left out; empty for
 * a little noise that the rules are sure of. `raw` is what was kept of the output, whose midst may
 * have been cut.
 */
export function filterMark(report: FilterReport, raw: string, overflowId: string): string {
  const { rules, rawLines, filteredLines, confidence, text } = report;
  if (confidence === 'full' && raw.length - text.length <= maxSilent) return '';
  const lines = `${String(rawLines)} lines -> ${String(filteredLines)} lines`;
  const whole = lineCount(raw) < rawLines ? 'Its begin and end are' : 'The whole is';
  return `[Shortened by ${rules.join(', ')}: ${lines}. ${whole} overflow:${overflowId}; read it with read_overflow.]`;
}

function lineCount(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
