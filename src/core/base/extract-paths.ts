const maxPaths = 100;
/** Longer than any system accepts. */
const maxLength = 4096;

/**
 * Quoted text, or a run that neither a blank, a quote, a comma nor a shell operator ends; an
 * escaped blank and a brace list belong to it. No alternative looks further than the next of its
 * own kind, so that reading stays linear.
 */
const pieces =
  /"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)'|`(?<tick>[^`\n]*)`|\]\(|(?:\\ |\{[^\s{}"'`]*\}|\](?!\()|[^\]\s;|&<>"'`,])+/g;

/**
 * An address, although it contains a slash, also without a scheme: `//host/x`,
 * `host:80/x`.
 */
const address =
  /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/|(?:about|blob|data|javascript|mailto|node|npm|urn):|[\w.+-]+@[\w.-]+:|[\w.-]+:\d+\/|www\.)/i;
/** `--file=`, `KEY=`, `HEAD:`; a single letter with a colon is a drive. */
const labels = /^(?:-{0,2}[\w.-]+=|[\w~^@{}-]{2,}:(?!\d))+/;
/** `-I../include`: the option's letter, when what follows can only be a path. */
const gluedOption = /^-[A-Za-z](?=\.{0,2}\/)/;
/** `:12:5`, `#L12`, `(12`. */
const lineNumber = /(?::\d+(?:-\d+)?(?::\d+)?|#L\d+(?:-L\d+)?|\(\d+)$/;
const opening = ['(', '[', '{'];
const closing = ['.', ',', ':', ';', '!', '?', ')', ']', '}'];

/**
 * The paths a text names, in order, each once, at most 100 (000-paths-1): absolute, `./`,
 * `../`, any token with a slash, and names below folders in the Windows form; never an address.
 * A guess by shape: what it finds need not exist, and a bare file name is not found.
 */
export function extractPaths(text: string): readonly string[] {
  const found = new Set<string>();
  for (const piece of text.matchAll(pieces)) {
    for (const path of pathsIn(piece)) {
      found.add(path);
      if (found.size === maxPaths) return [...found];
    }
  }
  return [...found];
}

function pathsIn({ 0: whole, groups }: RegExpExecArray): readonly string[] {
  const quoted = groups?.['double'] ?? groups?.['single'] ?? groups?.['tick'];
  if (quoted === undefined) return pathsOfToken(whole.replaceAll('\\ ', ' '));
  // A sentence or a script in quotes is no path, but it may name some.
  return isPathWithBlanks(quoted) ? [quoted] : quoted.split(/[\s;|&<>"'`,]+/).flatMap(pathsOfToken);
}

/** `/home/me/My Files/a.txt`: it begins as a path, and goes on as one behind the last blank. */
function isPathWithBlanks(quoted: string): boolean {
  const begins = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/])\S* /i;
  if (quoted.length > maxLength || !begins.test(quoted)) return false;
  const [first = '', ...others] = quoted.split(' ');
  const isComplete = /\.\w+$/.test(first);
  return (
    !isComplete && !others.some((word) => /^[-/.]/.test(word)) && /[\\/]/.test(others.at(-1) ?? '')
  );
}

function pathsOfToken(token: string): readonly string[] {
  if (token.length > maxLength || address.test(token)) return [];
  const bare = trimmed(token);
  const value = bare.replace(labels, '').replace(gluedOption, '');
  if (value !== bare && address.test(value)) return [];
  // A search path, or a folder outside and one inside of a container.
  return value
    .split(/(?<!^[A-Za-z]):(?=\.{0,2}\/)/)
    .map((part) => trimmed(part).replace(lineNumber, ''))
    .filter(looksLikePath);
}

/** Without the brackets and the punctuation of the sentence around it. */
function trimmed(token: string): string {
  let start = 0;
  while (start < token.length && opening.includes(token.charAt(start))) start += 1;
  const rest = token.slice(start);
  const kept = closing.filter((mark) => !rest.includes(partnerOf(mark)));
  let end = rest.length;
  while (end > 0 && kept.includes(rest.charAt(end - 1)) && !endsInDots(rest, end)) end -= 1;
  return rest.slice(0, end);
}

/** Opening bracket for a mark that closes one; no text holds the partner of a plain mark. */
function partnerOf(mark: string): string {
  return opening[')]}'.indexOf(mark)] ?? '\n';
}

/** `..` and `./` are names, not the end of a sentence. */
function endsInDots(text: string, end: number): boolean {
  return /(?:^|[\\/])\.{1,2}$/.test(text.slice(Math.max(0, end - 3), end));
}

function looksLikePath(text: string): boolean {
  if (text.startsWith('-') || address.test(text)) return false;
  if (/^[a-z]:[\\/]./i.test(text)) return true;
  if (/^[\w.-]+(?:\\[\w.*-]+)*\\[\w*-]+\.\w{1,5}$/.test(text)) return true;
  // Neither a lone slash nor a fraction or a date.
  return text.includes('/') && /[^\s\d/]/.test(text);
}
