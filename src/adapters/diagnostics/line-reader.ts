import { StringDecoder } from 'node:string_decoder';

export interface LineReaderOptions {
  /** Characters of a line; a longer one is passed over. */
  readonly maxLine: number;
  /** Bytes in all; what comes after is not looked at. */
  readonly maxTotal: number;
  readonly onLine: (line: string) => void;
}

/** Cuts what a program writes into lines; a character may come in two chunks, a line in many. */
export interface LineReader {
  /** False when there is more than may be read. */
  push(chunk: Buffer): boolean;
  /** Takes what has no line end for the last line. */
  end(): void;
  /** Lines that were too long. */
  skipped(): number;
}

/** Holds at most one line, however much comes. */
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
