import type { ShellWord } from '../../contracts/shell-reading';
import type { OptionRule, Options } from './program-table';

/** An option as a command uses it. */
export interface UsedOption {
  /** One of its names in the table, or what is written where the table has none. */
  readonly name: string;
  /** As a pattern of a person would have it: without a value, a bundle up to its letter. */
  readonly written: string;
  readonly value: ShellWord | undefined;
  /** Undefined for an option that is not in the table. */
  readonly rule: OptionRule | undefined;
}

export interface ReadOptions {
  readonly options: readonly UsedOption[];
  readonly operands: readonly ShellWord[];
  /** True where `--` ended the options. */
  readonly hasEnd: boolean;
}

export interface OptionStyle {
  readonly options: Options;
  readonly singleDash: boolean;
  readonly endsAtOperand: boolean;
  /** The first word is a bundle also without a dash: `tar xzf`. */
  readonly bundlesFirst: boolean;
}

/**
 * Tells options from operands (security 3.2 step 11): glued values, `=` forms, abbreviations and
 * bundled letters. In doubt a word counts as an option: one that may be the value of another is
 * tried too, and `--` ends options only where it cannot be a value itself.
 */
export function readOptions(words: readonly ShellWord[], style: OptionStyle): ReadOptions {
  return new OptionReader(words, style).read();
}

class OptionReader {
  readonly #words: readonly ShellWord[];
  readonly #style: OptionStyle;
  readonly #rules: ReadonlyMap<string, OptionRule>;
  readonly #options: UsedOption[] = [];
  readonly #operands: ShellWord[] = [];
  #at = 0;

  constructor(words: readonly ShellWord[], style: OptionStyle) {
    this.#words = words;
    this.#style = style;
    this.#rules = indexOf(style.options);
  }

  read(): ReadOptions {
    if (this.#style.bundlesFirst) this.#readFirst();
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at];
      this.#at += 1;
      if (word === undefined) break;
      if (word.text === '--') return this.#afterEnd();
      if (!looksLikeOption(word.text)) {
        this.#operands.push(word);
        if (this.#style.endsAtOperand) return this.#rest(false);
      } else {
        for (const used of this.#readOption(word)) this.#options.push(used);
      }
    }
    return this.#result(false);
  }

  /** Here each letter takes its value from the words that follow, in order. */
  #readFirst(): void {
    const first = this.#words[0];
    if (first === undefined || first.text.startsWith('-')) return;
    this.#at = 1;
    for (const letter of first.text) {
      const name = `-${letter}`;
      const rule = this.#rules.get(name);
      const value = rule !== undefined && takesWord(rule) ? this.#takeValue(1) : undefined;
      this.#options.push({ name, written: first.text, value, rule });
    }
  }

  #rest(hasEnd: boolean): ReadOptions {
    for (const word of this.#words.slice(this.#at)) this.#operands.push(word);
    return this.#result(hasEnd);
  }

  #result(hasEnd: boolean): ReadOptions {
    return { options: this.#options, operands: this.#operands, hasEnd };
  }

  /** What stands before `--` may have taken it as its value; then the options go on. */
  #afterEnd(): ReadOptions {
    const rest = this.#words.slice(this.#at);
    const last = this.#options.at(-1);
    const before = this.#words[this.#at - 2]?.text;
    const mayBeValue =
      before !== undefined &&
      looksLikeOption(before) &&
      !before.includes('=') &&
      last?.rule === undefined;
    if (mayBeValue) for (const word of rest) this.#tryHazards(word);
    return this.#rest(true);
  }

  #readOption(word: ShellWord): readonly UsedOption[] {
    const { text } = word;
    if (this.#style.singleDash || text.startsWith('--')) return this.#readLong(word);
    return this.#isWholeName(text) ? this.#readLong(word) : this.#readBundle(word);
  }

  /** Some programs have a few names of several letters behind one dash, `-TT`. */
  #isWholeName(text: string): boolean {
    const [name = text] = text.split('=', 1);
    return name.length > 2 && this.#rules.has(name);
  }

  #readLong({ text, known }: ShellWord): readonly UsedOption[] {
    const equals = text.indexOf('=');
    const written = equals === -1 ? text : text.slice(0, equals);
    const name = this.#style.singleDash ? written.replace(/^--/, '-') : written;
    const found = this.#findLong(name);
    const takesNext = equals === -1 && found.some(([, rule]) => takesWord(rule));
    const glued = equals === -1 ? undefined : { text: text.slice(equals + 1), known };
    const values = found.some(([, rule]) => rule.values === 2) ? 2 : 1;
    const value = takesNext ? this.#takeValue(values) : glued;
    if (found.length === 0) return [{ name, written, value, rule: undefined }];
    return found.map(([full, rule]) => ({ name: full, written, value, rule }));
  }

  /** The option itself, or all that matter among those that the word may abbreviate. */
  #findLong(name: string): readonly (readonly [string, OptionRule])[] {
    const exact = this.#rules.get(name);
    if (exact !== undefined) return [[name, exact]];
    if (this.#style.singleDash || name.length < 3) return [];
    return [...this.#rules].filter(([full]) => full.startsWith(name));
  }

  #readBundle({ text, known }: ShellWord): readonly UsedOption[] {
    const used: UsedOption[] = [];
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text.charAt(at)}`;
      const written = text.slice(0, at + 1);
      const rule = this.#rules.get(name);
      if (rule?.value === undefined) {
        used.push({ name, written, value: undefined, rule });
        continue;
      }
      const rest = text.slice(at + 1);
      const value = rest === '' ? undefined : { text: rest.replace(/^=/, ''), known };
      const next =
        value === undefined && takesWord(rule) ? this.#takeValue(rule.values ?? 1) : value;
      used.push({ name, written, value: next, rule });
      break;
    }
    return used;
  }

  /** The value of an option: the next word, or the last of several. */
  #takeValue(count: number): ShellWord | undefined {
    let value: ShellWord | undefined;
    for (let taken = 0; taken < count; taken += 1) {
      value = this.#words[this.#at];
      this.#at += 1;
      if (value !== undefined) this.#tryHazards(value);
    }
    return value;
  }

  /** A word that is most likely no option: only what would be dangerous counts. */
  #tryHazards(word: ShellWord): void {
    if (!looksLikeOption(word.text)) return;
    const before = this.#at;
    const found = this.#readOptionAlone(word);
    this.#at = before;
    this.#options.push(...found.filter(({ rule }) => rule?.hazard !== undefined));
  }

  #readOptionAlone(word: ShellWord): readonly UsedOption[] {
    const reader = new OptionReader([], { ...this.#style, bundlesFirst: false });
    return reader.#readOption(word);
  }
}

function takesWord({ value }: OptionRule): boolean {
  return value !== undefined && value !== 'glued';
}

function looksLikeOption(text: string): boolean {
  return text.length > 1 && text.startsWith('-') && text !== '--';
}

/** Every spelling by itself. Tables are small; a command is read once. */
function indexOf(options: Options): ReadonlyMap<string, OptionRule> {
  return new Map(
    Object.entries(options).flatMap(([names, rule]) =>
      names.split(' ').map((name) => [name, rule] as const),
    ),
  );
}
