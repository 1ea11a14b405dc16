/**
 * A JSON text with comments and trailing commas as plain JSON: they become blanks. Looks at each
 * character once, also in a text of a hostile author; what is not closed is left for the parser.
 */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  /** The last comma, while only blanks and comments have followed. */
  let comma = -1;
  const drop = (from: number, to: number): void => {
    parts.push(text.slice(kept, from), ' ');
    kept = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') {
      comma = -1;
      at = endOfString(text, at);
    } else if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = endOfComment(text, at);
      drop(at, end);
      at = end - 1;
    } else if (character === ',') {
      // What follows decides: a part of its own.
      drop(at, at);
      comma = parts.push(',') - 1;
      kept = at + 1;
    } else if (character === '}' || character === ']') {
      if (comma !== -1) parts[comma] = ' ';
      comma = -1;
    } else if (!/\s/.test(character)) comma = -1;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function endOfComment(text: string, start: number): number {
  const isLine = text[start + 1] === '/';
  const end = text.indexOf(isLine ? '\n' : '*/', start + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}
