import { isAscii } from 'node:buffer';

const highBits = 0x80808080 | 0;
const blanks = 0x20202020;
const ones = 0x01010101;

/** 1 for each byte that is allowed. */
const allowed = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLineByte = byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x08;
  return isLineByte || (byte >= 0x20 && byte <= 0x7e) ? 1 : 0;
});

/**
 * True for bytes that are ASCII letters, signs and blanks, backspaces, tabs and line ends, and no
 * other control: text as most commands write it, which no filter changes and which needs no
 * decoding. Looks at four bytes at once, and so is several times faster than an expression on text.
 */
export function isPlainBytes(bytes: Uint8Array): boolean {
  if (!isAscii(bytes)) return false;
  const { buffer, byteOffset, length } = bytes;
  const begin = (4 - (byteOffset % 4)) % 4;
  if (length < begin) return areAllowed(bytes, 0, length);
  const count = (length - begin) >> 2;
  const words = new Int32Array(buffer, byteOffset + begin, count);
  for (let at = 0; at < count; at += 1) {
    const word = words[at] ?? 0;
    // Of ASCII a byte below a blank borrows, and DEL carries, into its highest bit.
    if ((((word - blanks) | (word + ones)) & highBits) === 0) continue;
    const isAllowedWord =
      allowed[word & 0xff] === 1 &&
      allowed[(word >>> 8) & 0xff] === 1 &&
      allowed[(word >>> 16) & 0xff] === 1 &&
      allowed[word >>> 24] === 1;
    if (!isAllowedWord) return false;
  }
  return areAllowed(bytes, 0, begin) && areAllowed(bytes, begin + count * 4, length);
}

function areAllowed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (allowed[bytes[at] ?? 0] !== 1) return false;
  return true;
}
