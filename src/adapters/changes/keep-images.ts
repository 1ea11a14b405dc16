import { formatSize } from '../../core/base/format-size';
import type { PathBefore, PathState } from '../../core/contracts/file-changes';
import { copyName, type FileCopies } from './copies';
import { recordedState, whyNotRestorable, type RecordedState } from './kept-image';
import { textLinesOf } from './line-counts';

/** In bytes. */
export interface CopyLimits {
  /** All copies of a chat; 0 keeps nothing. */
  readonly maxBytes: number;
  /** One copy. */
  readonly maxFileBytes: number;
}

export interface PlannedCopies {
  readonly places: readonly { readonly path: string; readonly image: RecordedState }[];
  /** By their names. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Decides of which files copies are kept; nothing is written yet. */
export function planCopies(
  places: readonly PathBefore[],
  copies: FileCopies,
  limits: CopyLimits,
): PlannedCopies {
  const contents = new Map<string, Uint8Array>();
  let size = copies.size();

  function keepFile(image: Extract<PathState, { readonly kind: 'file' }>): RecordedState {
    const { bytes } = image;
    const state = { kind: 'file', stamp: image.stamp, size: image.size, mode: image.mode } as const;
    if (image.size > limits.maxFileBytes) {
      return { ...state, notKept: `it is larger than ${formatSize(limits.maxFileBytes)}` };
    }
    if (bytes === undefined) return { ...state, notKept: 'its content could not be read' };
    const name = copyName(bytes);
    if (!copies.has(name) && !contents.has(name)) {
      if (size + bytes.length > limits.maxBytes) return { ...state, notKept: overLimit(limits) };
      size += bytes.length;
      contents.set(name, bytes);
    }
    const lines = textLinesOf(bytes)?.length;
    // The copy counts: a file that is being written to may have another size by now.
    const kept = { ...state, size: bytes.length, copy: name };
    return lines === undefined ? kept : { ...kept, lines };
  }

  const kept = places.map(({ path, before }) => ({
    path,
    image: before.kind === 'file' ? keepFile(before) : recordedState(before),
  }));
  return { places: kept, contents };
}

function overLimit({ maxBytes }: CopyLimits): string {
  const limit = formatSize(maxBytes);
  return `the copies of this chat would take more than ${limit} (gatehouse.changes.maxBytes)`;
}

/** The images without copies, for a reason that holds for all of them. */
export function planNoCopies(places: readonly PathBefore[], reason: string): PlannedCopies {
  const kept = places.map(({ path, before }) => ({
    path,
    image: { ...recordedState(before), notKept: reason },
  }));
  return { places: kept, contents: new Map() };
}

/** What the person and the model should know of a change. */
export function notesOf({ places }: PlannedCopies): readonly string[] {
  const reasons = places.flatMap(({ image }) => whyNotRestorable(image) ?? []);
  const [first] = reasons;
  if (first === undefined) return [];
  if (places.length === 1) return [`This change cannot be undone: ${first}.`];
  const share = `${String(reasons.length)} of ${String(places.length)} files cannot be brought back`;
  return [`This change cannot be undone: ${share}, the first because ${first}.`];
}
