/** CSI, OSC and the other strings, and two-character escapes (ECMA-48); whole ones only. */
const sequence =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]*\x1b\\|\x1b[ -/]*[0-OQ-WYZ\\`-~]/g;

export function hasEscapes(text: string): boolean {
  return text.includes('\x1b') || text.includes('\x9b');
}

/** The text without escape sequences: colours in a credential do not hide it. */
export function stripEscapes(text: string): string {
  return hasEscapes(text) ? text.replace(sequence, '') : text;
}
