import { setImmediate } from 'node:timers/promises';
import { createWorkGuard } from '../system/work-guard';

/** Milliseconds for one line; a harmless pattern needs a fiftieth of it. */
const lineLimitMs = 25;
/** A busy machine must not cause a harmless pattern to be rejected. */
const maxAttempts = 3;

/**
 * A line, shortened, that makes a regular expression backtrack without bound; undefined for a
 * harmless one. Tries lines written against the expression, each with a time limit, and yields in
 * between: the host is blocked for `lineMs` at most.
 */
export async function findBacktrackingLine(expression: RegExp): Promise<string | undefined> {
  const guard = createWorkGuard(lineLimitMs);
  const isQuick = (lines: readonly string[]): boolean =>
    guard(() => lines.map((line) => expression.test(line))) !== undefined;
  const lines = adversarialLines(expression.source, expression.flags);
  if (isQuick(lines)) return undefined;
  for (const line of lines) {
    let left = maxAttempts;
    while (left > 0 && !isQuick([line])) {
      left -= 1;
      await setImmediate();
    }
    if (left === 0) return line;
    await setImmediate();
  }
  return undefined;
}

/** Long enough to distinguish a cubic pattern from a quadratic one, and fast for harmless ones. */
const lineLength = 500;
/** Lines tried for one pattern. */
const maxLines = 240;
/** Spellings tried for one part of a pattern. */
const maxWords = 8;
/** A part repeated at most this often has bounded backtracking. */
const fewRepeats = 4;
/** Endings that usually do not match. */
const endings = ['\u0001', '!', ''] as const;
const usualCharacters = [
  'a',
  '0',
  ' ',
  '-',
  '.',
  '/',
  ':',
  '"',
  ',',
  '_',
  'A',
  '=',
  '\t',
  '\u00e9',
];

/**
 * Lines that make a regular expression backtrack as much as possible: a matching prefix, many
 * repeats of a repeated part, and an ending that does not match.
 */
function adversarialLines(source: string, flags: string): readonly string[] {
  const alphabet = [...new Set([...literalsOf(source), ...usualCharacters])];
  const spell = speller(alphabet, flags);
  const pumps = pumpsOf(parsePattern(source), [''], spell);
  const lines = new Set<string>();
  for (const { before, repeated } of [...pumps, ...alphabet.map(pumpAlone)]) {
    if (repeated === '') continue;
    const often = repeated.repeat(Math.ceil(lineLength / repeated.length));
    for (const ending of endings) lines.add(before + often + ending);
    if (lines.size >= maxLines) break;
  }
  return [...lines];
}

interface Pump {
  readonly before: string;
  readonly repeated: string;
}

function pumpAlone(repeated: string): Pump {
  return { before: '', repeated };
}

/** Returns texts that a part matches. */
type Spell = (node: PatternNode) => readonly string[];

/** Each repeated part, outermost first, with the texts that lead to it. */
function pumpsOf(node: PatternNode, before: readonly string[], spell: Spell): readonly Pump[] {
  switch (node.type) {
    case 'character':
      return [];
    case 'look':
      return pumpsOf(node.body, before, spell);
    case 'choice':
      return node.options.flatMap((option) => pumpsOf(option, before, spell));
    case 'repeat': {
      const inner = pumpsOf(node.body, before, spell);
      if (node.max <= fewRepeats) return inner;
      const own = spell(node.body).flatMap((repeated) =>
        before.map((text) => ({ before: text, repeated })),
      );
      return [...own, ...inner];
    }
    case 'sequence':
      return pumpsOfSequence(node.items, before, spell);
  }
}

function pumpsOfSequence(
  items: readonly PatternNode[],
  before: readonly string[],
  spell: Spell,
): readonly Pump[] {
  const pumps: Pump[] = [];
  let leading = before;
  for (const item of items) {
    pumps.push(...pumpsOf(item, leading, spell));
    const [text = ''] = spell(item);
    leading = leading.map((each) => each + text);
  }
  return pumps;
}

function speller(alphabet: readonly string[], flags: string): Spell {
  const known = new Map<string, readonly string[]>();
  const charactersOf = (source: string): readonly string[] => {
    const found = known.get(source) ?? matching(source, alphabet, flags);
    known.set(source, found);
    return found;
  };
  const spell: Spell = (node) => {
    switch (node.type) {
      case 'character':
        return charactersOf(node.source);
      case 'look':
        return [''];
      case 'choice':
        return firstWords(interleave(node.options.map(spell)));
      case 'repeat':
        return firstWords(spell(node.body).flatMap((word) => [word, word + word]));
      case 'sequence':
        return firstWords(spelledInSequence(node.items.map(spell)));
    }
  };
  return spell;
}

