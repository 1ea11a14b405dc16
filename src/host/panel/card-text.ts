import { cutEnd, cutStart } from '../../core/base/text-lines';

/** Characters of live output that a card keeps. */
export const maxTail = 8192;
/** Characters of a text that only the host holds, for a card that shows a part of it. */
export const maxFullText = 1_000_000;

/** CSI, OSC and the short escape sequences of terminals. */
const escapeSequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;
const otherControls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Output as a page can show it: no escape sequences, no controls but line breaks and tabs. */
export function toPlainOutput(text: string): string {
  return text.replace(escapeSequences, '').replace(/\r\n?/g, '\n').replace(otherControls, '');
}

/** Keeps head and tail of a long text and says how much lies between. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = cutEnd(text, Math.ceil(maxChars / 2));
  const tail = cutStart(text, Math.floor(maxChars / 2));
  const left = text.length - head.length - tail.length;
  return `${head}\n\n… ${left} characters are not shown here …\n\n${tail}`;
}

/** The first characters of a text, and a mark when there are more. */
export function cutMarked(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${cutEnd(text, maxChars)}…`;
}
