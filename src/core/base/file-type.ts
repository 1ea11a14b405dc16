import { say, type Sentence } from './sentence';
/** Kind of a file by its first bytes. */
export interface FileType {
  /** "PNG image". */
  readonly name: Sentence;
  readonly kind: 'image' | 'document' | 'archive' | 'program' | 'data' | 'sound' | 'video' | 'font';
  /** Size of an image, if its head gives it. */
  readonly pixels?: { readonly width: number; readonly height: number };
}

interface Signature extends Pick<FileType, 'name' | 'kind'> {
  /** Bytes as Latin-1; `?` matches any byte. */
  readonly magic: string;
  /** Where they begin; 0 when absent. */
  readonly at?: number;
}

/** Number of bytes that identify a type, and give the size of most images. */
export const fileTypeBytes = 64 * 1024;

/** The first match counts, so the more exact ones come first. */
const signatures: readonly Signature[] = [
  { magic: '\x89PNG\r\n\x1a\n', name: say`PNG image`, kind: 'image' },
  { magic: '\xff\xd8\xff', name: say`JPEG image`, kind: 'image' },
  { magic: 'GIF87a', name: say`GIF image`, kind: 'image' },
  { magic: 'GIF89a', name: say`GIF image`, kind: 'image' },
  { magic: 'RIFF????WEBP', name: say`WebP image`, kind: 'image' },
  { magic: 'BM????\0\0\0\0', name: say`BMP image`, kind: 'image' },
  { magic: '\0\0\x01\0', name: say`ICO image`, kind: 'image' },
  { magic: 'II*\0', name: say`TIFF image`, kind: 'image' },
  { magic: 'MM\0*', name: say`TIFF image`, kind: 'image' },
  { magic: 'ftypavif', at: 4, name: say`AVIF image`, kind: 'image' },
  { magic: 'ftyphei', at: 4, name: say`HEIC image`, kind: 'image' },
  { magic: '8BPS', name: say`Photoshop image`, kind: 'image' },
  { magic: '%PDF-', name: say`PDF document`, kind: 'document' },
  { magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', name: say`Office document`, kind: 'document' },
  { magic: '[Content_Types].xml', at: 30, name: say`Office document (ZIP)`, kind: 'document' },
  { magic: 'mimetypeapplication/epub', at: 30, name: say`EPUB book`, kind: 'document' },
  { magic: 'mimetypeapplication/vnd.oasis', at: 30, name: say`OpenDocument`, kind: 'document' },
  { magic: 'PK\x03\x04', name: say`ZIP archive`, kind: 'archive' },
  { magic: 'PK\x05\x06', name: say`ZIP archive`, kind: 'archive' },
  { magic: '\x1f\x8b', name: say`gzip archive`, kind: 'archive' },
  { magic: 'BZh', name: say`bzip2 archive`, kind: 'archive' },
  { magic: '\xfd7zXZ\0', name: say`xz archive`, kind: 'archive' },
  { magic: '\x28\xb5\x2f\xfd', name: say`Zstandard archive`, kind: 'archive' },
  { magic: '7z\xbc\xaf\x27\x1c', name: say`7-Zip archive`, kind: 'archive' },
  { magic: 'Rar!\x1a\x07', name: say`RAR archive`, kind: 'archive' },
  { magic: 'ustar', at: 257, name: say`tar archive`, kind: 'archive' },
  { magic: '!<arch>\n', name: say`static library`, kind: 'program' },
  { magic: '\x7fELF', name: say`ELF program`, kind: 'program' },
  { magic: 'MZ', name: say`Windows program`, kind: 'program' },
  { magic: '\xfe\xed\xfa\xce', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xfe\xed\xfa\xcf', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xce\xfa\xed\xfe', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xcf\xfa\xed\xfe', name: say`Mach-O program`, kind: 'program' },
  // A universal binary has a small count of parts here; a Java class has its version, 45 or more.
  { magic: '\xca\xfe\xba\xbe\0\0\0\x01', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xca\xfe\xba\xbe\0\0\0\x02', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xca\xfe\xba\xbe\0\0\0\x03', name: say`Mach-O program`, kind: 'program' },
  { magic: '\xca\xfe\xba\xbe', name: say`Java class`, kind: 'program' },
  { magic: '\0asm', name: say`WebAssembly module`, kind: 'program' },
  { magic: 'dex\n', name: say`Android program`, kind: 'program' },
  { magic: 'SQLite format 3\0', name: say`SQLite database`, kind: 'data' },
  { magic: '\x89HDF\r\n\x1a\n', name: say`HDF5 data`, kind: 'data' },
  { magic: '\x93NUMPY', name: say`NumPy array`, kind: 'data' },
  { magic: 'PAR1', name: say`Parquet table`, kind: 'data' },
  { magic: 'ARROW1\0\0', name: say`Arrow table`, kind: 'data' },
  { magic: 'bplist00', name: say`property list`, kind: 'data' },
  { magic: 'ID3', name: say`MP3 sound`, kind: 'sound' },
  { magic: '\xff\xfb', name: say`MP3 sound`, kind: 'sound' },
  { magic: '\xff\xf3', name: say`MP3 sound`, kind: 'sound' },
  { magic: 'RIFF????WAVE', name: say`WAV sound`, kind: 'sound' },
  { magic: 'fLaC', name: say`FLAC sound`, kind: 'sound' },
  { magic: 'ftypM4A', at: 4, name: say`M4A sound`, kind: 'sound' },
  { magic: 'OggS', name: say`Ogg sound or video`, kind: 'sound' },
  { magic: 'RIFF????AVI ', name: say`AVI video`, kind: 'video' },
  { magic: 'ftypqt', at: 4, name: say`QuickTime video`, kind: 'video' },
  { magic: 'ftyp', at: 4, name: say`MP4 video`, kind: 'video' },
  { magic: '\x1aE\xdf\xa3', name: say`Matroska or WebM video`, kind: 'video' },
  { magic: 'wOFF', name: say`WOFF font`, kind: 'font' },
  { magic: 'wOF2', name: say`WOFF2 font`, kind: 'font' },
  { magic: 'OTTO', name: say`OpenType font`, kind: 'font' },
  { magic: 'ttcf', name: say`TrueType fonts`, kind: 'font' },
  { magic: '\0\x01\0\0\0', name: say`TrueType font`, kind: 'font' },
];

/** Reads the magic bytes; undefined for an unknown type. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const found = signatures.find((signature) => hasMagic(bytes, signature));
  if (found === undefined) return undefined;
  const { name, kind } = found;
  const pixels = kind === 'image' ? imageSize(bytes, name.message) : undefined;
  return { name, kind, ...(pixels !== undefined && { pixels }) };
}

function hasMagic(bytes: Uint8Array, { magic, at = 0 }: Signature): boolean {
  for (let index = 0; index < magic.length; index += 1) {
    if (magic[index] !== '?' && bytes[at + index] !== magic.charCodeAt(index)) return false;
  }
  return true;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Size of an image as given in its head, by the name of its type; never from pixels. */
function imageSize(bytes: Uint8Array, name: string): PixelSize | undefined {
  const size = readerOf(name)?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

type SizeReader = (view: DataView) => PixelSize | undefined;

function readerOf(name: string): SizeReader | undefined {
  switch (name) {
    case 'PNG image':
      return at(24, (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }));
    case 'GIF image':
      return at(10, (view) => ({
        width: view.getUint16(6, true),
        height: view.getUint16(8, true),
      }));
    case 'BMP image':
      return at(26, (view) => ({
        width: view.getInt32(18, true),
        // Negative for an image that is stored from top to bottom.
        height: Math.abs(view.getInt32(22, true)),
      }));
    case 'ICO image':
      // A byte; 0 means 256.
      return at(8, (view) => ({
        width: view.getUint8(6) || 256,
        height: view.getUint8(7) || 256,
      }));
    case 'WebP image':
      return at(30, webpSize);
    case 'JPEG image':
      return jpegSize;
    case 'TIFF image':
      return tiffSize;
    default:
      return undefined;
  }
}

function at(bytes: number, read: SizeReader): SizeReader {
  return (view) => (view.byteLength < bytes ? undefined : read(view));
}

function webpSize(view: DataView): PixelSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 ", lossy: 14 bits each
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      // "VP8L", lossless: 14 bits each, less one
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X": 24 bits each, less one
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return undefined;
  }
}

/** Walks the segments to the first frame header. */
function jpegSize(view: DataView): PixelSize | undefined {
  let offset = 2;
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    if (isFrame(marker)) {
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    }
    // A marker may be filled up with bytes of 0xff before it.
    offset += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(offset + 2));
  }
  return undefined;
}

/** Start of a frame; 0xc4, 0xc8 and 0xcc are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const widthTag = 256;
const heightTag = 257;

/** Reads the first directory, when it lies in the head. */
function tiffSize(view: DataView): PixelSize | undefined {
  if (view.byteLength < 8) return undefined;
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return undefined;
  const values = new Map<number, number>();
  for (let entry = 0; entry < view.getUint16(directory, little); entry += 1) {
    const start = directory + 2 + entry * 12;
    if (start + 12 > view.byteLength) break;
    const isShort = view.getUint16(start + 2, little) === 3;
    const value = isShort ? view.getUint16(start + 8, little) : view.getUint32(start + 8, little);
    values.set(view.getUint16(start, little), value);
  }
  const [width, height] = [values.get(widthTag), values.get(heightTag)];
  return width === undefined || height === undefined ? undefined : { width, height };
}
