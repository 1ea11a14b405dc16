import { say } from '../../base/sentence';
import type { HereDocumentNode, HereStringNode, Redirect, Tail, Word, Substitution } from './ast';
import {
  isMetacharacter,
  scanWord,
  skipBlanks,
  startsProcess,
  scanComment,
  scanExpandedText,
} from './scan-word';
import { Source, type PendingDocument } from './source';

/** Longest first. */
const operators = [
  '&>>',
  '<<<',
  '<<-',
  '&>',
  '>>',
  '>|',
  '>&',
  '<>',
  '<&',
  '<<',
  '>',
  '<',
] as const;

/** Redirections as they are read. */
export class TailBuilder {
  private readonly redirects: Redirect[] = [];
  private readonly documents: HereDocumentNode[] = [];
  private readonly hereStrings: HereStringNode[] = [];

  /** Reads a redirection, if one begins here. */
  read(source: Source): boolean {
    const digits = countDigits(source);
    if (!isRedirect(source, digits)) return false;
    source.takeJoins();
    const start = source.position;
    source.take(digits);
    const operator = operators.find((each) => source.takeIf(each));
    if (operator === undefined) return false;
    skipBlanks(source);
    if (isMetacharacter(source.at()) && !startsProcess(source)) {
      source.doubt(say`The command is not complete: what "${operator}" stands for is missing.`);
    }
    const word = operator.endsWith('&') && source.at() === '-' ? closing(source) : scanWord(source);
    if (operator === '<<<') this.hereStrings.push({ start, end: word.end, word });
    else if (operator === '<<' || operator === '<<-') this.expect(source, operator, word);
    else this.redirects.push({ operator, target: word });
    return true;
  }

  finish(): Tail {
    const { redirects, documents, hereStrings } = this;
    return { redirects, documents, hereStrings };
  }

  private expect(source: Source, operator: '<<' | '<<-', word: Word): void {
    const written = source.text.slice(word.start, word.end);
    if (/\$['"(]|`/.test(written)) source.doubt(say`The mark of a here-document is unusual.`);
    source.pending.push({
      delimiter: written.replace(/\\([^])|['"]/g, '$1'),
      quoted: /['"\\]/.test(written),
      stripsTabs: operator === '<<-',
      into: this.documents,
    });
  }
}

/** Reads the redirections after a compound command. */
export function parseTail(source: Source): Tail {
  const tail = new TailBuilder();
  do skipBlanks(source);
  while (tail.read(source));
  return tail.finish();
}

/** After `>&` and `<&` a dash is a token of its own: `2>&-x` closes, and `x` is the next word. */
function closing(source: Source): Word {
  source.takeJoins();
  const start = source.position;
  source.take();
  return { start, end: source.position, inner: [] };
}

/** A number too long for a descriptor is a word. */
const maxDigits = 18;

function countDigits(source: Source): number {
  let digits = 0;
  while (digits <= maxDigits && /^[0-9]$/.test(source.at(digits))) digits++;
  return digits > maxDigits ? 0 : digits;
}

function isRedirect(source: Source, digits: number): boolean {
  const next = source.at(digits);
  if (next === '&') return digits === 0 && source.at(1) === '>';
  return (next === '<' || next === '>') && source.at(digits + 1) !== '(';
}

/** Skips blanks, comments and newlines; the bodies of here-documents follow a newline. */
export function skipLines(source: Source): void {
  for (;;) {
    skipBlanks(source);
    if (source.at() === '#') scanComment(source);
    else if (source.takeIf('\n')) readDocuments(source);
    else return;
  }
}

/** Reads the bodies of the here-documents of a line, after its newline. */
function readDocuments(source: Source): void {
  const { pending } = source;
  source.pending = [];
  for (const document of pending) readDocument(source, document);
}

function readDocument(source: Source, document: PendingDocument): void {
  const { position: start } = source;
  const lines: string[] = [];
  for (;;) {
    const bodyEnd = source.position;
    if (bodyEnd >= source.end) {
      source.doubt(say`The here-document "${document.delimiter}" has no end.`);
      finish(source, document, { start, end: bodyEnd, lines });
      return;
    }
    const line = readLine(source, document);
    if (line === document.delimiter) {
      finish(source, document, { start, end: bodyEnd, lines });
      return;
    }
    lines.push(`${line}\n`);
  }
}

/** One line of a body, its newline taken and left out. */
function readLine(source: Source, document: PendingDocument): string {
  const { position: start } = source;
  let line = '';
  if (document.quoted) {
    const newline = source.text.indexOf('\n', start);
    const end = newline === -1 || newline > source.end ? source.end : newline;
    line = source.text.slice(start, end);
    source.takeRaw(end + 1);
  } else {
    while (!source.done && source.at() !== '\n') {
      const next = source.at();
      source.takeJoins();
      const from = source.position;
      if (next === '\\') source.takeEscape();
      else source.take();
      line += source.since(from);
    }
    source.take();
  }
  return document.stripsTabs ? line.replace(/^\t+/, '') : line;
}

interface Read {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function finish(source: Source, document: PendingDocument, read: Read): void {
  const inner: Substitution[] = [];
  if (!document.quoted) {
    scanExpandedText(new Source(source.text, source.reading, read, source.joins), inner, '');
  }
  const described: HereDocumentNode = { body: read.lines.join(''), quoted: document.quoted, inner };
  document.into.push(described);
}
