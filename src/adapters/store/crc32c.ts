const polynomial = 0x82f63b78;

function buildTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    }
    return value;
  });
}

const table = buildTable();

/** CRC-32C (Castagnoli). Pass the last result as `seed` to go on with the next part. */
export function crc32c(bytes: Uint8Array, seed = 0): number {
  let crc = ~seed;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
