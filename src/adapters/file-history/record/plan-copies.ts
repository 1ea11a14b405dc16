import { linesWithEndings } from '../../../core/base/changed-lines';
import { say, type Sentence } from '../../../core/base/sentence';
import { decodeText } from '../../../core/base/unicode-text';
import { sizeOf } from '../../../core/base/wording';
import type { PathBefore, PathState } from '../../../core/contracts/file-changes';
import { stampOf } from '../../files/scan-file';
import type { FileCopies } from './file-copies';
import { stateOnly, whyNotRestorable, type FileImage } from '../history/file-steps';
import type { BegunPlace } from '../history/record-format';

/** Larger files are not counted. */
export const countedBytes = 1024 * 1024;

/** The text of a file; undefined if not text or too large to count. */
export function textOf(bytes: Uint8Array): string | undefined {
  return bytes.length > countedBytes ? undefined : decodeText(bytes)?.text;
}

/** The number of lines of a file; undefined if not text or too large to count. */
export function countLines(bytes: Uint8Array): number | undefined {
  const text = textOf(bytes);
  return text === undefined ? undefined : linesWithEndings(text).length;
}

export interface CopyLimits {
  /** Total bytes of all copies of a chat; 0 keeps none. */
  readonly maxBytes: number;
  /** Bytes of one copy. */
  readonly maxFileBytes: number;
}

/** A path before a change; `notKept`: why it must not be restored. */
export interface PlaceBefore extends PathBefore {
  readonly notKept?: Sentence;
}

export interface PlannedCopies {
  readonly places: readonly BegunPlace[];
  /** Contents by the names of their copies. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Decides which files are copied; writes nothing yet. */
export function planCopies(
  places: readonly PlaceBefore[],
  copies: FileCopies,
  limits: CopyLimits,
): PlannedCopies {
  const contents = new Map<string, Uint8Array>();
  let size = copies.size();

  function keepFile(image: Extract<PathState, { readonly kind: 'file' }>): FileImage {
    const { bytes } = image;
    const state = { kind: 'file', stamp: image.stamp, size: image.size, mode: image.mode } as const;
    if (image.size > limits.maxFileBytes) {
      return { ...state, notKept: say`it is larger than ${sizeOf(limits.maxFileBytes)}` };
    }
    if (bytes === undefined) {
      const isTooMuch = size + image.size > limits.maxBytes;
      return { ...state, notKept: isTooMuch ? overLimit(limits) : unreadable };
    }
    const name = stampOf(bytes);
    if (!copies.has(name) && !contents.has(name)) {
      if (size + bytes.length > limits.maxBytes) return { ...state, notKept: overLimit(limits) };
      size += bytes.length;
      contents.set(name, bytes);
    }
    const lines = countLines(bytes);
    // Use the size of the copy: the file may be growing.
    const kept = { ...state, size: bytes.length, copy: name };
    return lines === undefined ? kept : { ...kept, lines };
  }

  function keep({ before, notKept }: PlaceBefore): FileImage {
    if (notKept !== undefined) return { ...stateOnly(before), notKept };
    return before.kind === 'file' ? keepFile(before) : stateOnly(before);
  }

  const begun = places.map((place): BegunPlace => {
    const { path, intended } = place;
    const known = intended !== undefined && { intended: stateOnly(intended) };
    return { path, image: keep(place), ...known };
  });
  return { places: begun, contents };
}

/** Why a file is not kept. */
export const unreadable = say`its content could not be read`;

function overLimit({ maxBytes }: CopyLimits): Sentence {
  const limit = sizeOf(maxBytes);
  return say`the copies for this chat would exceed ${limit} (gatehouse.changes.maxBytes)`;
}

/** States without copies, all for the same reason. */
export function planNoCopies(places: readonly PathBefore[], reason: Sentence): PlannedCopies {
  const kept = places.map(({ path, before }) => ({
    path,
    image: { ...stateOnly(before), notKept: reason },
  }));
  return { places: kept, contents: new Map() };
}

/** Notes about a change for the user and the model. */
export function notesOf({ places }: PlannedCopies): readonly Sentence[] {
  const reasons = places.flatMap(({ image }) => whyNotRestorable(image) ?? []);
  const [first] = reasons;
  if (first === undefined) return [];
  if (places.length === 1) return [say`This change cannot be undone: ${first}.`];
  return [
    say`This change cannot be undone: ${reasons.length} of ${places.length} files cannot be restored, the first because ${first}.`,
  ];
}
