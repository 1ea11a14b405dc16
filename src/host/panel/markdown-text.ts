import { escapeControlInline } from '../../core/base/escape-control';

/** A block that nothing in it can close: its fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const end = text.endsWith('\n') ? '' : '\n';
  return `${fence}${language}\n${text}${end}${fence}`;
}

/**
 * Markdown as a part of a larger text: its headings stand below those around it, it holds no HTML,
 * and a block of code that it left open ends with it.
 */
export function embedded(text: string): string {
  let fence: string | undefined;
  const lines = text.split(/\r\n|\r|\n/).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, run = '', rest = ''] = mark ?? [];
    if (fence !== undefined) {
      if (run.startsWith(fence) && rest.trim() === '') fence = undefined;
      return line;
    }
    if (run !== '' && !(run.startsWith('`') && rest.includes('`'))) fence = run;
    return fence === undefined ? outsideCode(line) : line;
  });
  return [...lines, ...(fence === undefined ? [] : [fence])].join('\n');
}

function outsideCode(line: string): string {
  return line
    .replace(
      /^( {0,3})(#{1,6})(?=\s|$)/,
      (_all, gap: string, marks: string) => `${gap}${'#'.repeat(Math.min(6, marks.length + 2))}`,
    )
    .replace(/^([\s>*+-]*)</, String.raw`$1\<`);
}

/** Text on one line that stands for itself: no markup, no link, no HTML. */
export function inlineText(text: string): string {
  return escapeControlInline(text.replace(/\s*[\r\n]+\s*/g, ' ')).replace(
    /[\\`*_[\]<>#|~!&]/g,
    String.raw`\$&`,
  );
}

/** A name or path on one line, as code. */
export function codeSpan(text: string): string {
  const line = escapeControlInline(text.replace(/\s*[\r\n]+\s*/g, ' '));
  const fence = '`'.repeat(longestRun(line) + 1);
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
