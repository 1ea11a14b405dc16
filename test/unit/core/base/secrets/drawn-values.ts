/** Letters of a template (see `drawn`), and what each is drawn from. */
const alphabets: Readonly<Record<string, string>> = {
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  d: '0123456789',
  h: '0123456789abcdef',
  H: '0123456789ABCDEF',
  l: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
};

/** Numbers that look random and are the same in every run (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function seedOf(text: string): number {
  return Array.from(text).reduce((sum, unit) => (sum * 31 + unit.charCodeAt(0)) | 0, 7);
}

/**
 * A credential from its template: `{h32}` is 32 hexadecimal digits, and so on; a broken bar is left out,
 * so that no file of the repository holds a text which a scanner takes for a credential.
 */
export function drawn(template: string, seed = 1): string {
  const next = numbersOf(seedOf(template) + seed * 7919);
  return template.replaceAll('¦', '').replaceAll(/\{([A-Za-z])(\d+)\}/g, (_, letter, count) => {
    const alphabet = alphabets[String(letter)] ?? '';
    return Array.from({ length: Number(count) }, () =>
      alphabet.charAt(Math.floor(next() * alphabet.length)),
    ).join('');
  });
}

/** As `drawn`, in the form of a UUID. */
export function drawnUuid(seed = 1): string {
  return drawn('{h8}-{h4}-4{h3}-a{h3}-{h12}', seed);
}
