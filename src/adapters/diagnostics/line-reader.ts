import { StringDecoder } from 'node:string_decoder';

export interface LineReaderOptions {
  /** Characters of a line; longer ones are skipped. */
  readonly maxLine: number;
  /** Total bytes to read; the rest is ignored. */
  readonly maxTotal: number;
  readonly onLine: (line: string) => void;
}

/** Splits a program's output into lines, across chunks. */
export interface LineReader {
  /** False once the total limit is exceeded. */
  push(chunk: Buffer): boolean;
  /** Ends the last line if it has no line break. */
  end(): void;
  /** Number of lines that were too long. */
  skipped(): number;
}

/** Holds at most one line in memory. */
export function createLineReader({ maxLine, maxTotal, onLine }: LineReaderOptions): LineReader {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  let total = 0;
  let skipped = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length <= maxLine) parts.push(piece);
    else parts = [];
  };
  const finish = (): void => {
    if (length > maxLine) skipped += 1;
    else if (length > 0) onLine(parts.join(''));
    parts = [];
    length = 0;
  };
  return {
    push: (chunk) => {
      total += chunk.length;
      if (total > maxTotal) return false;
      const [first = '', ...others] = decoder.write(chunk).split('\n');
      add(first);
      for (const piece of others) {
        finish();
        add(piece);
      }
      return true;
    },
    end: finish,
    skipped: () => skipped,
  };
}
