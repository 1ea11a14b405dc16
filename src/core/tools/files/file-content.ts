import { fileTypeOf, type FileType } from '../../base/file-type';
import { inEnglish, listed, say, type Sentence } from '../../base/sentence';
import { sizeOf } from '../../base/wording';
import { redactText } from '../../base/redact/redact';
import type { FileText } from '../../ports/files';

const shownBytes = 16;
/** Enough bytes to recognize a credential that begins in the shown ones. */
const searchedBytes = 512;
const pdf = 'PDF document';

/** "PNG image, 640 × 480 pixels, 12 KB". */
export function binaryTitle(bytes: Uint8Array, size: number): Sentence {
  const { name, pixels } = fileTypeOf(bytes) ?? { name: say`binary file of unknown type` };
  const shape = pixels && say`${pixels.width} × ${pixels.height} pixels`;
  return listed([name, ...(shape === undefined ? [] : [shape]), sizeOf(size)]);
}

/** Describes a file that is not text: its type, and its first bytes where they may help. */
export function describeBinary(shown: string, bytes: Uint8Array, size: number): string {
  const title = `${shown}: ${inEnglish(binaryTitle(bytes, size))}. Its content is not shown.`;
  const hint = hintFor(fileTypeOf(bytes), bytes);
  return hint === undefined ? title : `${title} ${hint}`;
}

/** A PDF can decode as text from start to end, but its text is useless. */
export function isShownAsText(text: FileText | undefined, bytes: Uint8Array): text is FileText {
  if (text === undefined) return false;
  const type = fileTypeOf(bytes);
  if (type === undefined) return true;
  return type.name.message !== pdf && text.exact;
}

/** The bytes of an image or document are of no use to the model. */
function hintFor(type: FileType | undefined, bytes: Uint8Array): string | undefined {
  if (type?.kind === 'image') return undefined;
  if (type?.name.message === pdf) {
    return 'To read its text, use bash with a program such as pdftotext.';
  }
  if (holdsCredential(bytes)) return undefined;
  const head = Array.from(bytes.subarray(0, shownBytes), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `First bytes: ${head.join(' ')}`;
}

/** A credential written as hexadecimal digits would escape redaction. */
function holdsCredential(bytes: Uint8Array): boolean {
  const text = Array.from(bytes.subarray(0, searchedBytes), (byte) => String.fromCharCode(byte));
  return redactText(text.join('')).kinds.length > 0;
}

/** Tools do not read larger files into memory. */
export const maxFileBytes = 10 * 1024 * 1024;
