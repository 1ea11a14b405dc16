import { redactText } from '../../core/base/redact/redact';
import { cutAround } from '../../core/base/text-lines';

/** Characters shown of a line. */
const maxLineLength = 500;

/** Longer lines are not shown: they are generated. */
const maxLineBytes = 64 * 1024;

export const longLinePlaceholder = '[line longer than 64 KB, not shown]';

/**
 * The part of a line around the match. Redacts secrets before cutting, because a partial secret
 * would not be recognized.
 */
export function excerpt(line: string, at: number): string {
  if (line.length <= maxLineLength) return line;
  if (Buffer.byteLength(line) > maxLineBytes) return longLinePlaceholder;
  const { text } = redactText(line);
  const place = text === line ? at : redactText(line.slice(0, at)).text.length;
  // Copy it: a slice would keep the whole line in memory.
  return Buffer.from(cutAround(text, place, maxLineLength)).toString('utf8');
}
