/** Characters of the longest value in quotes. */
const maxQuoted = 4096;

/** A value that a program or a shell ends by a quote. */
export interface QuotedText {
  readonly from: number;
  readonly to: number;
  /** Behind the closing quote. */
  readonly end: number;
}

const opening = /(\\{0,3})(?:("""|''')|(["'`]))/y;

/**
 * The quoted text that begins at a place, on its line unless it has triple quotes. A quote in it
 * may be escaped, or doubled, as in SQL and YAML, or written as a shell must (`'\''`).
 */
export function quotedAt(text: string, at: number): QuotedText | undefined {
  opening.lastIndex = at;
  const found = opening.exec(text);
  if (found === null) return undefined;
  const [whole, slashes = '', triple, single = ''] = found;
  const from = at + whole.length;
  if (triple !== undefined) {
    const to = text.indexOf(triple, from);
    return to === -1 || to - from > maxQuoted ? undefined : { from, to, end: to + 3 };
  }
  const to = closingQuote(text, from, single, slashes.length);
  return to === undefined ? undefined : { from, to: to - slashes.length, end: to + 1 };
}

function closingQuote(
  text: string,
  from: number,
  quote: string,
  slashes: number,
): number | undefined {
  const limit = Math.min(text.length, from + maxQuoted);
  let run = 0;
  for (let at = from; at < limit; at += 1) {
    const unit = text.charAt(at);
    if (unit === '\\') {
      run += 1;
      continue;
    }
    if (unit === '\n') return undefined;
    if (unit === quote && isClosing(run, slashes, quote)) {
      const again = repeatBehind(text, at, quote, at > from && slashes === 0);
      if (again === 0) return at;
      at += again;
    }
    run = 0;
  }
  return undefined;
}

function isClosing(run: number, slashes: number, quote: string): boolean {
  // A shell knows no escapes in single quotes; other languages do, and then more follows.
  if (slashes > 0) return run === slashes;
  return run % 2 === 0 || (quote === "'" && run > 2);
}

/** How far behind a quote the text goes on; nothing if it ends there. */
function repeatBehind(text: string, at: number, quote: string, mayRepeat: boolean): number {
  if (!mayRepeat || quote === '`') return 0;
  const next = text.charAt(at + 1);
  if (next === '\\') return quote === "'" && text.startsWith("''", at + 2) ? 3 : 0;
  return next === quote && /[^\s,;)\]}"']/.test(text.charAt(at + 2)) ? 1 : 0;
}
