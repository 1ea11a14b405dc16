import type { LineKind } from './test-format';

const ruler = /^-+\|[-|]+-*$/;
const header = /^\s*File\s+\|.*%/;
/** Name, then numbers between bars: istanbul and v8, as mocha (nyc, c8), jest and vitest print it. */
const row = /^[^|]+\|(?: +[\d.]+ \|){2,}/;
/** Nothing of the file is uncovered. */
const whole = /^[^|]+\|(?: +100(?:\.0+)? \|){2,}\s*$/;

/** Coverage as text: files that are covered whole go, and the rulers. Undefined for any other line. */
export function coverageLine(line: string): LineKind | undefined {
  if (!line.includes('|')) return undefined;
  if (ruler.test(line)) return 'passed';
  if (header.test(line)) return 'text';
  if (!row.test(line)) return undefined;
  return whole.test(line) && !/^All files\b/.test(line) ? 'row' : 'text';
}
