/**
 * What a user approves, so that what is shown is what runs (decision inert-text): every character
 * that could pass for another one, hide, or move its neighbors becomes a mark such as ⟨U+202E⟩. A
 * text cannot write a mark itself, because its own ⟨, ⟩ and ↪ (of folded lines) are marked, too.
 *
 * Not covered: letters of one script that look alike, a letter of another script that looks like a sign
 * (ノ), and a word that could pass for a Latin one where it is among words of its own language.
 */

/** Draws nothing or an unknown sign, or changes the order: unseen, private, unassigned, our signs. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800⟨⟩↪]|(?! )\p{Zs}/u.source;
/** The blocks in which every letter, also a future one, runs from right to left. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.source;
/** Letters of styles (𝐫𝐦) that belong to no script. */
const styled = /[\u{1D400}-\u{1D7FF}]/u.source;
/** A mark on something other than a letter, a second one on a letter, or a pile of any. */
const marks = /(?<![\p{L}\p{M}])\p{M}+|(?<=\p{M})(?=\p{sc=Zinh})\p{M}|(?<=\p{M}{3})\p{M}/u.source;
/** A picture of several code points; the invisible ones among them only select its look. */
const picture = String.raw`(?!\p{Cn})\p{ExtPict}[\uFE0F\p{EMod}]?`;
const emoji = `${picture}(?:\\u200D${picture})*`;

const suspect = new RegExp(`(${emoji})|${unseen}|${rightToLeft}|${styled}|${marks}`, 'gu');
const word = /[\p{L}\p{M}\p{N}]+/gu;
const wordLetter = /(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu;

// cspell:disable -- the short names of scripts
/** The scripts that one word may have, with characters common to all. */
const oneScript = [
  'Latin Han Hira Kana,Latin Han Bopo,Latin Han Hang,Grek,Cyrl,Armn,Geor,Ethi,Deva,Beng,Guru,Gujr',
  'Orya,Taml,Telu,Knda,Mlym,Sinh,Thai,Laoo,Tibt,Mymr,Khmr',
].flatMap((list) =>
  list.split(',').map((names) => {
    const scripts = `${names} Zyyy Zinh`.split(' ').map((name) => `\\p{sc=${name}}`);
    return new RegExp(`^[${scripts.join('')}]+$`, 'u');
  }),
);
// cspell:enable
const otherDigit = /(?!\d)\p{Nd}/u;
/** Letters and digits that are drawn like Latin ones: Cyrillic, Greek, Armenian, rings and eights. */
// cspell:disable
const lookAlikes =
  'аеорсухіјѕһԁԛԝүѵӏАВЕКМНОРСТУХІЈЅҮԚԜӀЗЬ' +
  'ονιαυργϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' +
  'օսոհցզյՕՍԼՏ' +
  '०০௦౦೦൦๐໐၀୦ഠଠဝዐ৪৭୨';
// cspell:enable
/** A word that could wholly pass for a Latin one, except where its own language is written. */
const disguised = new RegExp(`^(?=[^]*\\P{ASCII})[\\p{ASCII}${lookAlikes}]+$`, 'u');

// cspell:disable
/** Signs that could pass for one of a shell: slashes, strokes, dots, quotes, brackets and the like. */
const signs =
  '∕⁄⟋╱⧸∖⧵⧹﹨＼‐‑‒–−﹣－˗⁃․‥꞉∶︰：﹕\u037E；﹔｜∣ǀǃ│┃￨＂′″‵＇ʹʺʻʼˈ｀‹›＜＞﹤﹥‚，﹐＄﹩＆﹠＊﹡∗⁎＃﹟！﹗？﹖％﹪～∼˜＝﹦꓿＋﹢＠﹫（）﹙﹚｛｝﹛﹜［］';
// cspell:enable
const ofEastAsia = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]`;
/** Signs, but not in words of languages that write them so; letters that only phonetics writes. */
const passing = new RegExp(
  `(?<!${ofEastAsia})[${signs}](?!${ofEastAsia})|[\\u0180-\\u0191\\u0193-\\u019F\\u01A2-\\u01AE\\u01B1-\\u01CC\\u0250-\\u02AF\\u1D00-\\u1DBF\\uA720-\\uA7FF]`,
  'gu',
);
const letter = /(?![\p{ASCII}ª²³¹º])[\p{L}\p{N}]/gu;

/** Marks what could pass for a character of a command: `ｒ`, `ﬁ` and `ⅰ` stand for ASCII ones. */
function markPassing(text: string): string {
  return text
    .replace(passing, mark)
    .replace(letter, (character) =>
      /^[\x21-\x7e]+$/.test(character.normalize('NFKC')) ? mark(character) : character,
    );
}

const quoted = /'[^']*'|"[^"]*"/g;
const whole = /^[^]*$/g;

const plain = /^[\n\x20-\x7e]*$/;
/** Long runs of blanks or line breaks, which could push text out of sight. */
const manyBlanks = / {17,}/g;
const manyBreaks = /\n{4,}/g;
const layout = new Set(['\n', '\r', '\t']);

/** A command with its suspect characters marked; equal to the text if there are none. */
export function markCommand(text: string): string {
  // Prose is in quotes: outside them, a word may be the name of a program.
  return markWith(text, (character) => character === '\n', quoted, markPassing)
    .replace(manyBlanks, (run) => `⟨${run.length} × ␣⟩`)
    .replace(manyBreaks, (run) => `\n⟨${run.length} × ↵⟩\n`);
}

/** The same of another argument, such as the content of a file: its layout stays. */
export function markArgument(text: string): string {
  return markWith(text, (character) => layout.has(character), whole);
}

/** Every text in a JSON value, also the names in it, as `markArgument` has it. */
export function markValue(value: unknown): unknown {
  if (typeof value === 'string') return markArgument(value);
  if (Array.isArray(value)) return value.map(markValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [markArgument(name), markValue(item)]));
}

/** `proseIn` finds the parts in which a word is taken for one of their language. */
function markWith(
  text: string,
  isKept: (character: string) => boolean,
  proseIn: RegExp,
  markRest: (part: string) => string = (part) => part,
): string {
  if (plain.test(text)) return text;
  const visible = text.replace(suspect, (character: string, picture: string | undefined) =>
    picture !== undefined || isKept(character) ? character : mark(character),
  );
  let shown = '';
  let at = 0;
  for (const { 0: part, index } of visible.matchAll(proseIn)) {
    shown += markRest(markWords(visible.slice(at, index))) + markWords(part, scriptsOf(part));
    at = index + part.length;
  }
  return shown + markRest(markWords(visible.slice(at)));
}

function markWords(text: string, scripts: readonly RegExp[] = []): string {
  return text.replace(word, (letters) => {
    const isKnown = !disguised.test(letters) || scripts.some((script) => script.test(letters));
    return isKnown && isOneScript(letters) ? letters : letters.replace(wordLetter, mark);
  });
}

/** The scripts of the words in a text that could not pass for Latin ones. */
function scriptsOf(text: string): readonly RegExp[] {
  const own = (text.match(word) ?? []).filter(
    (letters) => !plain.test(letters) && !disguised.test(letters),
  );
  return oneScript.filter((script) => own.some((letters) => script.test(letters)));
}

function isOneScript(letters: string): boolean {
  // ৪ looks like 8.
  if (/\d/.test(letters) && otherDigit.test(letters)) return false;
  return oneScript.some((scripts) => scripts.test(letters));
}

function mark(characters: string): string {
  return Array.from(characters, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  }).join('');
}
