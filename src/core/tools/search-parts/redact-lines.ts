import { redactText } from '../../base/redact';

const wholeLine = '[REDACTED:private-key]';

/**
 * Redacts lines that follow one another: a key of several lines is known only by all of them. A line
 * stays a line, so that its number stays its own.
 */
export function redactLines(lines: readonly string[]): readonly string[] {
  const before = lines.join('\n');
  const { text } = redactText(before);
  if (text === before) return lines;
  const clean = text.split('\n');
  if (clean.length === lines.length) return clean;
  const head = lines.findIndex((line, at) => line !== clean[at]);
  const tail = lines.toReversed().findIndex((line, at) => line !== clean.at(-1 - at));
  return lines.map((line, at) => (at < head || at >= lines.length - tail ? line : wholeLine));
}
