/** Room for the marker in the number of bytes that are kept. */
const markerBytes = 160;

export interface TruncatedText {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** True when the middle is missing. */
  readonly cut: boolean;
}

/**
 * The text as UTF-8, head and tail of it when it is over `maxBytes` (0 = no limit; DESIGN decision
 * 41). No character is cut in half. What is left out is not encoded, so a huge text costs no more.
 */
export function truncateToBytes(text: string, maxBytes: number): TruncatedText {
  if (maxBytes === 0 || Buffer.byteLength(text) <= maxBytes) {
    return { bytes: Buffer.from(text), cut: false };
  }
  const half = Math.max(0, Math.floor((maxBytes - markerBytes) / 2));
  const head = new Uint8Array(half);
  const { read, written } = new TextEncoder().encodeInto(text.slice(0, half), head);
  const tail = text.slice(tailStart(text, half));
  const missing = text.length - read - tail.length;
  const marker = `\n[${missing} characters are missing here: the whole output was over the limit of ${maxBytes} bytes]\n`;
  return {
    bytes: Buffer.concat([head.subarray(0, written), Buffer.from(marker + tail)]),
    cut: true,
  };
}

/** Where the longest end of the text that fits in `maxBytes` starts. */
function tailStart(text: string, maxBytes: number): number {
  let start = text.length;
  for (let bytes = 0; start > 0; start -= 1) {
    bytes += unitBytes(text, start - 1);
    if (bytes > maxBytes) break;
  }
  return splitsPair(text, start) ? start + 1 : start;
}

/** Bytes of one UTF-16 unit: half of a pair's four, three when it is wide or half a pair alone. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  return unit < 0x800 || splitsPair(text, at) || splitsPair(text, at + 1) ? 2 : 3;
}

/** True when `at` is in the middle of a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

export interface TextSlice {
  readonly text: string;
  readonly totalChars: number;
  readonly nextOffset?: number;
}

/** At most `limit` characters from `offset`; a surrogate pair stays whole and counts as two. */
export function sliceText(text: string, offset: number, limit: number): TextSlice {
  const totalChars = text.length;
  const asked = Math.min(Math.max(0, offset), totalChars);
  const start = splitsPair(text, asked) ? asked - 1 : asked;
  const wanted = Math.min(start + Math.max(1, limit), totalChars);
  const end = splitsPair(text, wanted) ? endOutsidePair(start, wanted) : wanted;
  const part = { text: text.slice(start, end), totalChars };
  return end < totalChars ? { ...part, nextOffset: end } : part;
}

/** Goes back before the pair, unless nothing would be left. */
function endOutsidePair(start: number, end: number): number {
  return end - 1 > start ? end - 1 : end + 1;
}

/** The lines that contain `search`, each with its number. */
export function matchingLines(text: string, search: string): string {
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(search) ? [`${index + 1}: ${line}`] : []))
    .join('\n');
}
