import { stripEscapes, redactText } from './redact';
import { findSecrets } from './find-secrets';
import { isKeyData, maxKeyLength, openKey, privateKeys, startOfKeyData } from './private-keys';

/** Characters of an unfinished line that are held back; a credential may begin in them. */
const overlap = 8 * 1024;
/** A longer unfinished line is passed on in parts. */
const maxLine = 2 * overlap;
/** Only both ends of a longer value are kept: all of it is one mark. */
const maxValue = 4 * overlap;

/**
 * Redacts a text that comes in pieces; a secret split over two pieces is still found. Passes on
 * complete lines, redacted as in the complete text: it cuts only where no rule reads across. Held
 * back are the line that has no end yet, a name whose value may follow on the next line, lines of
 * key data, and a private key that has not ended. Memory is bounded.
 */
export class StreamRedactor {
  private readonly found = new Set<string>();
  private held = '';

  /** Takes new text and returns what may be shown now. */
  push(text: string): string {
    this.held += text;
    const line = this.held.lastIndexOf('\n') + 1;
    if (this.held.length - line <= maxLine) return this.release(lineCut(this.held, line));
    this.held = shortened(stripEscapes(this.held));
    return this.release(lineCut(this.held, partCut(this.held)));
  }

  /** Returns what was held back. */
  flush(): string {
    return this.release(this.held.length);
  }

  /** Kinds found so far, each once. */
  kinds(): readonly string[] {
    return [...this.found];
  }

  private release(upTo: number): string {
    const ready = redactText(this.held.slice(0, upTo));
    this.held = this.held.slice(upTo);
    for (const kind of ready.kinds) this.found.add(kind);
    return ready.text;
  }
}

/** The last place up to `line` where a text may be cut. */
function lineCut(text: string, line: number): number {
  if (line === 0) return 0;
  const cut = Math.min(beforeOpenLines(text, line), openKey(text) ?? line);
  return keyAcross(text, cut) ?? cut;
}

/** Where the key begins that a cut would go through. */
function keyAcross(text: string, cut: number): number | undefined {
  for (const { from, to } of privateKeys(text)) {
    if (from < cut && to > cut) return from;
  }
  return undefined;
}

/** A line after which a value may follow on the next. */
const openName =
  /(?:pass\w*|pwd|secret|token|credentials?|key)(?:[_-]?\w{1,14}){0,2}["']?[ \t]*(?::[ \t]*[|>]?[+-]?[ \t]*)?\r?\n$/i;

function beforeOpenLines(text: string, line: number): number {
  let cut = line;
  const data = startOfKeyData(text, line - 1, 0);
  if (data < line && isKeyData(text.slice(data, text.indexOf('\n', data)))) cut = data;
  while (cut > 0 && line - cut < 2 * maxKeyLength) {
    const start = text.lastIndexOf('\n', cut - 2) + 1;
    if (!openName.test(text.slice(Math.max(start, cut - 200), cut))) break;
    cut = start;
  }
  return cut;
}

/** Where an overlong line may be cut: in no credential, after a blank if there is one. */
function partCut(text: string): number {
  const last = text.length - overlap;
  const blank = text.lastIndexOf(' ', last) + 1;
  const cut = last - blank < overlap && blank > 0 ? blank : last;
  const across = findSecrets(text).find(({ begin, to }) => begin < cut && to > cut);
  return across?.begin ?? cut;
}

/** The text with the middle of an endless value left out. */
function shortened(text: string): string {
  if (text.length < maxValue) return text;
  const last = findSecrets(text).at(-1);
  if (last === undefined || last.to < text.length) return text;
  if (last.to - last.from < maxValue / 2) return text;
  return text.slice(0, last.from + overlap / 2) + text.slice(-overlap / 2);
}
