import { stampOf } from '../../adapters/files/scan-file';
import type { PlaceImage } from '../../core/contracts/file-changes';

/** Permission bits of a file that stands in an editor alone. */
export const usualMode = 0o644;

/** A file's state and, up to a size, its content. */
export function imageOf(bytes: Uint8Array, mode: number, maxBytes: number): PlaceImage {
  const size = bytes.length;
  const image = { kind: 'file' as const, stamp: stampOf(bytes), size, mode };
  return size <= maxBytes ? { ...image, bytes } : image;
}
