import { cutMarked } from '../../core/base/text-lines';
import { escapeControlInline } from '../../core/base/escape-control';

/** VS Code cuts a notification at 1,000 characters. */
const toastLength = 1000;

/** VS Code renders `$(name)` in labels as an icon, which would hide what a shell runs. */
const iconSyntax = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

/** One line, nothing unseen, no link (VS Code makes one of `[x](command:…)`), never cut. */
export function neutralToastText(text: string): string {
  const line = escapeControlInline(text).replaceAll('](', '] (').trim();
  return line.length <= toastLength ? line : cutMarked(line, toastLength - 1);
}

/** A text for labels of quick picks: one line, nothing unseen, `$(name)` shown as it is. */
export function neutralPickText(text: string): string {
  return escapeControlInline(text).replace(iconSyntax, (match) => `\\${match}`);
}

/** CSI, OSC and the short escape sequences of terminals. */
const escapeSequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;

const otherControls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Output as a page can show it: no escape sequences, no controls but line breaks and tabs. */
export function toPlainOutput(text: string): string {
  return text.replace(escapeSequences, '').replace(/\r\n?/g, '\n').replace(otherControls, '');
}
