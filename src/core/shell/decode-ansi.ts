const single: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const numbered: readonly { readonly pattern: RegExp; readonly base: number }[] = [
  { pattern: /^([0-7]{1,3})/, base: 8 },
  { pattern: /^x([0-9a-fA-F]{1,2})/, base: 16 },
  { pattern: /^u([0-9a-fA-F]{1,4})/, base: 16 },
  { pattern: /^U([0-9a-fA-F]{1,8})/, base: 16 },
];

/**
 * Decodes `$'…'` from behind its quote. Undefined where the result is not surely known: no closing
 * quote, NUL (bash cuts there), anything beyond ASCII (it depends on the locale).
 */
export function decodeAnsi(
  raw: string,
  start: number,
): { readonly text: string; readonly next: number } | undefined {
  let text = '';
  let index = start;
  while (index < raw.length) {
    const next = raw.charAt(index);
    if (next === "'") return { text, next: index + 1 };
    if (next === '\\') {
      const escape = decodeAnsiEscape(raw.slice(index + 1, index + 10));
      if (escape === undefined) return undefined;
      text += escape.text;
      index += 1 + escape.length;
    } else {
      text += next;
      index++;
    }
  }
  return undefined;
}

/** One escape, without its backslash. */
function decodeAnsiEscape(
  rest: string,
): { readonly text: string; readonly length: number } | undefined {
  const known = single[rest.charAt(0)];
  if (known !== undefined) return { text: known, length: 1 };
  const control = /^c([@-_a-z?])/.exec(rest)?.[1];
  if (control !== undefined) return decodeControl(control);
  for (const { pattern, base } of numbered) {
    const digits = pattern.exec(rest);
    if (digits?.[1] === undefined) continue;
    const code = parseInt(digits[1], base);
    const certain = code > 0 && code < 0x80;
    return certain ? { text: String.fromCharCode(code), length: digits[0].length } : undefined;
  }
  // A backslash before any other character stays; what begins a number or a control must be whole.
  return /^(?:[xuUc]|$)/.test(rest) ? undefined : { text: `\\${rest.charAt(0)}`, length: 1 };
}

function decodeControl(
  character: string,
): { readonly text: string; readonly length: number } | undefined {
  if (character === '\\' || character === '@') return undefined;
  const code = character === '?' ? 0x7f : character.toUpperCase().charCodeAt(0) & 0x1f;
  return code === 0 ? undefined : { text: String.fromCharCode(code), length: 2 };
}
