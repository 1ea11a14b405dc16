import type { ShellWord } from '../../contracts/calls/shell-analysis';
import { indexNames, type OptionRule, type Options, type UsedOption } from './program-table';

export interface ReadOptions {
  readonly options: readonly UsedOption[];
  readonly operands: readonly ShellWord[];
  /** How many operands come before the `--` that ended the options. */
  readonly endedAt: number | undefined;
}

export interface OptionStyle {
  readonly options: Options;
  readonly singleDash: boolean;
  readonly endsAtOperand: boolean;
  /** The first word is a bundle also without a dash: `tar xzf`. */
  readonly bundlesFirst: boolean;
}

/**
 * Separates options from operands (decision shell-hazards): glued values, `=` forms, abbreviations
 * and bundled letters. In doubt a word counts as an option: a possible value of another option is
 * tried too, and `--` ends options only if it cannot be a value itself.
 */
export function readOptions(words: readonly ShellWord[], style: OptionStyle): ReadOptions {
  return new OptionReader(words, style).read();
}

class OptionReader {
  private readonly rules: ReadonlyMap<string, OptionRule>;
  private readonly options: UsedOption[] = [];
  private readonly operands: ShellWord[] = [];
  private at = 0;

  constructor(
    private readonly words: readonly ShellWord[],
    private readonly style: OptionStyle,
  ) {
    this.rules = indexOf(style.options);
  }

  read(): ReadOptions {
    if (this.style.bundlesFirst) this.readFirst();
    while (this.at < this.words.length) {
      const word = this.words[this.at];
      this.at += 1;
      if (word === undefined) break;
      if (word.text === '--') return this.afterEnd();
      if (!looksLikeOption(word.text)) {
        this.operands.push(word);
        if (this.style.endsAtOperand) return this.rest(undefined);
      } else {
        const used = this.readOption(word);
        this.options.push(...used);
        if (used.some(({ rule }) => rule?.ends === true)) return this.rest(undefined);
      }
    }
    return this.result(undefined);
  }

  /** Here each letter takes its value from the words that follow, in order. */
  private readFirst(): void {
    const first = this.words[0];
    if (first === undefined || first.text.startsWith('-')) return;
    this.at = 1;
    for (const letter of first.text) {
      const name = `-${letter}`;
      const rule = this.rules.get(name);
      const value = rule !== undefined && takesWord(rule) ? this.takeValue(1, false) : undefined;
      this.options.push({ name, written: first.text, word: first.text, value, rule });
    }
  }

  private rest(endedAt: number | undefined): ReadOptions {
    for (const word of this.words.slice(this.at)) this.operands.push(word);
    return this.result(endedAt);
  }

  private result(endedAt: number | undefined): ReadOptions {
    return { options: this.options, operands: this.operands, endedAt };
  }

  /** The word before `--` may have taken it as its value; the options then continue. */
  private afterEnd(): ReadOptions {
    const rest = this.words.slice(this.at);
    const last = this.options.at(-1);
    const before = this.words[this.at - 2]?.text;
    const mayBeValue =
      before !== undefined &&
      looksLikeOption(before) &&
      !before.includes('=') &&
      last?.rule === undefined;
    if (mayBeValue) for (const word of rest) this.tryHazards(word);
    return this.rest(this.operands.length);
  }

  private readOption(word: ShellWord): readonly UsedOption[] {
    const { text } = word;
    if (this.style.singleDash || text.startsWith('--')) return this.readLong(word);
    return this.isWholeName(text) ? this.readLong(word) : this.readBundle(word);
  }

  /** Some programs have a few names of several letters behind one dash, `-TT`. */
  private isWholeName(text: string): boolean {
    const [name = text] = text.split('=', 1);
    return name.length > 2 && this.rules.has(name);
  }

  private readLong({ text, known }: ShellWord): readonly UsedOption[] {
    const equals = text.indexOf('=');
    const written = equals === -1 ? text : text.slice(0, equals);
    const name = this.style.singleDash ? written.replace(/^--/, '-') : written;
    const found = this.findLong(name);
    if (found.length === 0 && this.hasGluedHazard(text)) return this.readBundle({ text, known });
    const takesNext = equals === -1 && found.some(([, rule]) => takesWord(rule));
    const glued = equals === -1 ? undefined : { text: text.slice(equals + 1), known };
    const values = found.some(([, rule]) => rule.values === 2) ? 2 : 1;
    const isText = found.every(([, rule]) => rule.isPattern === true);
    const value = takesNext ? this.takeValue(values, isText) : glued;
    if (found.length === 0) return [{ name, written, word: text, value, rule: undefined }];
    const used = found.map(([full, rule]) => ({ name: full, written, word: text, value, rule }));
    if (this.rules.has(name)) return used;
    // It may also shorten an option that is not in the table.
    return [...used, { name, written, word: text, value, rule: undefined }];
  }

  /** `-Pfile` where `-P` is known to be dangerous. */
  private hasGluedHazard(text: string): boolean {
    return this.style.singleDash && this.rules.get(text.slice(0, 2))?.hazard !== undefined;
  }

  /** The option itself, or all that the word may abbreviate; some programs take `_` for `-`. */
  private findLong(name: string): readonly (readonly [string, OptionRule])[] {
    const exact = this.rules.get(name);
    if (exact !== undefined) return [[name, exact]];
    if (this.style.singleDash || name.length < 3) return [];
    const dashed = name.replaceAll('_', '-');
    return [...this.rules].filter(([full]) => full.startsWith(dashed));
  }

  private readBundle({ text, known }: ShellWord): readonly UsedOption[] {
    const used: UsedOption[] = [];
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text.charAt(at)}`;
      const written = text.slice(0, at + 1);
      const rule = this.rules.get(name);
      if (rule?.value === undefined) {
        used.push({ name, written, word: text, value: undefined, rule });
        continue;
      }
      const rest = text.slice(at + 1);
      const value = rest === '' ? undefined : { text: rest.replace(/^=/, ''), known };
      const next =
        value === undefined && takesWord(rule)
          ? this.takeValue(rule.values ?? 1, rule.isPattern === true)
          : value;
      used.push({ name, written, word: text, value: next, rule });
      break;
    }
    return used;
  }

  /** The value of an option: the next word, or the last of several. A pattern is no option. */
  private takeValue(count: number, isText: boolean): ShellWord | undefined {
    let value: ShellWord | undefined;
    for (let taken = 0; taken < count; taken += 1) {
      value = this.words[this.at];
      this.at += 1;
      if (value !== undefined && !isText) this.tryHazards(value);
    }
    return value;
  }

  /** A word that is most likely no option: only what would be dangerous counts. */
  private tryHazards(word: ShellWord): void {
    if (!looksLikeOption(word.text)) return;
    const before = this.at;
    const found = this.readOptionAlone(word);
    this.at = before;
    this.options.push(...found.filter(({ rule }) => rule?.hazard !== undefined));
  }

  private readOptionAlone(word: ShellWord): readonly UsedOption[] {
    const reader = new OptionReader([], { ...this.style, bundlesFirst: false });
    return reader.readOption(word);
  }
}

function takesWord({ value }: OptionRule): boolean {
  return value !== undefined && value !== 'glued';
}

function looksLikeOption(text: string): boolean {
  return text.length > 1 && text.startsWith('-') && text !== '--';
}

/** Every spelling by itself. */
const indexOf = indexNames<OptionRule>();