/** The simplest spelling first, then variants that differ in one part. */
function spelledInSequence(parts: readonly (readonly string[])[]): readonly string[] {
  const plain = parts.map(([first = '']) => first);
  const others = parts.map((words, at) =>
    words.slice(1).map((word) => plain.with(at, word).join('')),
  );
  return [plain.join(''), ...interleave(others)];
}

/** The first of each list, then the second of each, and so on. */
function interleave(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

function firstWords(words: readonly string[]): readonly string[] {
  return [...new Set(words)].slice(0, maxWords);
}

function matching(source: string, alphabet: readonly string[], flags: string): readonly string[] {
  const one = new RegExp(`^(?:${source})$`, flags);
  const found = alphabet.filter((character) => one.test(character));
  return found.length === 0 ? [''] : found.slice(0, maxWords);
}

/** Characters that occur in a pattern, including numeric escapes. */
function literalsOf(source: string): readonly string[] {
  const plain = source.replace(/\\[dDwWsSbBpPk]/g, '');
  const numbered = plain.matchAll(/\\(?:u\{?|x)([\da-f]{2,6})\}?/gi);
  const named = [...numbered].flatMap(([, hex = '']) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x1f && code <= 0x10ffff ? [String.fromCodePoint(code)] : [];
  });
  const escaped = [...source.matchAll(/\\([^\w\s])/g)].map(([, character = '']) => character);
  const written = plain.match(/[^\\()[\]{}|*+?^$]/gu) ?? [];
  return [...new Set([...named, ...escaped, ...written])].slice(0, 32);
}

/** A regular expression as a tree, detailed enough to write difficult lines for it. */
type PatternNode =
  /** One character or class as written: `a`, `\d`, `[^"]`. */
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly max: number }
  /** A lookaround: it consumes nothing. */
  | { readonly type: 'look'; readonly body: PatternNode };

/** Zero-width parts: anchors, word boundaries, and references, whose text is unknown. */
const emptyNode: PatternNode = { type: 'sequence', items: [] };

/** `source` must be valid for `RegExp`; a misread part only makes the probe weaker. */
function parsePattern(source: string): PatternNode {
  return parseChoice({ source, at: 0 });
}

interface Reader {
  readonly source: string;
  at: number;
}

function parseChoice(reader: Reader): PatternNode {
  const options = [parseSequence(reader)];
  while (takeToken(reader, /\|/y) !== undefined) options.push(parseSequence(reader));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
}

function parseSequence(reader: Reader): PatternNode {
  const items: PatternNode[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) {
    items.push(parseQuantifier(reader, parseAtom(reader)));
  }
  return { type: 'sequence', items };
}

function parseAtom(reader: Reader): PatternNode {
  const group = takeToken(reader, /\((?:\?(?:[:=!]|<[=!]|<\w+>|[ims-]+:))?/y);
  if (group !== undefined) {
    const body = parseChoice(reader);
    takeToken(reader, /\)/y);
    return /[=!]$/.test(group) ? { type: 'look', body } : body;
  }
  if (takeToken(reader, /[$^]|\\[bB]|\\[1-9]\d*|\\k<\w+>/y) !== undefined) return emptyNode;
  return { type: 'character', source: takeToken(reader, oneCharacter) ?? '' };
}

/** A class, up to three deep, an escape of any length, or a single character. */
const oneCharacter =
  /\[(?:\\[^]|\[(?:\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^\]\\])*\]|[^\]\\])*\]|\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|[^])|[^]/iy;

function parseQuantifier(reader: Reader, body: PatternNode): PatternNode {
  const given = takeToken(reader, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
  return given === undefined ? body : { type: 'repeat', body, max: mostOf(given) };
}

function mostOf(quantifier: string): number {
  if (/^[*+]/.test(quantifier)) return Infinity;
  if (quantifier.startsWith('?')) return 1;
  const [, least = '1', rest] = /^\{(\d+)(?:,(\d*))?/.exec(quantifier) ?? [];
  return rest === '' ? Infinity : Number(rest ?? least);
}

/** The token at the reader's position, which moves past it. */
function takeToken(reader: Reader, sticky: RegExp): string | undefined {
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.source)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}
