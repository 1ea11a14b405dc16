import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { decodeText } from '../../core/base/decode-text';
import { cutAround, splitLines } from '../../core/base/text-lines';
import type { GrepMatch } from '../../core/ports/search';
import type { LinePattern } from './line-pattern';
import { maxLineLength } from './search-engine';

export interface FileSearch {
  readonly maxBytes: number;
  readonly maxMatches: number;
}

/** Matching lines of one file; none for what is binary, too large, not regular or not readable. */
export function searchFile(file: string, pattern: LinePattern, limits: FileSearch): GrepMatch[] {
  const bytes = readBounded(file, limits.maxBytes);
  if (bytes === undefined) return [];
  if (pattern.literal !== undefined && !mayHold(bytes, pattern.literal)) return [];
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') return [];
  const matches: GrepMatch[] = [];
  for (const [at, line] of splitLines(decoded.text).entries()) {
    const start = pattern.search(line);
    if (start === -1) continue;
    matches.push({ path: file, line: at + 1, text: cutAround(line, start, maxLineLength) });
    if (matches.length >= limits.maxMatches) break;
  }
  return matches;
}

/** Bytes of text in UTF-16 look different, so only UTF-8 is ruled out by them. */
function mayHold(bytes: Buffer, literal: Buffer): boolean {
  const isUtf16 = (bytes[0] ?? 0) >= 0xfe;
  return isUtf16 || bytes.includes(literal);
}

function readBounded(file: string, maxBytes: number): Buffer | undefined {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let opened: number | undefined;
  try {
    opened = openSync(file, flags);
    const stats = fstatSync(opened);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(opened) : undefined;
  } catch {
    // Gone or not readable since the folder was listed: nothing to find, as for ripgrep.
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
