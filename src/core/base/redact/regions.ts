import { minWrap } from './literals';
import { isKeyData, type KeyExtents, startOfKeyData } from './private-keys';
import { isHeaderOfColumns, isRowOfColumns } from './row-secrets';
import { printsBelow } from './printed-secrets';
import { beginsBlock, isOfBlock } from './secret-blocks';
import { allHits, endsWithinLiteral, firstHit, isOfToken } from './secret-rules';

/** Whole lines of a text in which credentials may be, with those to which they may go on. */
export interface Region {
  readonly from: number;
  readonly to: number;
  /** It may go on behind the text. */
  readonly isOpen: boolean;
}

/** A longer region ends where a line ends that nothing connects with the next. */
const maxRegion = 64 * 1024;

/**
 * The next lines that must be searched, from the begin of a line on. All rules read within one
 * line, but for a value below its name, a private key, and words that are broken; so the lines
 * around these say nothing. Most texts have no such lines.
 */
export function nextRegion(text: string, from: number, keys: KeyExtents): Region | undefined {
  const hit = firstHit(text, from);
  if (hit >= text.length) return undefined;
  const start = beginOf(text, hit, from);
  let to = lineEnd(text, hit);
  let tested = start;
  let joins = goesOn(text, to, 'no');
  while (to - start < maxRegion) {
    const key = keys.between(tested, to);
    tested = to;
    if (key?.isOpen === true) return { from: start, to: text.length, isOpen: true };
    if (key !== undefined && key.to > to) to = lineEnd(text, key.to - 1);
    else if (to < text.length && joins !== 'no') to = lineEnd(text, to);
    else return { from: start, to, isOpen: to === text.length && joins !== 'no' };
    joins = goesOn(text, to, joins);
  }
  return { from: start, to, isOpen: false };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the line end that follows. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Where the line of a hit begins, or an earlier one that it goes on from. */
function beginOf(text: string, hit: number, from: number): number {
  let start = Math.max(from, lineStart(text, hit));
  while (start > from) {
    const before = Math.max(from, lineStart(text, start - 1));
    if (!isBroken(text, before, start - 1)) break;
    start = before;
  }
  const mayEndKey = / ?END [A-Z0-9 ]{0,90}$/.test(text.slice(Math.max(start, hit - 120), hit + 1));
  return mayEndKey ? startOfKeyData(text, start, from) : start;
}

/** True for a line that a shell joins with the next, or that ends within a literal. */
function isBroken(text: string, start: number, end: number): boolean {
  const last = text.charAt(end - 1) === '\r' ? end - 1 : end;
  if (text.charAt(last - 1) === '\\') return true;
  return end - start >= minWrap && endsWithinLiteral(text.slice(start, end), 0);
}

/** A line after which a value may follow on the next. */
const openName =
  /(?:bearer|pass\w*|pwd|secret|token|credentials?|key|auth|pat)(?:[_-]?\w{1,14}){0,2}(?:<\/(?:key|name)|["'\]}])?[>,]?[ \t]*(?:[:=]?>?[ \t]*(?:[|>[{]?[+-]?|<<[-~]?["']?\w{2,12}["']?)[ \t]*\\?)?\r?\n$|\b(?:backup|recovery|scratch|emergency) codes?[^\n]{0,60}\r?\n$|\bpass(?:word|phrase)\b[^\n:]{1,80}:[ \t]*\r?\n$|\b(?:pass\w*|pwd|secret|token)\b[^()\n]{0,80}\)[ \t]*(?:values?)?[ \t]*\r?\n$/i;
