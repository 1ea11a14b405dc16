type TextValue = string | number | boolean;
type Translate = (message: string, ...values: TextValue[]) => string;

/** English until `setLanguage`; each bundle of the host has its own. */
let translate: Translate = fill;

/** The English of the latest texts. */
const english = new Map<string, string>();
const maxEnglish = 500;

/** Makes `t` answer in VS Code's language: `vscode.l10n.t`, or `t` of the other bundle. */
export function setLanguage(vscodeTranslate: Translate): void {
  translate = vscodeTranslate;
}

/**
 * A text for the user in VS Code's language. `message` is a whole sentence in English, written as a
 * literal, and is the key in `l10n/bundle.l10n.*.json`; `{0}` stands for the first value.
 */
export function t(message: string, ...values: TextValue[]): string {
  const shown = translate(message, ...values);
  const inSource = fill(message, ...values.map((value) => inEnglish(String(value))));
  if (shown !== inSource) remember(shown, inSource);
  return shown;
}

/** For what stays English, such as the log: a text that `t` has just made, in English. */
export function inEnglish(shown: string): string {
  return english.get(shown) ?? shown;
}

/** Makes texts in English, for what the user may send to others. */
export function allInEnglish<T>(make: () => T): T {
  const before = translate;
  translate = fill;
  try {
    return make();
  } finally {
    translate = before;
  }
}

function remember(shown: string, inSource: string): void {
  const [oldest] = english.keys();
  if (oldest !== undefined && english.size >= maxEnglish) english.delete(oldest);
  english.set(shown, inSource);
}

function fill(message: string, ...values: TextValue[]): string {
  return message.replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
}
