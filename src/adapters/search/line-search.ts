import type { LinePattern } from './line-pattern';
import { excerpt } from './line-excerpt';
import type { FoundLine } from './search-engine';

export interface LineSearch {
  /** Lines before and after a match. */
  readonly context: number;
  /** Matching lines worth telling. */
  readonly maxMatches: number;
}

interface Line {
  readonly text: string;
  /** Offset of the next one. */
  readonly next: number;
}

/**
 * Matching lines of a text and those beside them. The text may be large: of the lines between no
 * copy is made.
 */
export function searchLines(text: string, pattern: LinePattern, limits: LineSearch): FoundLine[] {
  const found: FoundLine[] = [];
  const before: { readonly line: number; readonly text: string }[] = [];
  let matches = 0;
  let after = 0;
  let offset = 0;
  for (let number = 1; offset < text.length; number += 1) {
    const line = lineAt(text, offset);
    offset = line.next;
    const start = matches < limits.maxMatches ? pattern.search(line.text) : -1;
    if (start !== -1) {
      for (const held of before) found.push(contextLine(held.line, held.text));
      before.length = 0;
      found.push({ line: number, text: excerpt(line.text, start), isContext: false });
      matches += 1;
      after = limits.context;
    } else if (after > 0) {
      found.push(contextLine(number, line.text));
      after -= 1;
    } else if (matches >= limits.maxMatches) {
      break;
    } else if (limits.context > 0) {
      before.push({ line: number, text: line.text });
      if (before.length > limits.context) before.shift();
    }
  }
  return found;
}

function lineAt(text: string, offset: number): Line {
  const end = text.indexOf('\n', offset);
  if (end === -1) return { text: text.slice(offset), next: text.length };
  const isWindows = end > offset && text.charCodeAt(end - 1) === carriageReturn;
  return { text: text.slice(offset, isWindows ? end - 1 : end), next: end + 1 };
}

const carriageReturn = 0x0d;

function contextLine(line: number, text: string): FoundLine {
  return { line, text: excerpt(text, 0), isContext: true };
}
