/** Pseudo-classes whose argument is a selector. */
const ofSelectors = new Set(['has', 'not', 'is', 'where', 'matches', 'host', 'host-context']);

const name = String.raw`(?:\\(?:[\da-f]{1,6}\s?|[^])|[\w\-\u00b0-\uffff])+`;
const string = String.raw`"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'`;
const attributeName = String.raw`(?:\\[^]|[^\s=~^$*!\]"'\\])+`;
const value = String.raw`(?:${string}|(?!["'])(?:\\[^]|[^\s\]\\])*)`;
const attribute = String.raw`\[\s*${attributeName}\s*(?:[~^$*!|]?=\s*${value}\s*[is]?\s*)?\]`;
const tokens = String.raw`/\*[^]*?\*/|${attribute}|:(${name})\(|[^]`;

/**
 * How deep selectors are within selectors. It reads as the compiler does: an escape is what it
 * stands for, and what is quoted or in a comment does not count.
 */
export function nestingOf(selector: string): number {
  const signs = new RegExp(tokens, 'giy');
  let deepest = 0;
  let depth = 0;
  for (let found = signs.exec(selector); found !== null; found = signs.exec(selector)) {
    const [sign, written] = found;
    if (sign === '\\') signs.lastIndex += 1;
    else if (sign === ')') depth -= 1;
    // What the compiler may read as another word counts, too.
    else if (sign === '(' || (written !== undefined && ofSelectors.has(nameOf(written)))) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (written !== undefined) {
      const text = upToEnd(selector.slice(signs.lastIndex));
      signs.lastIndex += text.length + 1;
      deepest = Math.max(deepest, depth + nestingOfCount(nameOf(written), text));
    }
  }
  return deepest;
}

/** `2n of <selector>`; its argument is unescaped twice before it is read. */
function nestingOfCount(pseudo: string, text: string): number {
  if (!/^nth-(?:last-)?child$/.test(pseudo)) return 0;
  const [, inner] = /^.+?\s+of\s+(.+)$/is.exec(unescaped(unescaped(text))) ?? [];
  return inner === undefined ? 0 : 1 + nestingOf(inner.trim());
}

function nameOf(written: string): string {
  return unescaped(written).toLowerCase();
}

/** The text before the parenthesis that closes it; quotes do not matter there. */
function upToEnd(text: string): string {
  let open = 1;
  for (const { 0: sign, index } of text.matchAll(/\\[^]|[()]/g)) {
    if (sign === '(') open += 1;
    else if (sign === ')') open -= 1;
    if (open === 0) return text.slice(0, index);
  }
  return text;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_all, code?: string, sign?: string) =>
    code === undefined
      ? (sign ?? '')
      : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
  );
}
