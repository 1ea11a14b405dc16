type TextValue = string | number | boolean;
type Translate = (message: string, ...values: TextValue[]) => string;

/** English until `setLanguage`; each bundle of the host has its own. */
let translate: Translate = fill;

/** Makes `t` answer in VS Code's language: `vscode.l10n.t`. */
export function setLanguage(vscodeTranslate: Translate): void {
  translate = vscodeTranslate;
}

/**
 * A text for the user in VS Code's language. `message` is a whole sentence in English, written as a
 * literal, and is the key in `l10n/bundle.l10n.*.json`; `{0}` stands for the first value.
 */
export function t(message: string, ...values: TextValue[]): string {
  return translate(message, ...values);
}

function fill(message: string, ...values: TextValue[]): string {
  return message.replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
}
