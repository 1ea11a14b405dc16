/** Longest escape sequence that is kept; no terminal uses longer ones. */
const maxSequence = 64;
/** A longer line is returned in parts, and a returned part is no longer rewritten. */
const maxLine = 4096;
/** Columns that a cursor movement can reach, as the width of a terminal bounds it. */
const maxColumn = 120;

/** Changes a text that comes in pieces; its state goes from piece to piece. */
export interface TextFilter {
  /** `isPlain`: the caller knows that its only controls are backspace, tab and line ends. */
  write(piece: string, isPlain?: boolean): string;
}

/** Controls other than backspace, tab, line feed and carriage return, and the 8-bit ones. */
const special = /[\0-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
/** End of OSC, DCS, APC, PM and SOS; also a line feed, so that a stray start hides no output. */
const stringEnd = /[\x07\x18\x1a\x1b\x9c\n]/g;

type EscapeState = 'text' | 'escape' | 'control' | 'string';

/**
 * Removes escape sequences (CSI, OSC with VS Code's shell marks, DCS and the others), NUL and other
 * controls. Backspace and carriage return stay for `LineResolver`, as do the complete CSI
 * sequences for which `keeps` answers true. Linear in its input, and holds at most one sequence.
 */
export function createEscapeFilter(keeps: (sequence: string) => boolean): TextFilter {
  const searchSpecial = new RegExp(special, 'g');
  let state: EscapeState = 'text';
  let body = '';
  let out = '';

  /** Each step reads from `at` on and answers where the next one begins. */
  const steps: Readonly<Record<EscapeState, (piece: string, at: number) => number>> = {
    text: (piece, at) => {
      searchSpecial.lastIndex = at;
      const found = searchSpecial.exec(piece)?.index ?? piece.length;
      out += piece.slice(at, found);
      if (found === piece.length) return found;
      state = stateAfter(piece.charCodeAt(found));
      body = '';
      if (state === 'text' && isLineFeedLike(piece.charCodeAt(found))) out += '\n';
      return found + 1;
    },
    escape: (piece, at) => {
      const code = piece.charCodeAt(at);
      if (code === 0x1b || (code >= 0x20 && code <= 0x2f)) return at + 1;
      const isFinal = code >= 0x30 && code <= 0x7e;
      state = isFinal ? stateAfter(code + 0x40) : 'text';
      body = '';
      return isFinal ? at + 1 : at;
    },
    control: (piece, at) => {
      const code = piece.charCodeAt(at);
      if (code >= 0x20 && code <= 0x3f) {
        if (body.length < maxSequence) body += piece.charAt(at);
        return at + 1;
      }
      state = 'text';
      if (code < 0x40 || code > 0x7e) return at;
      const sequence = `\x1b[${body}${piece.charAt(at)}`;
      if (body.length < maxSequence && keeps(sequence)) out += sequence;
      return at + 1;
    },
    string: (piece, at) => {
      stringEnd.lastIndex = at;
      const found = stringEnd.exec(piece)?.index ?? piece.length;
      if (found === piece.length) return found;
      state = piece.charCodeAt(found) === 0x1b ? 'escape' : 'text';
      return piece.charAt(found) === '\n' ? found : found + 1;
    },
  };

  return {
    write: (piece, isPlain = false) => {
      if (state === 'text' && (isPlain || !special.test(piece))) return piece;
      out = '';
      for (let at = 0; at < piece.length;) at = steps[state](piece, at);
      const ready = out;
      out = '';
      return ready;
    },
  };
}

/** By the 8-bit code of a control; `ESC x` means the control 0x40 above x (ECMA-48). */
function stateAfter(code: number): EscapeState {
  switch (code) {
    case 0x1b:
      return 'escape';
    case 0x9b:
      return 'control';
    case 0x90:
    case 0x98:
    case 0x9d:
    case 0x9e:
    case 0x9f:
      return 'string';
    default:
      return 'text';
  }
}

function isLineFeedLike(code: number): boolean {
  return code === 0x0b || code === 0x0c;
}

/** The sequences that `LineResolver` understands: erase line, cursor left, right, to column. */
export function isLineSequence(sequence: string): boolean {
  return /^\x1b\[\d{0,4}[CDGK]$/.test(sequence);
}

const lineTokens = /\n|\r|\x08|\x1b\[\d*[CDGK]|[^\n\r\b\x1b]+/g;

/**
 * Text as a terminal shows it, line by line. Resolves what rewrites a line: carriage return, backspace, erasing and moving in the line, so that
 * of a progress bar only its last state is left, and CRLF becomes LF. Input comes from an escape
 * filter that keeps `isLineSequence`. Linear in its input.
 */
export class LineResolver implements TextFilter {
  private line = new Line();

  write(piece: string, isPlain = false): string {
    // A search for one character is many times faster than one for a class of them.
    const returns = piece.includes('\r');
    const text = returns ? piece.replaceAll('\r\n', '\n') : piece;
    const isEdited =
      (returns && text.includes('\r')) ||
      text.includes('\b') ||
      (!isPlain && text.includes('\x1b'));
    if (!this.line.isAtEnd() || isEdited) {
      return (text.match(lineTokens) ?? []).map((token) => this.apply(token)).join('');
    }
    const rest = text.lastIndexOf('\n') + 1;
    const complete = rest === 0 ? '' : this.give(text.slice(0, rest));
    return rest === text.length ? complete : complete + this.apply(text.slice(rest));
  }

  /** The line that has no end yet; `write` has not returned it. */
  pending(): string {
    return this.line.text();
  }

  /** Returns the pending line. */
  end(): string {
    return this.give('');
  }

  private give(ending: string): string {
    const ready = this.line.text() + ending;
    this.line = new Line();
    return ready;
  }

  private apply(token: string): string {
    const { line } = this;
    if (token === '\n') return this.give('\n');
    if (token === '\r') line.moveTo(0);
    else if (token === '\b') line.moveBy(-1);
    else if (token.startsWith('\x1b')) edit(line, token);
    else line.put(token);
    return line.isOverlong() ? this.give('') : '';
  }
}

function edit(line: Line, sequence: string): void {
  const digits = sequence.slice(2, -1);
  const count = digits === '' ? undefined : Number(digits);
  const steps = Math.max(1, count ?? 1);
  switch (sequence.at(-1)) {
    case 'K':
      line.erase(count ?? 0);
      break;
    case 'G':
      line.moveTo(Math.min(steps - 1, maxColumn));
      break;
    case 'C':
      line.moveBy(steps);
      break;
    default:
      line.moveBy(-steps);
  }
}

/** A line is a plain string until something moves in it; then one cell for each character. */
class Line {
  private plain = '';
  private cells: string[] | undefined;
  private column: number | undefined;

  put(text: string): void {
    if (this.column === undefined && this.cells === undefined) {
      this.plain += text;
      return;
    }
    const row = this.cellsNow();
    let at = this.column ?? row.length;
    while (row.length < at) row.push(' ');
    for (const character of text) row[at++] = character;
    this.column = at >= row.length ? undefined : at;
  }

  moveTo(column: number): void {
    this.column = column;
  }

  moveBy(columns: number): void {
    const from = this.column ?? this.cellsNow().length;
    const limit = Math.max(from, maxColumn);
    this.column = Math.max(0, Math.min(from + columns, limit));
  }

  /** 0: to the end of the line, 2: all of it. */
  erase(mode: number): void {
    if (mode === 0 && this.column !== undefined) {
      const row = this.cellsNow();
      row.length = Math.min(row.length, this.column);
    } else if (mode === 2) {
      // The cursor stays in a terminal, but the blanks before it carry no information.
      this.cells = [];
      this.column = 0;
    }
  }

  text(): string {
    return this.cells?.join('') ?? this.plain;
  }

  isAtEnd(): boolean {
    return this.column === undefined;
  }

  isOverlong(): boolean {
    return this.isAtEnd() && (this.cells?.length ?? this.plain.length) > maxLine;
  }

  private cellsNow(): string[] {
    return (this.cells ??= Array.from(this.plain));
  }
}
