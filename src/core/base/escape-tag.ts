/**
 * Escapes foreign text so that it neither opens nor closes the tag that encloses it, however the tag
 * is spelled: in any case, with blanks, slashes, signs or invisible characters within, with another
 * sign for its underscore, with letters that look the same, or in other brackets. A reader who takes
 * the escaped form for a tag cannot be helped by a spelling.
 */
export function escapeTag(text: string, tag: string): string {
  return text.replace(patternOf(tag), (sign) => escaped[sign] ?? '&lt;');
}

/** Other brackets keep their looks; all that look like `<` become that. */
const escaped: Readonly<Record<string, string>> = { '[': '&#91;', '{': '&#123;', '(': '&#40;' };

/** What a reader does not see: formats, marks, controls, fillers and the empty Braille cell. */
const hidden = String.raw`\p{Cf}\p{Mn}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800`;
/** Between two letters of the name; a backslash or star is what Markdown puts there. */
const within = String.raw`[${hidden}\\*]*`;
/** In place of the underscore. */
const joint = String.raw`[\s\p{Pd}\p{Pc}${hidden}\\*]*`;
const angles = '<＜﹤‹❮❰⟨⟪〈《«˂ᐸ≺⋖⧼⦑⪡';
const slashes = String.raw`/\\／＼⁄∕⧸╱`;
const patterns = new Map<string, RegExp>();

function patternOf(tag: string): RegExp {
  const known = patterns.get(tag);
  if (known !== undefined) return known;
  const word = (each: string) =>
    Array.from(each, (letter) => `[${lookAlikes(letter)}]`).join(within);
  // Two repetitions never touch, so that no text takes long.
  const name = tag.split('_').map(word).join(joint);
  const between = String.raw`[\s${hidden}${slashes}*]*`;
  const blanks = String.raw`[\s${hidden}*]*`;
  const pattern = new RegExp(
    `[${angles}](?=${between}${name})|[[{(](?=${blanks}[${slashes}]${between}${name})`,
    'giu',
  );
  patterns.set(tag, pattern);
  return pattern;
}

/** Letters of other scripts that are drawn as a Latin one, or close to it. */
const drawnAlike: Readonly<Record<string, string>> = {
  a: '\u0430\u0251\u03b1\u1d00',
  b: '\u044c\u0432\u0299',
  c: '\u0441\u03f2\u1d04',
  d: '\u0501\u0257\u1d05\u056a',
  e: '\u0435\u0454\u04bd\u1d07\u03b5\u025b\u212e',
  f: '\u0192\ua730\u0584',
  g: '\u0261\u0262\u0581',
  h: '\u04bb\u043d\u029c\u0570',
  i: '\u0456\u0131\u03b9\u026a\u04cf1l|',
  j: '\u0458\u029d\u1d0a',
  k: '\u043a\u03ba\u1d0b',
  l: '\u04cf\u03b91i\u029f|',
  m: '\u043c\u1d0d',
  n: '\u043f\u0578\u03b7\u0274\u057c\u03bd',
  o: '\u043e\u03bf\u03c3\u0585\u1d0f0',
  p: '\u0440\u03c1\u1d18',
  q: '\u051b\u0566',
  r: '\u0433\u0280\u027e',
  s: '\u0455\ua731\u02825',
  t: '\u0442\u03c4\u1d1b',
  u: '\u03c5\u057d\u1d1c\u028b',
  v: '\u0475\u03bd\u1d20',
  w: '\u051d\u026f\u1d21',
  x: '\u0445\u03c7\u00d7',
  y: '\u0443\u04af\u03b3\u028f',
  z: '\u1d22\u0290',
};

/** Where Unicode has further forms of Latin letters: with marks, raised, mathematical, circled, wide. */
const forms: readonly (readonly [first: number, last: number])[] = [
  [0xaa, 0x24f],
  [0x1d2c, 0x1dbf],
  [0x1e00, 0x1eff],
  [0x2071, 0x209c],
  [0x2100, 0x2188],
  [0x24b6, 0x24e9],
  [0xff21, 0xff5a],
  [0x1d400, 0x1d6a5],
  [0x1f130, 0x1f149],
];

/** Squared and filled letters, of which Unicode does not say what they are. */
const filled = [0x1f150, 0x1f170] as const;

let byLetter: ReadonlyMap<string, string> | undefined;

/** All that can be read as a letter from a to z, with itself, for a class of a regular expression. */
function lookAlikes(letter: string): string {
  byLetter ??= collected();
  return byLetter.get(letter) ?? letter;
}

function collected(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (letter: string, alike: string): void => {
    if (/^[a-z]$/.test(letter)) found.set(letter, (found.get(letter) ?? letter) + alike);
  };
  for (const [letter, alike] of Object.entries(drawnAlike)) add(letter, alike);
  for (const [first, last] of forms) {
    for (let code = first; code <= last; code += 1) {
      const sign = String.fromCodePoint(code);
      add(sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(), sign);
    }
  }
  for (const start of filled) {
    for (let at = 0; at < 26; at += 1) {
      add(String.fromCharCode(97 + at), String.fromCodePoint(start + at));
    }
  }
  return found;
}
