import { StringDecoder } from 'node:string_decoder';

export interface LineReaderOptions {
  /** Characters of a line; longer ones are skipped. */
  readonly maxLine: number;
  /** Total bytes to read; the rest is ignored. */
  readonly maxTotal: number;
  readonly onLine: (line: string) => void;
}

/** Splits a program's output into lines, across chunks. Holds at most one line in memory. */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8');
  private parts: string[] = [];
  private length = 0;
  private total = 0;
  private skippedCount = 0;

  constructor(private readonly options: LineReaderOptions) {}

  /** False once the total limit is exceeded. */
  push(chunk: Buffer): boolean {
    this.total += chunk.length;
    if (this.total > this.options.maxTotal) return false;
    const [first = '', ...others] = this.decoder.write(chunk).split('\n');
    this.add(first);
    for (const piece of others) {
      this.end();
      this.add(piece);
    }
    return true;
  }

  /** Ends the last line if it has no line break. */
  end(): void {
    if (this.length > this.options.maxLine) this.skippedCount += 1;
    else if (this.length > 0) this.options.onLine(this.parts.join(''));
    this.parts = [];
    this.length = 0;
  }

  /** Number of lines that were too long. */
  skipped(): number {
    return this.skippedCount;
  }

  private add(piece: string): void {
    this.length += piece.length;
    if (this.length <= this.options.maxLine) this.parts.push(piece);
    else this.parts = [];
  }
}
