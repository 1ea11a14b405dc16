import { say } from '../../base/sentence';
import { linesOf } from '../../base/wording';
import { cutAside } from '../../base/redact/cut-aside';
import { cutEnd, numberLines } from '../../base/text-lines';
import { failure, type Failure, fail, succeed, type Result } from '../../contracts/failure';

export interface ExcerptRange {
  /** 1-based. */
  readonly first: number;
  readonly limit: number;
}

/** Numbered lines of a file, and how many there are. */
export type Excerpt = Result<{
  readonly content: string;
  /** How many lines the file has. */
  readonly total: number;
  readonly notes: readonly string[];
  readonly truncated: boolean;
}>;

/** Limit of one result, however long the lines. */
export const maxCharacters = 100_000;

/** The requested lines, as far as they fit into one result. */
export function linesExcerpt(lines: readonly string[], { first, limit }: ExcerptRange): Excerpt {
  const total = lines.length;
  if (total === 0) {
    return succeed({ content: '', total, notes: ['The file is empty.'], truncated: false });
  }
  if (first > total) return fail(pastEnd(first, total));
  const wanted = withoutValueOfLineBefore(lines, first).slice(0, limit);
  const shown = wanted.slice(0, countThatFit(wanted, maxCharacters));
  if (shown.length === 0) return succeed(longLine(wanted[0] ?? '', first, total));
  const last = first + shown.length - 1;
  const content = numberLines(shown, first);
  if (last === total) return succeed({ content, total, notes: [], truncated: false });
  return succeed({ content, total, notes: [continueNote(first, last, total)], truncated: true });
}

/** Lines that a credential may have, from its name on. */
const maxCredentialLines = 40;

/** The lines from the first one on, without what belongs to a credential that is named above. */
function withoutValueOfLineBefore(lines: readonly string[], first: number): readonly string[] {
  const from = first - 1;
  const above = lines.slice(Math.max(0, from - maxCredentialLines), from);
  const below = lines.slice(from, from + maxCredentialLines);
  const near = [...above, ...below].join('\n');
  const at = near.length - below.join('\n').length;
  const { beginAt } = cutAside(near, at);
  if (above.length === 0 || beginAt === at) return lines.slice(from);
  const breaks = near.slice(at, beginAt).replaceAll(/[^\n]+/g, '');
  const clean = `[REDACTED:secret]${breaks}${near.slice(beginAt)}`.split('\n');
  return [...clean, ...lines.slice(from + maxCredentialLines)];
}

/** "Lines 1-2000 of 3000. Continue with offset 2001." */
export function continueNote(first: number, last: number, total: number): string {
  const lines = first === last ? `Line ${String(first)}` : `Lines ${String(first)}-${String(last)}`;
  return `${lines} of ${String(total)}. Continue with offset ${String(last + 1)}.`;
}

export function pastEnd(first: number, total: number): Failure {
  const lines = linesOf(total);
  return failure('validation', say`The file has ${lines}; offset ${first} is past the end.`, {
    suggestion: `Use an offset between 1 and ${String(total)}.`,
  });
}

/** How many lines, from the first, fit into `max` characters. */
export function countThatFit(lines: readonly string[], max: number): number {
  let characters = 0;
  const over = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > max;
  });
  return over === -1 ? lines.length : over;
}

function longLine(line: string, number: number, total: number) {
  const shown = cutEnd(line, maxCharacters);
  const rest = number < total ? ` Continue with offset ${String(number + 1)}.` : '';
  return {
    content: numberLines([shown], number),
    total,
    notes: [
      `Line ${String(number)} of ${String(total)} has ${String(line.length)} characters; the first ${String(shown.length)} are shown.${rest}`,
    ],
    truncated: true,
  };
}
