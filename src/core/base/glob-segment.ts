import { star, type Star } from './match-items';

/** Tries one character of a name; `literal` is set when only that character matches. */
export interface SegmentToken {
  (character: string): boolean;
  readonly literal?: string;
}

/** Parses one segment of a glob: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before a plain character. */
export function parseGlobSegment(text: string): readonly (SegmentToken | Star)[] {
  const characters = Array.from(text);
  const tokens: (SegmentToken | Star)[] = [];
  let at = 0;
  while (at < characters.length) {
    const { token, length } = readToken(characters, at);
    if (token !== star || tokens.at(-1) !== star) tokens.push(token);
    at += length;
  }
  return tokens;
}

interface ReadToken {
  readonly token: SegmentToken | Star;
  readonly length: number;
}

function readToken(characters: readonly string[], at: number): ReadToken {
  const character = characters[at] ?? '';
  if (character === '*') return { token: star, length: 1 };
  if (character === '?') return { token: () => true, length: 1 };
  if (character === '[') return readClass(characters, at) ?? { token: exactly('['), length: 1 };
  const escaped = characters[at + 1];
  if (character === '\\' && escaped !== undefined) return { token: exactly(escaped), length: 2 };
  return { token: exactly(character), length: 1 };
}

function exactly(literal: string): SegmentToken {
  return Object.assign((character: string) => character === literal, { literal });
}

/** Undefined when the bracket is not closed: then it is a plain character. */
function readClass(characters: readonly string[], at: number): ReadToken | undefined {
  const negated = characters[at + 1] === '!' || characters[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  // A `]` right after the opening belongs to the class.
  const end = characters.indexOf(']', start + 1);
  if (end === -1) return undefined;
  const ranges = toRanges(characters.slice(start, end));
  const isIn = (character: string): boolean =>
    ranges.some(([low, high]) => low <= character && character <= high);
  return { token: (character) => isIn(character) !== negated, length: end - at + 1 };
}

function toRanges(members: readonly string[]): readonly (readonly [string, string])[] {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const low = members[at] ?? '';
    const high = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  return ranges;
}
