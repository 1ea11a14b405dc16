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
  const headEnd = Math.ceil(maxChars / 2);
  const tailStart = text.length - Math.floor(maxChars / 2);
  const head = withoutHalfCharacter(text.slice(0, headEnd));
  const tail = text.slice(isLowSurrogate(text.charCodeAt(tailStart)) ? tailStart + 1 : tailStart);
  const left = text.length - head.length - tail.length;
  return `${head}\n\n… ${left} characters are not shown here …\n\n${tail}`;
}

/** The first characters of a text. */
export function cutEnd(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${withoutHalfCharacter(text.slice(0, maxChars))}…`;
}

/** The last characters of a text. */
export function keepTail(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.length - maxChars;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
