import { findNearMatch } from '../../base/near-match';
import { cutEnd, numberLines, splitLines } from '../../base/text-lines';
import { failure, type Failure } from '../../contracts/failure';
import { linesOf } from './replace-text';

const maxShownLines = 20;
const maxShownLength = 300;
const maxListedLines = 10;

/** Says that the text is not there and shows what is, so that the next call can be right. */
export function noMatch(text: string, sought: string): Failure {
  if (sought.includes('[REDACTED:')) {
    return failure('validation', 'old_string was not found: it holds a [REDACTED:] mark.', {
      suggestion:
        'The file has the real value there. Leave that line out of old_string and new_string.',
    });
  }
  if (/^ *\d+\t/.test(sought)) {
    return failure('validation', 'old_string was not found: it begins with a line number.', {
      suggestion: 'Leave out the line numbers and tabs that read puts before each line.',
    });
  }
  const near = findNearMatch(splitLines(text), splitLines(sought));
  if (near === undefined) {
    return failure('validation', 'old_string was not found, and no line looks like it.', {
      suggestion: 'Read the file again and copy old_string from it.',
    });
  }
  const shown = near.lines.slice(0, maxShownLines).map((line) => cutEnd(line, maxShownLength));
  const why = near.onlyBlanks ? ' Only blanks at the ends of lines differ.' : '';
  return failure(
    'validation',
    `old_string was not found.${why} The nearest lines are:\n${numberLines(shown, near.line)}`,
    { suggestion: 'Copy old_string exactly from the file, with its indentation.' },
  );
}

export function notUnique(text: string, offsets: readonly number[]): Failure {
  const lines = linesOf(text, offsets, maxListedLines).map(String).join(', ');
  const more = offsets.length > maxListedLines ? ' and more' : '';
  return failure(
    'validation',
    `old_string stands in the file ${String(offsets.length)} times, at lines ${lines}${more}.`,
    {
      suggestion:
        'Take more lines around the one you mean into old_string, or set replace_all to true.',
    },
  );
}
