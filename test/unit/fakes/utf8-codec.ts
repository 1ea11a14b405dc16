import type { FileText, TextCodec } from '../../../src/core/ports/files';

/** Every text is UTF-8. */
export const utf8Codec: TextCodec = {
  decode: (bytes) => Promise.resolve(textOf(bytes)),
  encode: (text, { byteOrderMark }) => {
    const bytes = Buffer.from((byteOrderMark ? '\uFEFF' : '') + text);
    return Promise.resolve({ bytes, lostAt: undefined });
  },
  encodingFor: () => Promise.resolve({ encoding: 'utf8', byteOrderMark: false }),
};

function textOf(bytes: Uint8Array): FileText | undefined {
  const whole = Buffer.from(bytes).toString('utf8');
  if (whole.includes('\0')) return undefined;
  const byteOrderMark = whole.startsWith('\uFEFF');
  const text = byteOrderMark ? whole.slice(1) : whole;
  return { text, encoding: 'utf8', byteOrderMark, exact: Buffer.from(whole).equals(bytes) };
}
