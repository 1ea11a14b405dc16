import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Dirent,
  readSync,
} from 'node:fs';
import path from 'node:path';
import type { FileFilter } from './file-filter';
import {
  ignoreFileNames,
  maxIgnoreBytes,
  isIgnored,
  scopeRules,
  type IgnoreScopes,
  type ScopedRules,
  type IgnoreBase,
} from './ignore-files';
import { compareNames } from './path-order';
import type { LinePattern } from './line-pattern';
import type { FoundLine } from './search-engine';
import { excerpt } from './line-excerpt';

export interface WalkOptions {
  readonly filter: FileFilter;
  readonly visit: (file: string) => void;
}

/**
 * Visits every regular file below a folder that passes the filter and the ignore files, in the
 * order of `path-order`, without following links. Synchronous, for a worker thread: asynchronous
 * reads take four times as long.
 */
export function walkFiles(
  target: string,
  options: WalkOptions,
  ignore: IgnoreBase | undefined,
): void {
  walk(target, options, ignore && { above: ignore.above.map(scopeRules), below: [] });
}

/** `known`: the rules so far; undefined to disregard ignore files. */
function walk(folder: string, options: WalkOptions, known: IgnoreScopes | undefined): void {
  const { filter, visit } = options;
  const entries = readEntries(folder);
  const scopes = known && withRules(known, folder, entries);
  const isLeftOut = (file: string, isFolder: boolean): boolean =>
    scopes !== undefined && isIgnored(scopes, file, isFolder);
  const prefix = folder.endsWith(path.sep) ? folder : folder + path.sep;
  for (const entry of entries) {
    if (entry.name === '.git') continue;
    const file = prefix + entry.name;
    if (entry.isDirectory()) {
      if (filter.enters(file) && !isLeftOut(file, true)) walk(file, options, scopes);
    } else if (entry.isFile() && filter.accepts(file) && !isLeftOut(file, false)) visit(file);
  }
}

function withRules(known: IgnoreScopes, folder: string, entries: readonly Dirent[]): IgnoreScopes {
  const rules = rulesOf(folder, entries);
  return rules.length === 0 ? known : { ...known, below: [...known.below, ...rules] };
}

function rulesOf(folder: string, entries: readonly Dirent[]): readonly ScopedRules[] {
  return ignoreFileNames
    .filter((name) => entries.some((entry) => entry.name === name))
    .map((name) => scopeRules({ folder, name, text: readRules(path.join(folder, name)) }));
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => compareNames(a.name, b.name));
  } catch {
    // A folder that cannot be read is skipped, as in ripgrep.
    return [];
  }
}

function readRules(file: string): string {
  let opened: number | undefined;
  try {
    // Do not block: it may be a pipe.
    opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(opened);
    return stats.isFile() && stats.size <= maxIgnoreBytes ? readFileSync(opened, 'utf8') : '';
  } catch {
    // An unreadable ignore file excludes nothing.
    return '';
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Reads files one after another into the same memory. */
export class FileSearcher {
  private buffer = Buffer.allocUnsafe(256 * 1024);
  private readonly decoders = {
    'utf-8': new TextDecoder('utf-8'),
    'utf-16le': new TextDecoder('utf-16le'),
    'utf-16be': new TextDecoder('utf-16be'),
  } as const;

  constructor(
    private readonly pattern: LinePattern,
    private readonly limits: LineSearch & { readonly maxBytes: number },
  ) {}

  /** Matching lines; none for files that are binary, too large, not regular or not readable. */
  search(file: string): FoundLine[] {
    const bytes = this.read(file);
    if (bytes === undefined) return [];
    const encoding = encodingOf(bytes);
    if (encoding === 'utf-8') {
      const { literal } = this.pattern;
      if (literal !== undefined && !bytes.includes(literal)) return [];
      if (bytes.includes(0)) return [];
    }
    const text = this.decoders[encoding].decode(bytes);
    if (encoding !== 'utf-8' && text.includes('\0')) return [];
    return searchLines(text, this.pattern, this.limits);
  }

  private read(file: string): Buffer | undefined {
    // Do not block: it may be a pipe.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    let opened: number | undefined;
    try {
      opened = openSync(file, flags);
      const stats = fstatSync(opened);
      if (!stats.isFile() || stats.size > this.limits.maxBytes) return undefined;
      if (stats.size > this.buffer.length) this.buffer = Buffer.allocUnsafe(stats.size);
      return this.buffer.subarray(0, fill(opened, this.buffer, stats.size));
    } catch {
      // Removed or unreadable since the folder was listed: skipped, as in ripgrep.
      return undefined;
    } finally {
      if (opened !== undefined) closeSync(opened);
    }
  }
}

/** Number of bytes read; less than `size` if the file was truncated meanwhile. */
function fill(opened: number, buffer: Buffer, size: number): number {
  let filled = 0;
  while (filled < size) {
    const count = readSync(opened, buffer, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** UTF-8 or the encoding of the byte order mark, which is not part of the text. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

interface LineSearch {
  /** Context lines before and after a match. */
  readonly context: number;
  /** Matching lines to report. */
  readonly maxMatches: number;
}

interface Line {
  readonly text: string;
  /** Offset of the next line. */
  readonly next: number;
}

/**
 * Matching lines of a text and their context. Makes no copies of other lines, because the text may
 * be large.
 */
function searchLines(text: string, pattern: LinePattern, limits: LineSearch): FoundLine[] {
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
