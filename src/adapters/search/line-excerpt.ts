import { redactText } from '../../core/base/redact/redact';
import { cutAround } from '../../core/base/text-lines';

/** Characters reported of a line. */
const maxLineLength = 500;

/** Bytes of a line that is looked at; longer ones are written by programs for programs. */
const maxLineBytes = 64 * 1024;

export const longLinePlaceholder = '[line longer than 64 KB, not shown]';

/**
 * The reported part of a line, around the match. Secrets go before it is cut: a part of one
 * would not be known for what it is.
 */
export function excerpt(line: string, at: number): string {
  if (line.length <= maxLineLength) return line;
  if (Buffer.byteLength(line) > maxLineBytes) return longLinePlaceholder;
  const { text } = redactText(line);
  const place = text === line ? at : redactText(line.slice(0, at)).text.length;
  // A copy: a slice would keep the whole line in memory.
  return Buffer.from(cutAround(text, place, maxLineLength)).toString('utf8');
}
