import type { ShellWord } from '../../contracts/calls/shell-analysis';

/** Characters that a backslash quotes inside double quotes; before others the backslash stays. */
const quotedInDouble = new Set(['$', '`', '"', '\\', '\n']);

/** A tilde that is not the home folder of the user: `~root`, `~+`, also in an assigned value. */
const otherHome = /^(?:[A-Za-z_]\w*\+?=(?:[^]*:)?)?~[^/]/;
const laterHome = /^[A-Za-z_]\w*\+?=[^]*:~[^/]/;

/** A word of its own inside `[[ … ]]`; inside a word it is an error or begins what is computed. */
const testOperators = new Set(['<', '>', '(', ')']);
const endsWord = new Set([...testOperators, ' ', '\t', '\n']);

/** Nothing in it is quoted or computed. */
const plain = /^[\w./:=@,+%-]+$/;

/** Marks quoted text in the outline of a word. */
const quotedMark = '\u0000';

interface Decoding {
  readonly raw: string;
  index: number;
  text: string;
  /**
   * The unquoted characters, each quoted piece as one mark: what globs and braces are read from.
   */
  outline: string;
  known: boolean;
}

/**
 * Decodes the argument of a word (decision shell-words). A word that the shell computes is unknown
 * and keeps its source text.
 */
export function decodeWord(raw: string): ShellWord {
  if (testOperators.has(raw) || plain.test(raw)) return { text: raw, known: true };
  const decoding: Decoding = { raw, index: 0, text: '', outline: '', known: true };
  while (decoding.known && decoding.index < raw.length) decodePiece(decoding);
  const known = decoding.known && !isComputed(decoding.outline);
  return known ? { text: decoding.text, known } : { text: raw, known };
}

function isComputed(outline: string): boolean {
  if (otherHome.test(outline) || laterHome.test(outline)) return true;
  return hasGlob(outline) || hasBraceList(outline);
}

/** A bracket is a pattern only if it is closed: `[` and `[[` are programs. */
function hasGlob(outline: string): boolean {
  if (/[*?]/.test(outline)) return true;
  const open = outline.indexOf('[');
  return open !== -1 && outline.includes(']', open);
}

/** `{a,b}` or `{1..3}`; not `{}` or `stash@{0}`. Plain searches, since a pattern can be slow. */
function hasBraceList(outline: string): boolean {
  const open = outline.indexOf('{');
  const close = outline.lastIndexOf('}');
  if (open === -1 || close < open) return false;
  const inside = outline.slice(open, close);
  return inside.includes(',') || inside.includes('..');
}

function decodePiece(decoding: Decoding): void {
  const { raw, index } = decoding;
  const next = raw.charAt(index);
  if (next === '\\') decodeEscape(decoding);
  else if (next === "'") decodeSingle(decoding);
  else if (next === '"') decodeDouble(decoding);
  else if (next === '$' && raw.charAt(index + 1) === "'") decodeAnsiPiece(decoding);
  else if (next === '$' && raw.charAt(index + 1) === '"') decoding.index++;
  else if (isExpansion(raw, index) || endsWord.has(next)) decoding.known = false;
  else {
    decoding.text += next;
    decoding.outline += next;
    decoding.index++;
  }
}

/** A piece that is text whatever is in it. */
function quote(decoding: Decoding, text: string, next: number): void {
  decoding.text += text;
  decoding.outline += quotedMark;
  decoding.index = next;
}

function decodeEscape(decoding: Decoding): void {
  const quoted = decoding.raw.charAt(decoding.index + 1);
  // Lines were joined before: a newline here, or nothing, is no word as bash reads one.
  if (quoted === '' || quoted === '\n') decoding.known = false;
  else quote(decoding, quoted, decoding.index + 2);
}

function decodeSingle(decoding: Decoding): void {
  const close = decoding.raw.indexOf("'", decoding.index + 1);
  if (close === -1) decoding.known = false;
  else quote(decoding, decoding.raw.slice(decoding.index + 1, close), close + 1);
}

function decodeDouble(decoding: Decoding): void {
  const { raw } = decoding;
  let text = '';
  let index = decoding.index + 1;
  while (index < raw.length && raw.charAt(index) !== '"') {
    const next = raw.charAt(index + 1);
    if (isExpansion(raw, index)) break;
    if (raw.charAt(index) === '\\' && quotedInDouble.has(next)) {
      text += next === '\n' ? '' : next;
      index += 2;
    } else text += raw.charAt(index++);
  }
  if (raw.charAt(index) === '"') quote(decoding, text, index + 1);
  else decoding.known = false;
}

function decodeAnsiPiece(decoding: Decoding): void {
  const decoded = decodeAnsi(decoding.raw, decoding.index + 2);
  if (decoded === undefined) decoding.known = false;
  else quote(decoding, decoded.text, decoded.next);
}

function isExpansion(raw: string, index: number): boolean {
  if (raw.charAt(index) === '`') return true;
  return raw.charAt(index) === '$' && /^[A-Za-z0-9_@*#?!$({[-]$/.test(raw.charAt(index + 1));
}

const single: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const numbered: readonly { readonly pattern: RegExp; readonly base: number }[] = [
  { pattern: /^([0-7]{1,3})/, base: 8 },
  { pattern: /^x([0-9a-fA-F]{1,2})/, base: 16 },
  { pattern: /^u([0-9a-fA-F]{1,4})/, base: 16 },
  { pattern: /^U([0-9a-fA-F]{1,8})/, base: 16 },
];

/**
 * Decodes `$'…'` from behind its quote. Undefined where the result is not surely known: no closing
 * quote, NUL (bash cuts there), anything beyond ASCII (it depends on the locale).
 */
function decodeAnsi(
  raw: string,
  start: number,
): { readonly text: string; readonly next: number } | undefined {
  let text = '';
  let index = start;
  while (index < raw.length) {
    const next = raw.charAt(index);
    if (next === "'") return { text, next: index + 1 };
    if (next === '\\') {
      const escape = decodeAnsiEscape(raw.slice(index + 1, index + 10));
      if (escape === undefined) return undefined;
      text += escape.text;
      index += 1 + escape.length;
    } else {
      text += next;
      index++;
    }
  }
  return undefined;
}

/** One escape, without its backslash. */
function decodeAnsiEscape(
  rest: string,
): { readonly text: string; readonly length: number } | undefined {
  const known = single[rest.charAt(0)];
  if (known !== undefined) return { text: known, length: 1 };
  const control = /^c([@-_a-z?])/.exec(rest)?.[1];
  if (control !== undefined) return decodeControl(control);
  for (const { pattern, base } of numbered) {
    const digits = pattern.exec(rest);
    if (digits?.[1] === undefined) continue;
    const code = parseInt(digits[1], base);
    const certain = code > 0 && code < 0x80;
    return certain ? { text: String.fromCharCode(code), length: digits[0].length } : undefined;
  }
  // A backslash before any other character stays; what begins a number or a control must be whole.
  return /^(?:[xuUc]|$)/.test(rest) ? undefined : { text: `\\${rest.charAt(0)}`, length: 1 };
}

function decodeControl(
  character: string,
): { readonly text: string; readonly length: number } | undefined {
  if (character === '\\' || character === '@') return undefined;
  const code = character === '?' ? 0x7f : character.toUpperCase().charCodeAt(0) & 0x1f;
  return code === 0 ? undefined : { text: String.fromCharCode(code), length: 2 };
}
