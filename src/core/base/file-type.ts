import { imageSize } from './image-size';

/** What kind of file its first bytes say it is. */
export interface FileType {
  /** For people: "PNG image". */
  readonly name: string;
  readonly kind: 'image' | 'document' | 'archive' | 'program' | 'data' | 'sound' | 'video' | 'font';
  /** Of an image whose head tells it. */
  readonly pixels?: { readonly width: number; readonly height: number };
}

interface Signature extends Pick<FileType, 'name' | 'kind'> {
  /** Bytes as Latin-1; `?` is any one. */
  readonly magic: string;
  /** Where they begin; 0 when absent. */
  readonly at?: number;
}

/** Bytes from the beginning that are enough to know a type, and the size of most images. */
export const fileTypeBytes = 64 * 1024;

/** The first that matches counts, so what is more exact stands before what is less. */
const signatures: readonly Signature[] = [
  { magic: '\x89PNG\r\n\x1a\n', name: 'PNG image', kind: 'image' },
  { magic: '\xff\xd8\xff', name: 'JPEG image', kind: 'image' },
  { magic: 'GIF87a', name: 'GIF image', kind: 'image' },
  { magic: 'GIF89a', name: 'GIF image', kind: 'image' },
  { magic: 'RIFF????WEBP', name: 'WebP image', kind: 'image' },
  { magic: 'BM????\0\0\0\0', name: 'BMP image', kind: 'image' },
  { magic: '\0\0\x01\0', name: 'ICO image', kind: 'image' },
  { magic: 'II*\0', name: 'TIFF image', kind: 'image' },
  { magic: 'MM\0*', name: 'TIFF image', kind: 'image' },
  { magic: 'ftypavif', at: 4, name: 'AVIF image', kind: 'image' },
  { magic: 'ftyphei', at: 4, name: 'HEIC image', kind: 'image' },
  { magic: '8BPS', name: 'Photoshop image', kind: 'image' },
  { magic: '%PDF-', name: 'PDF document', kind: 'document' },
  { magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', name: 'Office document', kind: 'document' },
  { magic: '[Content_Types].xml', at: 30, name: 'Office document (ZIP)', kind: 'document' },
  { magic: 'mimetypeapplication/epub', at: 30, name: 'EPUB book', kind: 'document' },
  { magic: 'mimetypeapplication/vnd.oasis', at: 30, name: 'OpenDocument', kind: 'document' },
  { magic: 'PK\x03\x04', name: 'ZIP archive', kind: 'archive' },
  { magic: 'PK\x05\x06', name: 'ZIP archive', kind: 'archive' },
  { magic: '\x1f\x8b', name: 'gzip archive', kind: 'archive' },
  { magic: 'BZh', name: 'bzip2 archive', kind: 'archive' },
  { magic: '\xfd7zXZ\0', name: 'xz archive', kind: 'archive' },
  { magic: '\x28\xb5\x2f\xfd', name: 'Zstandard archive', kind: 'archive' },
  { magic: '7z\xbc\xaf\x27\x1c', name: '7-Zip archive', kind: 'archive' },
  { magic: 'Rar!\x1a\x07', name: 'RAR archive', kind: 'archive' },
  { magic: 'ustar', at: 257, name: 'tar archive', kind: 'archive' },
  { magic: '!<arch>\n', name: 'static library', kind: 'program' },
  { magic: '\x7fELF', name: 'ELF program', kind: 'program' },
  { magic: 'MZ', name: 'Windows program', kind: 'program' },
  { magic: '\xfe\xed\xfa\xce', name: 'Mach-O program', kind: 'program' },
  { magic: '\xfe\xed\xfa\xcf', name: 'Mach-O program', kind: 'program' },
  { magic: '\xce\xfa\xed\xfe', name: 'Mach-O program', kind: 'program' },
  { magic: '\xcf\xfa\xed\xfe', name: 'Mach-O program', kind: 'program' },
  // A universal program counts its few parts where a class has its version, which is 45 or more.
  { magic: '\xca\xfe\xba\xbe\0\0\0\x01', name: 'Mach-O program', kind: 'program' },
  { magic: '\xca\xfe\xba\xbe\0\0\0\x02', name: 'Mach-O program', kind: 'program' },
  { magic: '\xca\xfe\xba\xbe\0\0\0\x03', name: 'Mach-O program', kind: 'program' },
  { magic: '\xca\xfe\xba\xbe', name: 'Java class', kind: 'program' },
  { magic: '\0asm', name: 'WebAssembly module', kind: 'program' },
  { magic: 'dex\n', name: 'Android program', kind: 'program' },
  { magic: 'SQLite format 3\0', name: 'SQLite database', kind: 'data' },
  { magic: '\x89HDF\r\n\x1a\n', name: 'HDF5 data', kind: 'data' },
  { magic: '\x93NUMPY', name: 'NumPy array', kind: 'data' },
  { magic: 'PAR1', name: 'Parquet table', kind: 'data' },
  { magic: 'ARROW1\0\0', name: 'Arrow table', kind: 'data' },
  { magic: 'bplist00', name: 'property list', kind: 'data' },
  { magic: 'ID3', name: 'MP3 sound', kind: 'sound' },
  { magic: '\xff\xfb', name: 'MP3 sound', kind: 'sound' },
  { magic: '\xff\xf3', name: 'MP3 sound', kind: 'sound' },
  { magic: 'RIFF????WAVE', name: 'WAV sound', kind: 'sound' },
  { magic: 'fLaC', name: 'FLAC sound', kind: 'sound' },
  { magic: 'ftypM4A', at: 4, name: 'M4A sound', kind: 'sound' },
  { magic: 'OggS', name: 'Ogg sound or video', kind: 'sound' },
  { magic: 'RIFF????AVI ', name: 'AVI video', kind: 'video' },
  { magic: 'ftypqt', at: 4, name: 'QuickTime video', kind: 'video' },
  { magic: 'ftyp', at: 4, name: 'MP4 video', kind: 'video' },
  { magic: '\x1aE\xdf\xa3', name: 'Matroska or WebM video', kind: 'video' },
  { magic: 'wOFF', name: 'WOFF font', kind: 'font' },
  { magic: 'wOF2', name: 'WOFF2 font', kind: 'font' },
  { magic: 'OTTO', name: 'OpenType font', kind: 'font' },
  { magic: 'ttcf', name: 'TrueType fonts', kind: 'font' },
  { magic: '\0\x01\0\0\0', name: 'TrueType font', kind: 'font' },
];

/** Reads the magic bytes; undefined when they are of no type that is known here. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const found = signatures.find((signature) => hasMagic(bytes, signature));
  if (found === undefined) return undefined;
  const { name, kind } = found;
  const pixels = kind === 'image' ? imageSize(bytes, name) : undefined;
  return { name, kind, ...(pixels !== undefined && { pixels }) };
}

function hasMagic(bytes: Uint8Array, { magic, at = 0 }: Signature): boolean {
  for (let index = 0; index < magic.length; index += 1) {
    if (magic[index] !== '?' && bytes[at + index] !== magic.charCodeAt(index)) return false;
  }
  return true;
}
