import { cutStart } from '../../core/base/text-lines';

/** Longer than any credential of one line. */
const longestSecret = 4_096;

/**
 * The newest end of an output, of at most `max` characters. It begins with a line of its own, or
 * well behind the cut: half a credential would not be known as one.
 */
export function cutToTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = cutStart(text, max);
  const lineEnd = /[\r\n]/.exec(end.slice(0, longestSecret))?.index;
  return cutStart(end, end.length - (lineEnd === undefined ? longestSecret : lineEnd + 1));
}
