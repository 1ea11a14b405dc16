import { saidOf, saidWithAdvice, type Failure } from '../../core/contracts/failure';
import {
  amountText,
  fillIn,
  toText,
  type Sentence,
  type Translate,
} from '../../core/base/sentence';

/** English until `setLanguage`; each bundle of the host has its own. */
let translate: Translate = fillIn;
/** How numbers and dates are written. */
let language = 'en-US';

/** The English of the latest texts. */
const english = new Map<string, string>();
const maxEnglish = 500;

/** Makes `t` answer in VS Code's language: `vscode.l10n.t`, or `t` of the other bundle. */
export function setLanguage(vscodeTranslate: Translate, vscodeLanguage = 'en-US'): void {
  translate = vscodeTranslate;
  language = vscodeLanguage === 'en' ? 'en-US' : vscodeLanguage;
}

/**
 * A text for the user in VS Code's language. `message` is a whole sentence in English, written as a
 * literal, and is the key in `l10n/bundle.l10n.*.json`; `{0}` stands for the first value.
 */
export function t(message: string, ...values: (string | number | boolean)[]): string {
  const shown = translate(message, ...values);
  const inSource = fillIn(message, ...values.map((value) => englishOf(String(value))));
  if (shown !== inSource) remember(shown, inSource);
  return shown;
}

/** A sentence of the core in VS Code's language. */
export function shown(sentence: Sentence): string {
  return toText(sentence, t, language);
}

/** A count in VS Code's language: `12,345`. */
export function shownCount(count: number): string {
  const text = amountText({ amount: count }, language);
  const inSource = amountText({ amount: count }, 'en-US');
  if (text !== inSource) remember(text, inSource);
  return text;
}

/** Date and time in VS Code's language. */
export function shownTime(at: number): string {
  return new Date(at).toLocaleString(language);
}

/** What the user reads of a failure, in VS Code's language. */
export function shownFailure(failure: Pick<Failure, 'message' | 'said'>): string {
  return shown(saidOf(failure));
}

/** The same with what the user can do about it. */
export function shownWithAdvice(failed: Failure): string {
  return shown(saidWithAdvice(failed));
}

/** For what stays English, such as the log: a text that `t` has just made, in English. */
export function englishOf(shown: string): string {
  return english.get(shown) ?? shown;
}

/** Makes texts in English, for what the user may send to others. */
export function allInEnglish<T>(make: () => T): T {
  const before = [translate, language] as const;
  setLanguage(fillIn);
  try {
    return make();
  } finally {
    [translate, language] = before;
  }
}

function remember(shown: string, inSource: string): void {
  const [oldest] = english.keys();
  if (oldest !== undefined && english.size >= maxEnglish) english.delete(oldest);
  english.set(shown, inSource);
}
