import type { PathState } from '../../core/contracts/file-changes';
import { assertNever } from '../../core/contracts/result';

/** What stood at a place, as the record has it: the content is named, not held. */
export type RecordedState = StateFields & {
  /** Why it cannot be brought back. */
  readonly notKept?: string;
};

type StateFields =
  | { readonly kind: 'other' }
  | { readonly kind: 'absent'; readonly missingFolders?: number }
  | {
      readonly kind: 'file';
      readonly stamp: string;
      readonly size: number;
      readonly mode: number;
      /** SHA-256 of the content; set when there is a copy of it. */
      readonly copy?: string;
      /** Undefined for what is no text, too large to count, or was not looked at. */
      readonly lines?: number;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number };

export const absent: RecordedState = { kind: 'absent' };

/** Nothing, with so many folders right above it missing too. */
export function absentBelow(missingFolders = 0): PathState & { readonly kind: 'absent' } {
  return { kind: 'absent', ...(missingFolders > 0 && { missingFolders }) };
}

/** The same content: rights do not count, no tool changes them. */
export function isSameState(one: RecordedState | PathState, other: RecordedState | PathState): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.stamp === other.stamp;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  return one.kind === other.kind;
}

/** Without bytes. */
export function withoutCopy(kept: RecordedState): PathState {
  switch (kept.kind) {
    case 'file':
      return { kind: 'file', stamp: kept.stamp, size: kept.size, mode: kept.mode };
    case 'link':
      return { kind: 'link', target: kept.target };
    case 'folder':
      return { kind: 'folder', mode: kept.mode };
    case 'absent':
    case 'other':
      return { kind: kept.kind };
    default:
      return assertNever(kept);
  }
}

/** The state alone, without a copy. */
export function recordedState(image: PathState): RecordedState {
  if (image.kind !== 'file') return image;
  return { kind: 'file', stamp: image.stamp, size: image.size, mode: image.mode };
}

/** Why an image cannot be put in a place; undefined when it can. */
export function whyNotRestorable(image: RecordedState): string | undefined {
  if (image.notKept !== undefined) return image.notKept;
  if (image.kind === 'other') return 'it is a device, a pipe or a socket';
  if (image.kind === 'file' && image.copy === undefined) return 'its content was not kept';
  return undefined;
}

export function copiesIn(...images: readonly RecordedState[]): readonly string[] {
  return images.flatMap((image) => (image.kind === 'file' ? (image.copy ?? []) : []));
}
