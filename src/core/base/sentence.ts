/**
 * A text for users, made where their language is not known. `message` is whole, in English, with
 * `{0}` for the first value, and is the key in `l10n/bundle.l10n.*.json`.
 */
export interface Sentence {
  readonly message: string;
  readonly values: readonly SentenceValue[];
}
type SentenceValue = string | number | Sentence;

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
  return toText(sentence, fillIn);
}

/** The text of a sentence in the language of `translate`. */
export function toText({ message, values }: Sentence, translate: Translate): string {
  return translate(
    message,
    ...values.map((value) => (typeof value === 'object' ? toText(value, translate) : value)),
  );
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
    if (typeof value === 'object') return mapTexts(value, change);
    return typeof value === 'string' ? change(value) : value;
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
  return typeof value === 'string' || typeof value === 'number' || isSentence(value);
}
