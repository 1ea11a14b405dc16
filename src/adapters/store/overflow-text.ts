/** Room for the marker in the number of bytes that are kept. */
const markerBytes = 160;

export interface KeptText {
  readonly bytes: Uint8Array;
  /** True when the middle is missing. */
  readonly cut: boolean;
}

/**
 * The text as UTF-8, head and tail of it when it is over `maxBytes` (0 = no limit; DESIGN decision
 * 41). No character is cut in half.
 */
export function keepBytes(text: string, maxBytes: number): KeptText {
  if (maxBytes === 0) return { bytes: Buffer.from(text), cut: false };
  if (text.length <= maxBytes) {
    const bytes = Buffer.from(text);
    if (bytes.length <= maxBytes) return { bytes, cut: false };
  }
  const half = Math.max(0, Math.floor((maxBytes - markerBytes) / 2));
  const head = headOf(text, half);
  const tail = tailOf(text, half);
  const missing = text.length - head.length - tail.length;
  const marker = `\n[${missing} characters are missing here: the whole output was over the limit of ${maxBytes} bytes]\n`;
  return { bytes: Buffer.from(head + marker + tail), cut: true };
}

function headOf(text: string, maxBytes: number): string {
  const end = splitsPair(text, maxBytes) ? maxBytes - 1 : maxBytes;
  const bytes = Buffer.from(text.slice(0, end));
  let kept = Math.min(maxBytes, bytes.length);
  while (kept > 0 && isContinuation(bytes[kept])) kept -= 1;
  return bytes.toString('utf8', 0, kept);
}

function tailOf(text: string, maxBytes: number): string {
  const start = Math.max(0, text.length - maxBytes);
  const bytes = Buffer.from(text.slice(splitsPair(text, start) ? start + 1 : start));
  let kept = Math.max(0, bytes.length - maxBytes);
  while (isContinuation(bytes[kept])) kept += 1;
  return bytes.toString('utf8', kept);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** True when a surrogate pair stands around `at`. */
function splitsPair(text: string, at: number): boolean {
  return isSurrogate(text, at - 1, 0xd800) && isSurrogate(text, at, 0xdc00);
}

function isSurrogate(text: string, at: number, kind: 0xd800 | 0xdc00): boolean {
  return (text.charCodeAt(at) & 0xfc00) === kind;
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
