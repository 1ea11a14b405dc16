/** A record or its beginning. */
export interface RawRecord {
  /** Of at most `maxBytes`. */
  readonly head: string;
  readonly isCut: boolean;
  /** The text after `wanted` in the part that was cut; undefined if not found. */
  readonly found: string | undefined;
}

export interface RecordReaderOptions {
  /** The character after each record. */
  readonly end: '\n' | '\0';
  readonly maxBytes: number;
  /** Text to find after the cut. */
  readonly wanted?: string;
}

/** Characters returned after the wanted text. */
const foundLength = 24;

/** Splits chunks into records, across chunks. Keeps only the beginning of a long record. */
export class RecordReader {
  private parts: Buffer[] = [];
  private size = 0;
  private isCut = false;
  /** The end of the cut part, which may contain the start of the wanted text. */
  private carry: Buffer = Buffer.alloc(0);
  private found: string | undefined;

  constructor(
    private readonly options: RecordReaderOptions,
    private readonly onRecord: (record: RawRecord) => void,
  ) {}

  push(chunk: Buffer): void {
    const end = this.options.end.charCodeAt(0);
    let from = 0;
    for (let at = chunk.indexOf(end); at !== -1; at = chunk.indexOf(end, from)) {
      if (this.size === 0 && at - from <= this.options.maxBytes) {
        // Most records are short and arrive complete.
        this.onRecord({ head: chunk.toString('utf8', from, at), isCut: false, found: undefined });
      } else {
        this.take(chunk.subarray(from, at));
        this.give();
      }
      from = at + 1;
    }
    this.take(chunk.subarray(from));
  }

  /** Gives the last record if it has no end. */
  end(): void {
    if (this.size > 0) this.give();
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
    if (wanted === undefined || this.found !== undefined) return;
    const text = Buffer.concat([this.carry, piece]);
    const at = text.indexOf(wanted);
    const from = at + wanted.length;
    if (at !== -1 && text.length >= from + foundLength) {
      this.found = text.toString('latin1', from, from + foundLength);
    } else {
      this.carry = text.subarray(at === -1 ? -wantedSpan(this.options) : at);
    }
  }

  private give(): void {
    const head = Buffer.concat(this.parts).toString('utf8');
    const { isCut, found } = this;
    this.parts = [];
    this.size = 0;
    this.isCut = false;
    this.carry = Buffer.alloc(0);
    this.found = undefined;
    this.onRecord({ head, isCut, found });
  }
}

/** Bytes that may contain part of the wanted text. */
function wantedSpan({ wanted }: RecordReaderOptions): number {
  return Math.max(1, (wanted?.length ?? 0) - 1);
}
