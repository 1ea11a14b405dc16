/** A text to be found. */
export interface Literal {
  /** In lower case if any case counts. Of what is not ASCII a part of the number is compared. */
  readonly text: string;
  readonly isAnyCase: boolean;
}

/** Where literals are in a text, in the order of their ends. */
export interface Hits {
  readonly starts: readonly number[];
  /** Index of the literal, for each start. */
  readonly literals: readonly number[];
}

/** True if a literal may mean something where it stands. */
export type IsPossible = (text: string, start: number, literal: number) => boolean;

const columns = 128;
const bits = 7;
/** Other characters share the columns of control characters, which no literal has. */
const foreign = 0x1f;
const escape = 0x1b;
const csi = 0x9b;
const lineFeed = 0x0a;
const backslash = 0x5c;

/** A terminal broke no shorter line. */
export const minWrap = 20;

/**
 * Finds many literals in one pass: for each state and character a table has the
 * next state.
 */
export class LiteralSearch {
  private readonly automaton: Automaton;

  constructor(private readonly literals: readonly Literal[]) {
    this.automaton = buildAutomaton(literals);
  }

  /** All places in a text. */
  find(text: string, isPossible: IsPossible): Hits {
    const { table, ends, firstEnd } = this.automaton;
    const starts: number[] = [];
    const found: number[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      state = table[(state << bits) | (unit < columns ? unit : unit & foreign)] ?? 0;
      if (state < firstEnd) continue;
      for (const literal of ends[state] ?? []) {
        const start = at + 1 - (this.literals[literal]?.text.length ?? 0);
        if (!isPossible(text, start, literal)) continue;
        starts.push(start);
        found.push(literal);
      }
    }
    return { starts, literals: found };
  }

  /**
   * Where the first literal from `from` on ends, or the length of the text. Reads over what breaks
   * a word: escape sequences, and the ends of lines that a shell or a terminal puts into it.
   */
  findFirst(text: string, from: number, isPossible: IsPossible): number {
    const { at } = this.walk(text, from, isPossible);
    return at;
  }

  /** True if the text ends within a literal of one letter case. */
  endsWithin(text: string, from: number): boolean {
    const { state } = this.walk(text, from, () => false);
    return (this.automaton.depths[state] ?? 0) > 1;
  }

  private walk(text: string, from: number, isPossible: IsPossible): { at: number; state: number } {
    const { table, firstEnd } = this.automaton;
    const { length } = text;
    let state = 0;
    let line = from;
    for (let at = from; at < length; at += 1) {
      const unit = text.charCodeAt(at);
      const next = table[(state << bits) | (unit < columns ? unit : unit & foreign)] ?? 0;
      if (next >= firstEnd && this.isHit(text, at, next, isPossible)) return { at, state: next };
      if (unit === lineFeed) {
        if (at - line < minWrap) state = 0;
        line = at + 1;
      } else if (unit === escape || unit === csi || unit === backslash) {
        const behind = behindBreak(text, at);
        if (behind === at) state = next;
        else at = behind - 1;
      } else state = next;
    }
    return { at: length, state };
  }

  private isHit(text: string, at: number, state: number, isPossible: IsPossible): boolean {
    for (const literal of this.automaton.ends[state] ?? []) {
      const start = at + 1 - (this.literals[literal]?.text.length ?? 0);
      if (isPossible(text, start, literal)) return true;
    }
    return false;
  }
}

