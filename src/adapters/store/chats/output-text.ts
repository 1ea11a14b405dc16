/** Bytes reserved for the marker. */
export const markerBytes = 160;

/** In place of what a text lacks. */
export function omittedMark(count: number, unit: 'bytes' | 'characters', maxBytes: number): string {
  return `\n[${count} ${unit} omitted: the output exceeded the limit of ${maxBytes} bytes]\n`;
}

export interface TruncatedText {
  readonly text: string;
  /** True if the middle is omitted. */
  readonly cut: boolean;
}

/**
 * The text, reduced to its head and tail if it exceeds `maxBytes` of UTF-8 (0 = no limit; decision
 * 41). No character is split. Omitted text is not encoded, so a huge text costs no more.
 */
export function truncateToBytes(text: string, maxBytes: number): TruncatedText {
  if (maxBytes === 0 || Buffer.byteLength(text) <= maxBytes) {
    return { text: Buffer.from(text).toString(), cut: false };
  }
  const half = Math.max(0, Math.floor((maxBytes - markerBytes) / 2));
  const { read } = new TextEncoder().encodeInto(text.slice(0, half), new Uint8Array(half));
  const tail = text.slice(tailStart(text, half));
  const missing = text.length - read - tail.length;
  const marker = omittedMark(missing, 'characters', maxBytes);
  return { text: Buffer.from(text.slice(0, read) + marker + tail).toString(), cut: true };
}

/** Start of the longest tail that fits in `maxBytes`. */
function tailStart(text: string, maxBytes: number): number {
  let start = text.length;
  for (let bytes = 0; start > 0; start -= 1) {
    bytes += unitBytes(text, start - 1);
    if (bytes > maxBytes) break;
  }
  return splitsPair(text, start) ? start + 1 : start;
}

/** UTF-8 bytes of one UTF-16 unit: two for half of a surrogate pair, three for a lone surrogate. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  return unit < 0x800 || splitsPair(text, at) || splitsPair(text, at + 1) ? 2 : 3;
}

/** True if `at` is inside a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

export interface TextSlice {
  readonly text: string;
  readonly totalChars: number;
  readonly nextOffset?: number;
}

/** At most `limit` characters from `offset`; a surrogate pair is never split and counts as two. */
export function sliceText(text: string, offset: number, limit: number): TextSlice {
  const totalChars = text.length;
  const asked = Math.min(Math.max(0, offset), totalChars);
  const start = splitsPair(text, asked) ? asked - 1 : asked;
  const wanted = Math.min(start + Math.max(1, limit), totalChars);
  const end = splitsPair(text, wanted) ? endOutsidePair(start, wanted) : wanted;
  const part = { text: text.slice(start, end), totalChars };
  return end < totalChars ? { ...part, nextOffset: end } : part;
}

/** Ends before the pair unless nothing would remain. */
function endOutsidePair(start: number, end: number): number {
  return end - 1 > start ? end - 1 : end + 1;
}
