import type { LineSink, PageWriter } from './page-writer';

const maxColumns = 64;
const maxSpan = 1000;

interface Row {
  readonly cells: string[];
  isHead: boolean;
}

/** Cells that all tables of a page may still have. */
export interface CellBudget {
  left: number;
}

/**
 * A table of a page. One that only arranges blocks, because a cell holds a table, a heading or code,
 * is written as those blocks; so is one that is longer than the cells that are left.
 */
export class PageTable implements LineSink {
  private rows: Row[] = [];
  private cell: string[] | undefined;
  private span = 1;
  /** How many more rows the cells above reach into, by column. */
  private readonly reaching: number[] = [];
  private isInHead = false;

  constructor(
    private readonly writer: PageWriter,
    private readonly budget: CellBudget,
    private isLayout: boolean,
  ) {}

  beginHead(): void {
    this.isInHead = true;
  }

  endHead(): void {
    this.isInHead = false;
  }

  beginRow(): void {
    if (this.isLayout) this.writer.block(1);
    else this.rows.push({ cells: [], isHead: this.isInHead });
  }

  beginCell(isHead: boolean, spans: { readonly columns: number; readonly rows: number }): void {
    if (!this.isLayout && this.budget.left <= 0) this.arrange();
    if (this.isLayout) {
      this.writer.block(1);
      return;
    }
    this.budget.left -= 1;
    const row = this.lastRow();
    row.isHead ||= isHead;
    this.fillReached(row);
    this.span = Math.min(maxColumns, Math.max(1, spans.columns));
    const down = Math.min(maxSpan, Math.max(1, spans.rows)) - 1;
    if (down > 0) {
      for (let at = 0; at < this.span; at += 1) this.reaching[row.cells.length + at] = down;
    }
    this.cell = [];
    this.writer.beginCell(this);
  }

  endCell(): void {
    if (this.isLayout) {
      this.writer.block(1);
      return;
    }
    if (this.cell === undefined) return;
    this.writer.endCell();
    this.close();
  }

  /** A line of the open cell. */
  add(line: string): void {
    this.cell?.push(line);
  }

  /** From here on, and for what it has so far, it is no table but blocks. */
  arrange(): void {
    if (this.isLayout) return;
    this.isLayout = true;
    const { cell } = this;
    if (cell !== undefined) {
      this.writer.endCell();
      this.close();
    }
    this.writeBlocks();
    this.rows = [];
  }

  end(): void {
    this.endCell();
    this.writer.block(2);
    const rows = this.rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
    const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const [first] = rows;
    if (first === undefined) return;
    const isData = first.isHead || (columns > 1 && rows.length > 1);
    if (isData && this.writer.isMarkdown) this.writeRows(rows, columns);
    else this.writeBlocks();
    this.writer.block(2);
  }

  private close(): void {
    const lines = this.cell ?? [];
    this.cell = undefined;
    const { cells } = this.lastRow();
    const text = lines.join('\n');
    if (cells.length < maxColumns) cells.push(text);
    else cells[maxColumns - 1] = `${cells[maxColumns - 1] ?? ''} ${text}`;
    for (let more = 1; more < this.span && cells.length < maxColumns; more += 1) cells.push('');
  }

  private lastRow(): Row {
    const last = this.rows.at(-1);
    if (last !== undefined) return last;
    const row = { cells: [], isHead: this.isInHead };
    this.rows.push(row);
    return row;
  }

  /** Leaves the places empty that cells above take. */
  private fillReached({ cells }: Row): void {
    for (let left = this.reaching[cells.length] ?? 0; left > 0 && cells.length < maxColumns;) {
      this.reaching[cells.length] = left - 1;
      cells.push('');
      left = this.reaching[cells.length] ?? 0;
    }
  }

  private writeRows(rows: readonly Row[], columns: number): void {
    const [first, ...others] = rows;
    const head = first?.isHead === true ? first.cells : [];
    const body = first?.isHead === true ? others : rows;
    const width = Array.from({ length: columns });
    const { writer } = this;
    writer.line(tableRow(width.map((_, at) => head[at] ?? '')));
    writer.line(tableRow(width.map(() => '---')));
    for (const { cells } of body) writer.line(tableRow(cells));
  }

  private writeBlocks(): void {
    for (const { cells } of this.rows) {
      if (this.writer.isMarkdown) {
        for (const cell of cells) if (cell !== '') this.writer.line(cell);
      } else if (cells.some((cell) => cell !== '')) {
        this.writer.line(cells.map((cell) => cell.replaceAll('\n', ' ')).join('\t'));
      }
    }
  }
}

function tableRow(cells: readonly string[]): string {
  const escaped = cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>'));
  return `| ${escaped.join(' | ')} |`;
}
