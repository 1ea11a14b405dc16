import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { encodingName } from '../../../../src/core/base/encoding';
import { fileTypeOf } from '../../../../src/core/base/file-type';

/** Latin-1 text and numbers as bytes. */
function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);

describe('fileTypeOf', () => {
  for (const [head, name, kind] of [
    [bytes('%PDF-1.7\n'), 'PDF document', 'document'],
    [bytes('PK\x03\x04', zeros(26), 'a.txt'), 'ZIP archive', 'archive'],
    [bytes('PK\x03\x04', zeros(26), '[Content_Types].xml'), 'Office document (ZIP)', 'document'],
    [bytes([0x1f, 0x8b, 8]), 'gzip archive', 'archive'],
    [bytes([0xfd], '7zXZ\0'), 'xz archive', 'archive'],
    [bytes([0x28, 0xb5, 0x2f, 0xfd]), 'Zstandard archive', 'archive'],
    [bytes('7z', [0xbc, 0xaf, 0x27, 0x1c]), '7-Zip archive', 'archive'],
    [bytes('name', zeros(253), 'ustar\x0000'), 'tar archive', 'archive'],
    [bytes('\x7fELF\x02'), 'ELF program', 'program'],
    [bytes('MZ\x90\0'), 'Windows program', 'program'],
    [bytes([0xcf, 0xfa, 0xed, 0xfe]), 'Mach-O program', 'program'],
    [bytes([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]), 'Mach-O program', 'program'],
    [bytes([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]), 'Java class', 'program'],
    [bytes('\0asm\x01\0\0\0'), 'WebAssembly module', 'program'],
    [bytes('SQLite format 3\0'), 'SQLite database', 'data'],
    [bytes('ID3\x04'), 'MP3 sound', 'sound'],
    [bytes('RIFF\x01\x02\x03\x04WAVEfmt '), 'WAV sound', 'sound'],
    [bytes('OggS\0'), 'Ogg sound or video', 'sound'],
    [bytes('\0\0\0\x18ftypisom'), 'MP4 video', 'video'],
    [bytes('\0\0\0\x18ftypM4A '), 'M4A sound', 'sound'],
    [bytes('wOF2'), 'WOFF2 font', 'font'],
    [bytes([0, 1, 0, 0, 0, 15]), 'TrueType font', 'font'],
    [bytes('\0\0\0\x1cftypavif'), 'AVIF image', 'image'],
  ] as const) {
    it(`knows ${name}`, () => {
      assert.deepEqual(fileTypeOf(head), { name: { message: name, values: [] }, kind });
    });
  }

  for (const [head, name] of [
    [bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, 2, 128, 0, 0, 1, 224]), 'PNG image'],
    [bytes('GIF89a', [128, 2, 224, 1]), 'GIF image'],
    [bytes('BM', zeros(16), [128, 2, 0, 0, 32, 254, 255, 255]), 'BMP image'],
    [bytes('RIFF\0\0\0\0WEBPVP8X', zeros(8), [127, 2, 0, 223, 1, 0]), 'WebP image'],
    [bytes('RIFF\0\0\0\0WEBPVP8 ', zeros(10), [128, 2, 224, 1]), 'WebP image'],
    [
      bytes('RIFF\0\0\0\0WEBPVP8L', zeros(4), [0x2f, 0x7f, 0xc2, 0x77, 0x00], zeros(5)),
      'WebP image',
    ],
    [
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xc2, 0, 11, 8, 1, 224, 2, 128, 3]),
      'JPEG image',
    ],
    [
      bytes(
        'II*\0',
        [8, 0, 0, 0, 2, 0],
        [0, 1, 3, 0, 1, 0, 0, 0, 128, 2, 0, 0],
        [1, 1, 4, 0, 1, 0, 0, 0, 224, 1, 0, 0],
      ),
      'TIFF image',
    ],
  ] as const) {
    it(`reads the size of a ${name}`, () => {
      const pixels = { width: 640, height: 480 };
      const said = { message: name, values: [] };
      assert.deepEqual(fileTypeOf(head), { name: said, kind: 'image', pixels });
    });
  }

  it('reads the size of an icon, where 0 is 256', () => {
    const found = fileTypeOf(bytes([0, 0, 1, 0, 1, 0, 0, 48]));
    assert.deepEqual(found?.pixels, { width: 256, height: 48 });
  });

  it('knows nothing of text', () => {
    assert.equal(fileTypeOf(bytes('# Read me\n')), undefined);
    assert.equal(fileTypeOf(bytes('')), undefined);
  });

  it('does not fail for the head of any image, wherever it ends', () => {
    const magics = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'II*\0', 'MM\0*', '\0\0\x01\0'];
    const magic = fc.constantFrom(...magics, 'BM\0\0\0\0\0\0\0\0', 'RIFF\0\0\0\0WEBPVP8X');
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        assert.equal(fileTypeOf(bytes(start, [...rest]))?.kind, 'image');
      }),
    );
  });
});

describe('encodingName', () => {
  for (const [encoding, name] of [
    ['utf8', 'UTF-8'],
    ['utf16le', 'UTF-16 LE'],
    ['windows1252', 'Windows-1252'],
    ['iso88592', 'ISO 8859-2'],
    ['iso885915', 'ISO 8859-15'],
    ['cp437', 'CP437'],
    ['shiftjis', 'Shift JIS'],
    ['something', 'something'],
  ] as const) {
    it(`names ${encoding} as people do`, () => {
      assert.equal(encodingName(encoding), name);
    });
  }
});
