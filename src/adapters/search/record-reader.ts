/** A line, or the beginning of it. */
export interface RawRecord {
  /** At most `maxBytes`. */
  readonly head: Buffer;
  readonly isCut: boolean;
  /** What follows `wanted` in the part that was cut away; undefined when nothing does. */
  readonly found: string | undefined;
}

export interface RecordReaderOptions {
  readonly maxBytes: number;
  /** Text worth finding behind the cut. */
  readonly wanted: string;
}

const lineBreak = 0x0a;

/** Characters reported after the requested part. */
const foundLength = 24;

/**
 * Cuts chunks into records; one may come in many chunks. However long a record is, no more of it is
 * kept than its beginning.
 */
export class RecordReader {
  private parts: Buffer[] = [];
  private size = 0;
  private isCut = false;
  /** The end of what was cut away, where the wanted text may begin or be. */
  private carry: Buffer = Buffer.alloc(0);
  private found: string | undefined;

  constructor(
    private readonly options: RecordReaderOptions,
    private readonly onRecord: (record: RawRecord) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, from)) {
      const piece = chunk.subarray(from, at);
      from = at + 1;
      if (this.size === 0 && piece.length <= this.options.maxBytes) {
        // Most are short and come whole.
        this.onRecord({ head: piece, isCut: false, found: undefined });
      } else {
        this.take(piece);
        this.end();
      }
    }
    this.take(chunk.subarray(from));
  }

  private take(piece: Buffer): void {
    const kept = piece.subarray(0, this.options.maxBytes - this.size);
    if (kept.length > 0) {
      this.parts.push(kept);
      this.size += kept.length;
    }
    if (kept.length === piece.length) return;
    if (!this.isCut) this.carry = Buffer.concat(this.parts).subarray(-wantedSpan(this.options));
    this.isCut = true;
    this.seek(piece.subarray(kept.length));
  }

  private seek(piece: Buffer): void {
    const { wanted } = this.options;
    if (this.found !== undefined) return;
    const text = Buffer.concat([this.carry, piece]);
    const at = text.indexOf(wanted);
    const from = at + wanted.length;
    if (at !== -1 && text.length >= from + foundLength) {
      this.found = text.toString('latin1', from, from + foundLength);
    } else {
      this.carry = text.subarray(at === -1 ? -wantedSpan(this.options) : at);
    }
  }

  private end(): void {
    const head = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
    const { isCut, found } = this;
    this.parts = [];
    this.size = 0;
    this.isCut = false;
    this.carry = Buffer.alloc(0);
    this.found = undefined;
    this.onRecord({ head: head ?? Buffer.alloc(0), isCut, found });
  }
}

/** Bytes that may hold the beginning of what is wanted, but not the whole. */
function wantedSpan({ wanted }: RecordReaderOptions): number {
  return Math.max(1, wanted.length - 1);
}