/** CSI, OSC and the other strings, and two-character escapes (ECMA-48); whole ones only. */
const sequence =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]*\x1b\\|\x1b[ -/]*[0-OQ-WYZ\\`-~]/;
export const escapeSequence = new RegExp(sequence.source, 'g');

/** What may stand within a word and is not of it: an escape sequence, a line that goes on. */
const breakHere = new RegExp(String.raw`${sequence.source}|\\\r?\n[ \t]*`, 'y');

/** Where the next character is with which a break may begin, or the length. */
export function nextBreak(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === escape || unit === csi || unit === backslash) return at;
  }
  return text.length;
}

/** Behind a break that begins at a place, or the place itself. */
export function behindBreak(text: string, at: number): number {
  breakHere.lastIndex = at;
  return breakHere.test(text) ? breakHere.lastIndex : at;
}

interface Automaton {
  /** The next state, for each state and character. */
  readonly table: Uint16Array;
  /** The literals that end at each state: none before `firstEnd`. */
  readonly ends: readonly (readonly number[])[];
  readonly firstEnd: number;
  /** Characters of the longest literal of one letter case that has begun. */
  readonly depths: readonly number[];
}

/** Where both tries are: the one as written, and the one of any letter case. */
type Place = readonly [exact: TrieNode, anyCase: TrieNode];

/**
 * A row of the table is that of the begin, and over it what the places of its state go on to.
 * Each state is met by way of another, so that few of the pairs of places come to be.
 */
function buildAutomaton(literals: readonly Literal[]): Automaton {
  const exact = buildTrie(literals, false);
  const anyCase = buildTrie(literals, true);
  const states: Place[] = [[exact, anyCase]];
  const known = new Map([[keyOf(exact, anyCase), 0]]);
  const rows: Map<number, number>[] = [];
  for (let at = 0; at < states.length; at += 1) {
    const [one, other] = states[at] ?? [exact, anyCase];
    const row = new Map<number, number>();
    for (const unit of [...unitsOf(one, at === 0), ...unitsOf(other, at === 0)]) {
      const to: Place = [follow(one, unit), follow(other, unit)];
      const key = keyOf(...to);
      const next = known.get(key) ?? states.push(to) - 1;
      known.set(key, next);
      row.set(unit, next);
    }
    rows.push(row);
  }
  return numbered(states, rows);
}

function keyOf(exact: TrieNode, anyCase: TrieNode): number {
  return exact.id * 65_536 + anyCase.id;
}

interface TrieNode {
  readonly id: number;
  readonly depth: number;
  readonly children: Map<number, TrieNode>;
  readonly ends: number[];
  /** Of the texts that end here, the longest other one that the trie has. */
  fallback: TrieNode | undefined;
}

function buildTrie(literals: readonly Literal[], isAnyCase: boolean): TrieNode {
  const nodes: TrieNode[] = [];
  const createNode = (depth: number): TrieNode => {
    const id = nodes.length;
    const node = { id, depth, children: new Map(), ends: [], fallback: undefined };
    nodes.push(node);
    return node;
  };
  const root = createNode(0);
  for (const [index, literal] of literals.entries()) {
    if (literal.isAnyCase !== isAnyCase) continue;
    let node = root;
    for (let at = 0; at < literal.text.length; at += 1) {
      const code = literal.text.charCodeAt(at);
      const unit = code < columns ? code : code & foreign;
      const child = node.children.get(unit) ?? createNode(node.depth + 1);
      node.children.set(unit, child);
      if (isAnyCase && isLowerCase(unit)) node.children.set(unit - 0x20, child);
      node = child;
    }
    node.ends.push(index);
  }
  const queue = [root];
  for (const node of queue) {
    for (const [unit, child] of node.children) {
      if (child.fallback !== undefined) continue;
      child.fallback = node.fallback === undefined ? root : follow(node.fallback, unit);
      child.ends.push(...child.fallback.ends);
      queue.push(child);
    }
  }
  return root;
}

function isLowerCase(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function follow(node: TrieNode, unit: number): TrieNode {
  const child = node.children.get(unit);
  if (child !== undefined) return child;
  return node.fallback === undefined ? node : follow(node.fallback, unit);
}

/** What may go on from a node, without what begins again. */
function unitsOf(node: TrieNode, isBegin: boolean): readonly number[] {
  const units = [...node.children.keys()];
  const { fallback } = node;
  if (fallback?.fallback === undefined) return isBegin || fallback !== undefined ? units : [];
  return [...units, ...unitsOf(fallback, false)];
}

/** With the states in which a literal ends behind all others. */
function numbered(
  states: readonly Place[],
  rows: readonly ReadonlyMap<number, number>[],
): Automaton {
  const isEnd = ([exact, anyCase]: Place): boolean => exact.ends.length + anyCase.ends.length > 0;
  const numbers = states.map((place, number) => ({ number, isLast: isEnd(place) }));
  const others = numbers.filter(({ isLast }) => !isLast);
  const sorted = [...others, ...numbers.filter(({ isLast }) => isLast)].map(({ number }) => number);
  const places = new Uint16Array(sorted.length);
  for (const [place, state] of sorted.entries()) places[state] = place;
  const table = new Uint16Array(sorted.length * columns);
  for (const [unit, next] of rows[0] ?? []) table[unit] = places[next] ?? 0;
  const begin = table.slice(0, columns);
  for (const [place, state] of sorted.entries()) {
    table.set(begin, place * columns);
    for (const [unit, next] of rows[state] ?? []) table[place * columns + unit] = places[next] ?? 0;
  }
  const inOrder = sorted.flatMap((state) => states.slice(state, state + 1));
  return {
    table,
    ends: inOrder.map(([exact, anyCase]) => [...exact.ends, ...anyCase.ends]),
    firstEnd: others.length,
    depths: inOrder.map(([exact]) => exact.depth),
  };
}
