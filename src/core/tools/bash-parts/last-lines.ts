import { cutStart } from '../../base/text-lines';

/** Characters of one reading; what overflows a model's context helps nobody. */
const maxChars = 100_000;

export interface LastLines {
  readonly text: string;
  /** How many earlier lines are not part of it. */
  readonly leftOut: number;
}

/** The last lines of a text. */
export function lastLines(text: string, count: number): LastLines {
  const ending = text.endsWith('\n') ? 1 : 0;
  const lines = text.split('\n');
  const from = Math.max(0, lines.length - ending - count);
  return { text: cutStart(lines.slice(from).join('\n'), maxChars), leftOut: from };
}
