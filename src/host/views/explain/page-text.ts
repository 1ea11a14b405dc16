import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';

/** Characters of a line: the width of an editor without horizontal scrolling. */
const pageWidth = 88;
const bar = '  │ ';
const continued = '  ↪ ';

export function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, '─'.repeat(heading.length), '', ...lines, ''];
}

/** Lines of `Name  text`, the texts in one column. */
export function facts(
  entries: readonly (readonly [name: string, text: string])[],
): readonly string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.flatMap(([name, text]) => hang(`  ${name.padEnd(width)}  `, text));
}

export function hang(head: string, text: string): readonly string[] {
  const width = Math.max(20, pageWidth - head.length);
  const below = ' '.repeat(head.length);
  return wrap(escapeControlInline(text), width).map((line, at) => (at === 0 ? head : below) + line);
}

/** Foreign text after a bar, exact to the blank: none of its lines passes for one of the page. */
export function quote(text: string): readonly string[] {
  const width = pageWidth - bar.length;
  return escapeControl(text)
    .split('\n')
    .flatMap((line) =>
      pieces(line, width).map((piece, at) => (at === 0 ? bar : continued) + piece),
    );
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A text longer than a line is cut; characters are never split. */
function pieces(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  return text.match(new RegExp(`.{1,${String(width)}}`, 'gsu')) ?? [];
}
