/** UTF-16 units that are encoded at a time. */
const maxEncodedUnits = 32 * 1024;

/** Counts the UTF-8 bytes of a text that comes in pieces, also where a pair of surrogates is cut. */
export interface ByteCount {
  add(text: string): void;
  bytes(): number;
}

/** The encoder counts many times faster than a loop over the characters. */
export function createByteCount(): ByteCount {
  const encoder = new TextEncoder();
  const scratch = new Uint8Array(maxEncodedUnits * 3);
  let bytes = 0;
  let high = '';
  const encode = (text: string): void => {
    for (let left = text; left !== '';) {
      const { read, written } = encoder.encodeInto(left, scratch);
      bytes += written;
      left = read === left.length ? '' : left.slice(read);
    }
  };
  return {
    add: (text) => {
      const whole = high + text;
      high = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.slice(-1) : '';
      encode(high === '' ? whole : whole.slice(0, -1));
    },
    bytes: () => bytes + (high === '' ? 0 : 3),
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
