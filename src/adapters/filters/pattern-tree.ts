/** A regular expression as what it may match: enough to write lines that it finds hard. */
export type PatternNode =
  /** One character of a kind, as written: `a`, `\d`, `[^"]`. */
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly max: number }
  /** Looks at what stands there, and takes nothing of it. */
  | { readonly type: 'look'; readonly body: PatternNode };

/** Parts of no length: anchors, borders of words, and references, whose text is not known. */
const emptyNode: PatternNode = { type: 'sequence', items: [] };

/** `source` must be one that `RegExp` accepts; what is read wrongly only makes a poorer probe. */
export function parsePattern(source: string): PatternNode {
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

/** A class, an escape of any length, or the character itself. */
const oneCharacter =
  /\[(?:\\[^]|[^\]\\])*\]|\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|[^])|[^]/iy;

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

/** What stands at the place of the reader, which moves behind it. */
function takeToken(reader: Reader, sticky: RegExp): string | undefined {
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.source)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}
