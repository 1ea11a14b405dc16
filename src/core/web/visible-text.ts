/**
 * Text of a page as a reader sees it: what draws nothing or changes the order of its neighbors is
 * dropped, and every kind of blank is a plain one.
 */

/** Blocks of letters and signs without anything invisible: most texts need no further look. */
const plain =
  /^[\t\n\x20-\x7e\u00a1-\u00ac\u00ae-\u034e\u0400-\u058f\u2010-\u2027\u2030-\u203a\u2190-\u21ff\u2500-\u25ff\u3001-\u3163\u3165-\ud7ff\uff01-\uff9f]*$/;
const breaks = /\r\n?|[\f\v\u0085\p{Zl}\p{Zp}]/gu;
const blanks = /\u2800|(?! )\p{Zs}/gu;
const unseen = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

export function visibleText(text: string, counter?: RemovedCounter): string {
  if (plain.test(text)) return text;
  return withoutUnseen(text.replace(breaks, '\n').replace(blanks, ' '), counter);
}

/** Counts the invisible characters that were removed. */
export interface RemovedCounter {
  removed: number;
}

/** Only without what draws nothing or changes the order of its neighbors; all else as it is. */
export function withoutUnseen(text: string, counter?: RemovedCounter): string {
  if (plain.test(text)) return text;
  return text.replace(unseen, () => {
    if (counter !== undefined) counter.removed += 1;
    return '';
  });
}

const gaps = /[\t\n ]+/g;
const hasGap = /[\t\n]| {2}/;

/** On one line, with single blanks between its words. */
export function inlineText(text: string, counter?: RemovedCounter): string {
  const visible = visibleText(text, counter);
  return hasGap.test(visible) ? visible.replace(gaps, ' ') : visible;
}

/** What could be markup, wherever it is in a line. A sign at an end counts: more may follow. */
const markup =
  /[\\`*[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z!?/]|$)|&(?=#?\w+;|#?\w*$)|~(?=~|$)/giu;
const hasMarkup = /[\\`*[\]_<&~]/;

/** Escapes text of a page so that it is no markup in a line of Markdown. */
export function escapeInline(text: string): string {
  return hasMarkup.test(text) ? text.replace(markup, String.raw`\$&`) : text;
}

/** What makes a line a heading, a quotation, a rule, an item, a table or a definition. */
const lineStart =
  /^(?:#{1,6}(?=\s|$)|>|\||=+(?=\s*$)|\+(?=\s|$)|-(?=\s|$|[-\s|:]*$)|:(?=[\s-]))|^(\d{1,9})(?=[.)](?:\s|$))/;

/** All but letters, common signs and single blanks between them. */
const notable =
  /[^ !-%'-)+-;=-Z^a-}\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u3001-\u3163\u3165-\ud7ff]| {2}/;

/** True for text that is visible, on one line and no markup, so that nothing of it changes. */
export function isSimple(text: string): boolean {
  return !notable.test(text);
}

/** Escapes the start of a line that is made of escaped text. */
export function escapeLineStart(line: string): string {
  if (!lineStart.test(line)) return line;
  return line.replace(lineStart, (found, digits?: string) =>
    digits === undefined ? `\\${found}` : `${found}\\`,
  );
}

/** Code on one line, in more backticks than it has in a row. */
export function inlineCode(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + pad + code + pad + fence;
}

/** The lines of a block of code with its fences. */
export function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The most backticks in a row. */
function longestRun(text: string): number {
  if (!text.includes('`')) return 0;
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
