import { say, type Sentence } from '../../base/sentence';
import { Doubts } from './doubts';
import type { HereDocumentNode, Script, Span } from './ast';

/** A here-document whose body begins after the line. */
export interface PendingDocument {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripsTabs: boolean;
  /** Where the body goes once it is read. */
  readonly into: HereDocumentNode[];
}

/** Reads commands up to a closer, which it leaves; injected, since words hold commands. */
export type ReadList = (source: Source, closers: ReadonlySet<string>) => Script;

/** What reading a text finds, shared by all of its parts. */
export interface ParseState {
  readonly readList: ReadList;
  /** Why the command asks, for the user. */
  readonly doubts: Doubts;
  /** How many words `cd`, `pushd` or `popd` were read. */
  moves: number;
  depth: number;
  /** Characters that may still be read: text that is read twice counts twice. */
  budget: number;
}

const readsPerCharacter = 40;
const maxDepth = 100;

export function newParseState(text: string, readList: ReadList): ParseState {
  return {
    readList,
    doubts: new Doubts(),
    moves: 0,
    depth: 0,
    budget: (text.length + 100) * readsPerCharacter,
  };
}

const tangled = say`The command cannot be read to its end: it is too tangled.`;
const tooDeep = say`The command cannot be read to its end: it is nested too deeply.`;

const plain = /[\w./:=@,+%-]+/y;

/**
 * A text read character by character as bash reads it: a backslash before a newline is not there,
 * except where bash looks at bytes (`takeRaw`: single quotes, comments, quoted here-documents).
 */
export class Source {
  position: number;
  end: number;
  /** Places of `((` that is not arithmetic: without them, nested ones take exponential time. */
  readonly notArithmetic = new Set<number>();
  /** Here-documents of the line that is being read. */
  pending: PendingDocument[] = [];
  private readonly hasJoins: boolean;

  constructor(
    readonly text: string,
    readonly reading: ParseState,
    span: Span = { start: 0, end: text.length },
    /** Where a backslash and a newline join two lines. */
    readonly joins: Set<number> = new Set<number>(),
  ) {
    this.position = span.start;
    this.end = span.end;
    this.hasJoins = text.includes('\\\n');
  }

  get done(): boolean {
    return this.at() === '';
  }

  /** The character at this distance; empty past the end. */
  at(ahead = 0): string {
    if (!this.hasJoins) {
      return this.position + ahead < this.end ? this.text.charAt(this.position + ahead) : '';
    }
    let index = this.afterJoins(this.position);
    for (let count = 0; count < ahead; count++) index = this.afterJoins(index + 1);
    return index < this.end ? this.text.charAt(index) : '';
  }

  startsWith(token: string): boolean {
    for (let index = 0; index < token.length; index++) {
      if (this.at(index) !== token.charAt(index)) return false;
    }
    return true;
  }

  take(count = 1): void {
    if (!this.hasJoins) {
      this.takeRaw(this.position + count);
      return;
    }
    for (let taken = 0; taken < count && this.position < this.end; taken++) {
      this.takeJoins();
      this.takeRaw(this.position + 1);
    }
  }

  /** Takes a token if it is next. */
  takeIf(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.take(token.length);
    return true;
  }

  /** A backslash and what it quotes. */
  takeEscape(): void {
    this.take();
    this.takeRaw(this.position + 1);
  }

  /** Takes the raw text up to an index. */
  takeRaw(index: number): void {
    const target = Math.min(index, this.end);
    this.reading.budget -= target - this.position;
    this.position = target;
    if (this.reading.budget < 0) this.giveUp(tangled);
  }

  /** Takes what means itself everywhere, as far as it goes; at least one character. */
  takePlain(): void {
    plain.lastIndex = this.position;
    if (plain.test(this.text)) this.takeRaw(plain.lastIndex);
    else this.take();
  }

  /** Skips joined lines, so that a span begins with a character that counts. */
  takeJoins(): void {
    if (!this.hasJoins) return;
    const next = this.afterJoins(this.position);
    for (let join = this.position; join < next; join += 2) this.joins.add(join);
    this.position = next;
  }

  /** The text from an index to the current position. */
  since(start: number): string {
    return this.text.slice(start, this.position);
  }

  doubt(reason: Sentence): void {
    this.reading.doubts.add(reason);
  }

  /** Reads something nested; if it is too deep, the rest is left unread and reported as a doubt. */
  nested<T>(read: () => T): T {
    this.reading.depth++;
    if (this.reading.depth > maxDepth) this.giveUp(tooDeep);
    const answer = read();
    this.reading.depth--;
    return answer;
  }

  private giveUp(doubt: Sentence): void {
    this.doubt(doubt);
    this.position = this.end;
  }

  private afterJoins(start: number): number {
    let index = start;
    while (index + 1 < this.end && this.text.startsWith('\\\n', index)) index += 2;
    return index;
  }
}

/** A text without the pairs of backslash and newline that are not there for bash. */
export function joinLines(text: string, joins: ReadonlySet<number>): string {
  let joined = '';
  let from = 0;
  for (const join of [...joins].sort((left, right) => left - right)) {
    joined += text.slice(from, join);
    from = join + 2;
  }
  return joined + text.slice(from);
}
