import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import { redactText } from '../../../core/base/redact/redact';

/** A page of facts: a verdict first, then sections. Its texts may be foreign; no field is markup. */
export interface Report {
  /** Of the tab and the page. */
  readonly title: string;
  /** What the page is about, such as a command. */
  readonly subject?: string;
  readonly verdict: ReportVerdict;
  readonly actions: readonly ReportAction[];
  /** About the verdict. */
  readonly blocks: readonly ReportBlock[];
  readonly sections: readonly ReportSection[];
  /** At the end of the page. */
  readonly notes: readonly string[];
}

export type ReportTone = 'good' | 'ask' | 'bad' | 'neutral';

export interface ReportVerdict {
  readonly tone: ReportTone;
  readonly text: string;
}

/** A button of the page. The command and its arguments stay in the host. */
export interface ReportAction {
  readonly title: string;
  readonly command: string;
  readonly args?: readonly unknown[];
}

export interface ReportSection {
  readonly heading: string;
  readonly blocks: readonly ReportBlock[];
}

export type ReportBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly ReportFact[] }
  | { readonly kind: 'rows'; readonly rows: readonly ReportRow[] }
  | { readonly kind: 'quote'; readonly text: string }
  | {
      readonly kind: 'fold';
      readonly summary: string;
      readonly blocks: readonly ReportBlock[];
    };

export type ReportFact = readonly [name: string, text: string];

export interface ReportRow {
  readonly mark?: ReportVerdict;
  readonly name?: string;
  /** The first one next to the name, the others below it. */
  readonly texts: readonly string[];
  readonly action?: ReportAction;
}

export function section(heading: string, blocks: readonly ReportBlock[]): ReportSection {
  return { heading, blocks };
}

/** The blocks of a section: none for what is empty, which leaves the section out. */
export function factsBlock(facts: readonly ReportFact[]): readonly ReportBlock[] {
  return facts.length === 0 ? [] : [{ kind: 'facts', facts }];
}

export function rowsBlock(rows: readonly ReportRow[]): readonly ReportBlock[] {
  return rows.length === 0 ? [] : [{ kind: 'rows', rows }];
}

export function foldBlock(summary: string, blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  return blocks.length === 0 ? [] : [{ kind: 'fold', summary, blocks }];
}

/** Foreign text in one line: no control characters and no credentials. */
export function cleanLine(text: string): string {
  return escapeControlInline(redactText(text).text);
}

/** Foreign text of several lines. */
export function cleanText(text: string): string {
  return escapeControl(redactText(text).text);
}

/** Characters of a line: readable where it is pasted. */
const pageWidth = 88;
const bar = '  │ ';
const continued = '  ↪ ';

/** The report as plain text, for the clipboard. Foreign text cannot fake a line of it. */
export function reportText({ subject, verdict, blocks, sections, notes, ...rest }: Report): string {
  const title = subject === undefined ? rest.title : `${rest.title}: ${subject}`;
  return [
    cleanLine(title),
    ...hang('', verdict.text),
    '',
    ...blockLines(blocks),
    ...(blocks.length === 0 ? [] : ['']),
    ...sections.flatMap(sectionLines),
    ...notes.flatMap((note) => hang('', note)),
    '',
  ].join('\n');
}

function sectionLines({ heading, blocks }: ReportSection): readonly string[] {
  return blocks.length === 0
    ? []
    : [heading, '─'.repeat(heading.length), '', ...blockLines(blocks), ''];
}

function blockLines(blocks: readonly ReportBlock[]): readonly string[] {
  return blocks.flatMap((block, at) => (at === 0 ? linesOf(block) : ['', ...linesOf(block)]));
}

function linesOf(block: ReportBlock): readonly string[] {
  switch (block.kind) {
    case 'text':
      return hang('  ', block.text);
    case 'facts':
      return rowLines(block.facts.map(([name, text]) => ({ name, texts: [text] })));
    case 'rows':
      return rowLines(block.rows);
    case 'quote':
      return quote(block.text);
    case 'fold':
      return [...hang('  ', block.summary), '', ...blockLines(block.blocks)];
  }
}

/** Marks, names and texts in columns. */
function rowLines(rows: readonly ReportRow[]): readonly string[] {
  const columns = [
    rows.map(({ mark }) => cleanLine(mark?.text ?? '')),
    rows.map(({ name }) => cleanLine(name ?? '')),
  ].filter((cells) => cells.some((cell) => cell !== ''));
  const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)));
  return rows.flatMap(({ texts }, row) => {
    const cells = columns.map((column, at) => (column[row] ?? '').padEnd(widths[at] ?? 0));
    const head = ['', ...cells, ''].join('  ');
    const below = ' '.repeat(head.length);
    return texts.flatMap((text, at) => hang(at === 0 ? head : below, text));
  });
}

function hang(head: string, text: string): readonly string[] {
  const width = Math.max(20, pageWidth - head.length);
  const below = ' '.repeat(head.length);
  return wrap(cleanLine(text), width).map((line, at) => (at === 0 ? head : below) + line);
}

/** Foreign text after a bar, exact to the blank: none of its lines passes for one of the page. */
function quote(text: string): readonly string[] {
  const width = pageWidth - bar.length;
  return cleanText(text)
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
