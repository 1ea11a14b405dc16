/**
 * A text for users, made where their language is not known. `message` is whole, in English, with
 * `{0}` for the first value, and is the key in `l10n/bundle.l10n.*.json`.
 */
export interface Sentence {
  readonly message: string;
  readonly values: readonly SentenceValue[];
}
export type SentenceValue = string | number | Amount | Sentence;

/** A number that is written as the language writes it: `1.234,5`. Other numbers are codes. */
export interface Amount {
  readonly amount: number;
  /** The fewest and most digits after the point. */
  readonly digits?: readonly [number, number];
}

export type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

/** Data as users see it: its sentences are texts. */
export type Shown<T> = T extends Sentence
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Shown<T[K]> }
    : T;

/** Makes a sentence: say`${file} holds a private key`. */
export function say(texts: TemplateStringsArray, ...values: readonly SentenceValue[]): Sentence {
  const message = texts.reduce((before, text, at) => `${before}{${String(at - 1)}}${text}`);
  return { message, values };
}

/** A sentence whose predicate a table of the shell holds: `--output` "writes a file". */
export function sayThat(subject: string, predicate: string): Sentence {
  return { message: `{0} ${predicate}`, values: [subject] };
}

/** A text that is in no bundle: of an older chat, or made for the model. */
export function asIs(text: string): Sentence {
  return { message: '{0}', values: [text] };
}

/** For models, the audit log, the log and exports. */
export function inEnglish(sentence: Sentence): string {
  return toText(sentence, fillIn, 'en-US');
}

/** The text of a sentence in the language of `translate`, with its numbers as in `language`. */
export function toText(
  { message, values }: Sentence,
  translate: Translate,
  language: string,
): string {
  const texts = values.map((value) => {
    if (typeof value !== 'object') return value;
    return 'amount' in value ? amountText(value, language) : toText(value, translate, language);
  });
  return translate(message, ...texts);
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number as a language writes it. */
export function amountText({ amount, digits = [0, 0] }: Amount, language: string): string {
  const key = `${language} ${String(digits)}`;
  const known = formats.get(key);
  const [minimumFractionDigits, maximumFractionDigits] = digits;
  const format =
    known ?? new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits });
  if (known === undefined) formats.set(key, format);
  return format.format(amount);
}

/** Puts the values into a message. */
export const fillIn: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));

/** The sentence with each text among its values changed, to redact or cut them. */
export function mapTexts(
  { message, values }: Sentence,
  change: (text: string) => string,
): Sentence {
  const changed = (value: SentenceValue): SentenceValue => {
    if (typeof value === 'string') return change(value);
    return typeof value === 'object' && 'message' in value ? mapTexts(value, change) : value;
  };
  return { message, values: values.map(changed) };
}

/** A sentence about a file, made without its name, with the name: the first value. */
export function sayOf(name: string, { message, values }: Sentence): Sentence {
  return { message, values: [name, ...values.slice(1)] };
}

type SentenceList = readonly [Sentence, ...Sentence[]];

/** `a, b, c` as one sentence. */
export function listed([first, ...others]: SentenceList): Sentence {
  return others.reduce((before, next) => say`${before}, ${next}`, first);
}

/** `a; b; c` as one sentence. */
export function joined([first, ...others]: SentenceList): Sentence {
  return others.reduce((before, next) => say`${before}; ${next}`, first);
}

/** Sentences with nothing but marks between them, as in a table: `{0} | {1}`. */
export function arranged(sentences: readonly Sentence[], between: string): Sentence {
  const message = sentences.map((_, at) => `{${String(at)}}`).join(between);
  return { message, values: sentences };
}

/** Sentences one after another, as one. */
export function sequence([first, ...others]: SentenceList): Sentence {
  return others.reduce((before, next) => say`${before} ${next}`, first);
}

/** Each sentence once. */
export function unique(sentences: readonly Sentence[]): readonly Sentence[] {
  return [...new Map(sentences.map((each) => [inEnglish(each), each])).values()];
}

export function isSentence(value: unknown): value is Sentence {
  if (typeof value !== 'object' || value === null) return false;
  const { message, values }: Partial<Record<keyof Sentence, unknown>> = value;
  return typeof message === 'string' && Array.isArray(values) && values.every(isValue);
}

function isValue(value: unknown): value is SentenceValue {
  return (
    typeof value === 'string' || typeof value === 'number' || isSentence(value) || isAmount(value)
  );
}

function isAmount(value: unknown): value is Amount {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, digits = [0, 0] }: Partial<Record<keyof Amount, unknown>> = value;
  return typeof amount === 'number' && Array.isArray(digits) && isDigits(digits);
}

/** What a number format takes: another range would throw. */
function isDigits([least, most, ...others]: readonly unknown[]): boolean {
  const areWhole = Number.isInteger(least) && Number.isInteger(most) && others.length === 0;
  return areWhole && Number(least) >= 0 && Number(least) <= Number(most) && Number(most) <= 20;
}
