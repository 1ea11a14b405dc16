/** A file that a text names, with the place in it. */
export interface NamedFile {
  /** Where the words are in the text. */
  readonly start: number;
  readonly end: number;
  /** As written: relative, absolute, or with the drive of Windows. */
  readonly name: string;
  /** From 1; absent if the text names the file alone. */
  readonly line?: number;
  readonly column?: number;
}

/** Longer names are not looked for. */
const maxName = 300;
/** Of one text; more make no links. */
const maxNamed = 200;

const words = /[^\s"'`<>|;]+/g;
const opening = /^[([{]+/;
/** "a.js:12", "a.js:12:5", "a.js:12-20", "a.js(12,5)", "a.js#L12", "a.js#L12-L20" */
const place =
  /^((?:[A-Za-z]:[\\/])?[^:#]+?)(?::([1-9]\d{0,6})(?::([1-9]\d{0,6}))?(?![\w])|#L([1-9]\d{0,6})(?:-L?\d{1,7})?(?![\w])|\(([1-9]\d{0,6})(?:,([1-9]\d{0,6}))?\))/;
/** Has a folder, or an extension. */
const fileLike = /[\\/][^\\/]+$|[^\\/]\.[A-Za-z][\w+-]{0,11}$/;
const scheme = /^[A-Za-z][A-Za-z\d+.-]+:\/\//;

/**
 * The files with line numbers that a text names. What looks like one is only a question: the host
 * knows which exist. The time is linear in the length.
 */
export function namedFiles(text: string): readonly NamedFile[] {
  const found: NamedFile[] = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    if (found.length === maxNamed) break;
    const named = word.length <= maxName + 20 ? inWord(word) : undefined;
    if (named === undefined) continue;
    found.push({ ...named, start: index + named.start, end: index + named.end });
  }
  return found;
}

/** The file that a piece of inline code is, with a line number or without. */
export function fileOfCode(code: string): NamedFile | undefined {
  const [named] = namedFiles(code);
  if (named !== undefined) return named.end - named.start === code.length ? named : undefined;
  const isName = code.length <= maxName && !/[\s:*?"'`<>|,;(){}=#]/.test(code);
  return isName && fileLike.test(code) ? { start: 0, end: code.length, name: code } : undefined;
}

function inWord(word: string): NamedFile | undefined {
  const before = opening.exec(word)?.[0].length ?? 0;
  // Node writes the places of modules as addresses of files.
  const start = before + (word.startsWith('file:///', before) ? 'file://'.length : 0);
  const rest = word.slice(start);
  const match = place.exec(rest);
  const [whole = '', name = '', ...numbers] = match ?? [];
  if (match === null || !fileLike.test(name) || scheme.test(rest)) return undefined;
  // Of each form, the line and the column.
  const [line, column] = numbers.map(Number).filter((number) => number > 0);
  return {
    start,
    end: start + whole.length,
    name,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
