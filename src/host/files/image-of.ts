import { stampOf } from '../../adapters/files/scan-file';
import type { PathState } from '../../core/contracts/file-changes';

/** Permission bits of a file that stands in an editor alone. */
export const defaultFileMode = 0o644;

/** A file's state and, up to a size, its content. */
export function fileStateOf(bytes: Uint8Array, mode: number, maxBytes: number): PathState {
  const size = bytes.length;
  const image = { kind: 'file' as const, stamp: stampOf(bytes), size, mode };
  return size <= maxBytes ? { ...image, bytes } : image;
}
