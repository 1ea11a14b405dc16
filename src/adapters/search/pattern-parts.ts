/** An error in a pattern, explained to its author. */
export class PatternError extends Error {}

export const noLookAround =
  'Look-around, such as (?=…) or (?<!…), and backreferences, such as \\1, are not supported.';

export const noLineBreak = 'Patterns are matched line by line, so they cannot contain \\n.';

/** Unicode word characters, as the content of a class. */
export const wordClass = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';

/** A literal character, inside and outside a class. */
export function literal(char: string): string {
  if (char === '\n') throw new PatternError(noLineBreak);
  const code = char.codePointAt(0) ?? 0;
  if (code > 0x7f || /\w/.test(char)) return char;
  return `\\x${code.toString(16).padStart(2, '0')}`;
}

/** Reads a pattern character by character. */
export class PatternCursor {
  private at = 0;
  private readonly chars: readonly string[];

  constructor(pattern: string) {
    this.chars = Array.from(pattern);
  }

  /** The next characters, as far as available. */
  peek(count = 1): string {
    return this.chars.slice(this.at, this.at + count).join('');
  }

  next(): string {
    const char = this.chars[this.at];
    if (char === undefined) throw new PatternError('The pattern ends too early.');
    this.at += 1;
    return char;
  }

  /** Skips the text if it is next; returns whether it was. */
  skip(text: string): boolean {
    const length = Array.from(text).length;
    if (this.isAtEnd || this.peek(length) !== text) return false;
    this.at += length;
    return true;
  }

  /** Reads the next match of the expression. */
  read(expression: RegExp, most = 64): RegExpExecArray | undefined {
    const found = expression.exec(this.peek(most));
    if (found?.index !== 0) return undefined;
    this.at += Array.from(found[0]).length;
    return found;
  }

  get isAtEnd(): boolean {
    return this.at >= this.chars.length;
  }
}
