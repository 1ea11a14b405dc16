import { say } from '../../base/sentence';
import { findNearMatch } from '../../base/near-match';
import { cutEnd, numberLines, splitLines } from '../../base/text-lines';
import { failure, type Failure } from '../../contracts/failure';
import { addedRedactionMark } from '../../base/redact/redaction-marks';

const maxShownLines = 20;
const maxShownLength = 300;
export const maxListedLines = 10;
const maxShownPlaces = 5;

/**
 * Reports that the text was not found and shows the nearest lines, so that the next call can match.
 */
export function noMatch(lines: readonly string[], sought: string): Failure {
  if (sought.includes('[REDACTED:')) {
    return failure('validation', say`old_string was not found: it contains a [REDACTED:] mark.`, {
      suggestion:
        'The file has the real value there. Leave that line out of old_string and new_string.',
    });
  }
  if (/^ *\d+\t/.test(sought)) {
    return failure('validation', say`old_string was not found: it begins with a line number.`, {
      suggestion: 'Remove the line numbers and tabs that read puts before each line.',
    });
  }
  const near = findNearMatch(lines, splitLines(sought));
  if (near === undefined) {
    return failure('validation', say`old_string was not found, and no line is similar.`, {
      suggestion: 'Read the file again and copy old_string from it.',
    });
  }
  const shown = near.lines.slice(0, maxShownLines).map((line) => cutEnd(line, maxShownLength));
  const text = numberLines(shown, near.line);
  const [first, ...others] = near.differs;
  return failure(
    'validation',
    first === undefined
      ? say`old_string was not found. The nearest lines are:\n${text}`
      : say`old_string was not found. Only ${others.reduce((before, next) => say`${before} and ${next}`, first)} differ. The nearest lines are:\n${text}`,
    { suggestion: 'Copy old_string exactly from the file, with its indentation.' },
  );
}

/** How often a text occurs in a file, and the lines of its first occurrences. */
export interface Ambiguity {
  readonly count: number;
  /** 1-based, at most `maxListedLines`. */
  readonly firstLines: readonly number[];
}

/** Reports the lines where the text occurs, and shows the first of them. */
export function notUnique(lines: readonly string[], { count, firstLines }: Ambiguity): Failure {
  const at = firstLines.join(', ');
  const shown = firstLines.slice(0, maxShownPlaces).map((line) => linesAround(lines, line));
  const places = shown.join('\n  ...\n');
  return failure(
    'validation',
    count > firstLines.length
      ? say`old_string occurs ${count} times, at lines ${at} and more:\n${places}`
      : say`old_string occurs ${count} times, at lines ${at}:\n${places}`,
    {
      suggestion:
        'Include more of the lines around the one you mean in old_string, or set replace_all to true.',
    },
  );
}

function linesAround(lines: readonly string[], line: number): string {
  const first = Math.max(1, line - 1);
  const around = lines.slice(first - 1, line + 1).map((text) => cutEnd(text, maxShownLength));
  return numberLines(around, first);
}

/** A redacted read must never overwrite the real value (decision 43). */
export function redactionRefusal(before: string, after: string): Failure | undefined {
  const mark = addedRedactionMark(before, after);
  if (mark === undefined) return undefined;
  return failure(
    'validation',
    say`The text contains ${mark}, a mark for a value that was hidden from you. The file has the real value; writing the mark would destroy it.`,
    {
      suggestion:
        'Use edit and leave the lines with redacted values out of old_string and new_string.',
    },
  );
}
