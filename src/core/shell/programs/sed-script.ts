/** What a command of a sed script does to the outside. */
export interface SedEffect {
  readonly kind: 'runs' | 'writes' | 'reads' | 'unclear';
  /** The file that it names. */
  readonly file?: string;
}

/**
 * The effects of a sed script beyond its output. Where sed programs disagree on the end of an
 * expression, the script is read both ways. What cannot be read is `unclear`.
 */
export function sedEffects(script: string): readonly SedEffect[] {
  return [true, false].flatMap((knowsBrackets) => new SedReader(script, knowsBrackets).read());
}

class SedReader {
  private readonly effects: SedEffect[] = [];
  private at = 0;

  constructor(
    private readonly script: string,
    private readonly knowsBrackets: boolean,
  ) {}

  read(): readonly SedEffect[] {
    while ((this.skip(/[\s;]*/y), this.at < this.script.length)) {
      if (!this.readAddresses() || !this.readCommand()) {
        this.effects.push({ kind: 'unclear' });
        break;
      }
    }
    return this.effects;
  }

  private skip(pattern: RegExp): string {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.script)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private next(): string {
    const letter = this.script.charAt(this.at);
    this.at += 1;
    return letter;
  }

  private readAddresses(): boolean {
    if (!this.readAddress()) return false;
    this.skip(/\s*/);
    if (this.script.charAt(this.at) === ',') {
      this.at += 1;
      this.skip(/\s*[+~]?/);
      if (!this.readAddress()) return false;
    }
    this.skip(/[\s!]*/);
    return true;
  }

  private readAddress(): boolean {
    if (this.skip(/\d+(?:~\d+)?|\$/) !== '') return true;
    const first = this.script.charAt(this.at);
    if (first !== '/' && first !== '\\') return true;
    this.at += 1;
    const end = first === '/' ? '/' : this.next();
    if (!this.skipTo(end, true)) return false;
    this.skip(/[IM]*/);
    return true;
  }

  /** Moves behind the mark that ends an expression; false when there is none. */
  private skipTo(end: string, isExpression: boolean): boolean {
    if (end === '' || end === '\n' || end === '\\') return false;
    while (this.at < this.script.length) {
      const letter = this.next();
      if (letter === end) return true;
      if (letter === '\\') this.at += 1;
      else if (letter === '[' && isExpression && this.knowsBrackets) {
        this.skip(/\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/);
      }
    }
    return false;
  }

  private readCommand(): boolean {
    const command = this.next();
    if ('{}=dDgGhHnNpPxFz'.includes(command)) return command !== '' && this.atEnd();
    if ('aic#btT:'.includes(command)) return this.skipText(command);
    if ('qQlLv'.includes(command)) return this.skip(/[^\n;}]*/) !== ';' && this.atEnd();
    if ('rRwW'.includes(command)) return this.readFile(command);
    if (command === 's') return this.readSubstitution();
    if (command === 'y') return this.readPair() && this.atEnd();
    if (command === 'e') this.effects.push({ kind: 'runs' });
    this.skip(/[^\n]*/);
    return command === 'e';
  }

  private atEnd(): boolean {
    this.skip(/[ \t]*/);
    const letter = this.script.charAt(this.at);
    return letter === '' || '\n;}#{'.includes(letter) || this.script.charAt(this.at - 1) === '{';
  }

  /** Text to add goes on in the next line behind a backslash; a label ends with the line. */
  private skipText(command: string): boolean {
    if ('aic'.includes(command)) this.skip(/(?:\\[\s\S]|[^\\\n])*/);
    // A newer sed ends a label at a blank too: `:a e id` runs id.
    else if (command === ':') this.skip(/[ \t]*[^\s;]*/);
    else if ('btT'.includes(command)) this.skip(/[^\n;}]*/);
    else this.skip(/[^\n]*/);
    return true;
  }

  private readFile(command: string): boolean {
    const file = this.skip(/[^\n]*/).trim();
    this.effects.push({ kind: command.toLowerCase() === 'w' ? 'writes' : 'reads', file });
    return true;
  }

  private readPair(): boolean {
    const end = this.next();
    return this.skipTo(end, true) && this.skipTo(end, false);
  }

  private readSubstitution(): boolean {
    if (!this.readPair()) return false;
    const flags = this.skip(/[gpiImM0-9e]*/);
    if (flags.includes('e')) this.effects.push({ kind: 'runs' });
    if (this.script.charAt(this.at) !== 'w') return this.atEnd();
    this.at += 1;
    return this.readFile('w');
  }
}