/** A line that may be one value of several, or stand between the name and the value. */
const item =
  /^[ \t]*(?:-[ \t]+["']?[^\s"']{8,400}["']?|["'`][^\s"'`]{4,400}["'`],|[^\s<>"']{4,400}|(?:type|description|sensitive|nullable)[ \t]*=[^\n]{0,80}|["']?[A-Za-z]{1,20}["']?[ \t]*[:=][ \t]*["']?[\w:./-]{1,60}["']?,?|(?:\d{1,2}[.)]|[*•])?[ \t]*\w{4,12}(?:[- ]\w{4,6}){0,3}(?:,? +\w{4,12}(?:[- ]\w{4,6}){0,3}){0,4})[ \t]*\r?$/;

/** What such a line ends with. */
const mayName = /[\w"'\],:=|>+\r \t[{\\-]/;

/** Whether the line before a place may go on behind it, perhaps within a token. */
type Joins = 'no' | 'line' | 'wrap' | 'rows' | 'block';

function goesOn(text: string, end: number, before: Joins): Joins {
  const start = lineStart(text, end - 1);
  const stop = text.charAt(end - 1) === '\n' ? end - 1 : end;
  if (isOfColumns(text.slice(start, Math.min(stop, start + maxTable)), before)) return 'rows';
  const isBlock = before === 'block' ? isOfBlock : beginsBlock;
  if (isBlock(text, start, stop)) return 'block';
  if (isOpen(text, start, stop, end)) return 'line';
  if (isBroken(text, start, stop)) return text.charAt(stop - 1) === '\\' ? 'line' : 'wrap';
  if (isWrapped(text, start, stop)) return 'wrap';
  if (stop - start > maxItem) return 'no';
  const goes = parts[before];
  return goes?.test(text.slice(start, stop)) === true ? before : 'no';
}

function isOfColumns(line: string, before: Joins): boolean {
  return before === 'rows' ? isRowOfColumns(line) : isHeaderOfColumns(line);
}

function isOpen(text: string, start: number, stop: number, end: number): boolean {
  // One empty line between.
  if (stop === start && start > 1 && text.charAt(start - 2) !== '\n') {
    return isOpen(text, lineStart(text, start - 1), start - 1, start);
  }
  if (printsBelow(text, start, stop)) return true;
  const mayBe = mayName.test(text.charAt(stop - 1));
  return mayBe && openName.test(text.slice(Math.max(start, end - 100), end));
}

/** A line of nothing but a part of a token. */
const wholeToken = /^[\w+/=.~%@-]{20,400}\r?$/;
const ofToken = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w+/=.~%@-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);
const parts: Readonly<Partial<Record<Joins, RegExp>>> = { line: item, wrap: wholeToken };
const maxItem = 420;
const maxTable = 2001;
/** Characters of the part of a token, and of what is before it on its line. */
const [maxPart, maxSign] = [400, 24];

/** True for a line long enough that ends in what may be the first part of a token. */
function isWrapped(text: string, start: number, end: number): boolean {
  if (end - start < minWrap) return false;
  const stop = text.charAt(end - 1) === '\r' ? end - 1 : end;
  const least = Math.max(start, stop - maxPart);
  let run = stop;
  while (run > least && ofToken[text.charCodeAt(run - 1)] === 1) run -= 1;
  // A line of dashes behind it.
  if (run === stop || text.startsWith('----', stop - 4)) return false;
  const from = Math.max(start, run - maxSign);
  const part = text.slice(from, stop);
  const { starts, literals } = allHits(part);
  return starts.some((at, index) => {
    if (!isOfToken(literals[index] ?? 0)) return false;
    return from + at >= run || /[=:]["']?[ \t]?[\w+/=.~%@-]*$/.test(part.slice(at));
  });
}

/**
 * Up to where lines without a hit may be passed on: not the last one if a word in it may go on, nor
 * lines that may be of a key whose end follows.
 */
export function quietEnd(text: string, from: number, to: number): number {
  if (to <= from) return to;
  const start = Math.max(from, lineStart(text, to - 1));
  if (isBroken(text, start, to - 1)) return start;
  if (!isKeyData(text.slice(start, to - 1))) return to;
  return startOfKeyData(text, to - 1, from);
}
