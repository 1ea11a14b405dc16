/** Ways in which two texts differ that a reader easily overlooks; worded for "Only … differ". */
export type TextDifference =
  | 'line endings'
  | 'blanks at the ends of lines'
  | 'blanks or tabs'
  | 'quotes, dashes or dots'
  | 'upper and lower case'
  | 'letters with combining marks';

interface Form {
  readonly difference: TextDifference;
  /** Takes the difference out of a text. */
  readonly apply: (text: string) => string;
}

/** What looks like the plain character that keyboards have. */
const typography: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
];

const forms: readonly Form[] = [
  {
    difference: 'line endings',
    apply: (text) => text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'),
  },
  {
    difference: 'blanks at the ends of lines',
    apply: (text) => text.split('\n').map(trimmed).join('\n'),
  },
  {
    difference: 'blanks or tabs',
    apply: (text) => text.replace(/[^\S\n]+|[\u200b-\u200d\ufeff]/g, ''),
  },
  {
    difference: 'quotes, dashes or dots',
    apply: (text) => typography.reduce((plain, [odd, usual]) => plain.replace(odd, usual), text),
  },
  { difference: 'upper and lower case', apply: (text) => text.toLowerCase() },
  { difference: 'letters with combining marks', apply: (text) => text.normalize('NFC') },
];

/** A longer text is not looked at: nobody overlooks a difference in it. */
const maxLength = 20_000;

/** The fewest differences without which `sought` would stand in `text`; none when more differs. */
export function differencesOf(text: string, sought: string): readonly TextDifference[] {
  if (text.length > maxLength || sought.length > maxLength) return [];
  const found = choices().find((some) => applyAll(some, text).includes(applyAll(some, sought)));
  return (found ?? []).map(({ difference }) => difference);
}

/** Lines without anything that a reader overlooks. */
export function foldLines(lines: readonly string[]): readonly string[] {
  const [, ...inLines] = forms;
  return lines.length === 0 ? [] : applyAll(inLines, lines.join('\n')).split('\n');
}

function applyAll(some: readonly Form[], text: string): string {
  return some.reduce((plain, { apply }) => apply(plain), text);
}

function trimmed(line: string): string {
  return line.trim();
}

/** Every choice of forms, the smallest first. */
function choices(): readonly (readonly Form[])[] {
  const all = Array.from({ length: 2 ** forms.length }, (_, bits) =>
    forms.filter((_form, at) => (bits & (1 << at)) !== 0),
  );
  return all.sort((a, b) => a.length - b.length);
}
