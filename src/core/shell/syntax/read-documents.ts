import type { HereDocumentNode, Substitution } from './script';
import { scanComment, scanExpandedText, skipBlanks } from './scan-word';
import type { PendingDocument } from './source';
import { Source } from './source';

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
      source.doubt(`The here-document "${document.delimiter}" has no end.`);
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
