import type { Sentence } from '../base/sentence';
import type { Failure } from './failure';

/** The call that changes files, so that its changes can be shown and undone separately. */
export interface ChangeOrigin {
  readonly sessionId: string;
  readonly toolCallId: string;
}

/** What happened to a file or folder since the user last kept or undid it. */
export const changeKinds = ['created', 'changed', 'deleted', 'moved'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A file or folder that a chat changed, with all its changes combined. */
export interface ChangedFile {
  /** Unique in this window. */
  readonly changeId: string;
  /** Absolute: where it is, or was if it was deleted. */
  readonly path: string;
  /** Absolute; set if it was moved. */
  readonly movedFrom?: string;
  readonly kind: ChangeKind;
  readonly isFolder: boolean;
  /** Lines; undefined for binary files and those too large to count. */
  readonly added?: number;
  readonly removed?: number;
  /** True if others changed it between two calls of the chat: an undo undoes that too. */
  readonly changedBetween?: boolean;
  /** Why it cannot be undone, as the end of a sentence: "it is too large to keep". */
  readonly notKept?: Sentence;
}

/** What an undo did; absolute paths. */
export interface UndoReport {
  readonly undone: readonly string[];
  /** Left unchanged, because they changed since or cannot be restored. */
  readonly left: readonly { readonly path: string; readonly reason: Sentence }[];
}

/** What the undo of one call did. Folders are listed by what is in them. */
export interface CallUndone extends UndoReport {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
}

export interface UndoFailure extends Failure {
  /** True if a part was undone and remains so; otherwise nothing changed. */
  readonly isPartial?: boolean;
}

/** What exists at a path. Links are not followed. */
export type PathState =
  | {
      readonly kind: 'absent';
      /** How many of its parent folders are missing too: an undo removes them if they are empty. */
      readonly missingFolders?: number;
    }
  | {
      readonly kind: 'file';
      /** Identifies exactly this content, like `FileContent.stamp`. */
      readonly stamp: string;
      readonly size: number;
      readonly mode: number;
      /** Undefined if only the state was requested, or if it was too large to keep. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number }
  /** A device, a pipe, a socket: never touched. */
  | { readonly kind: 'other' };

/** A path that a call is about to change, canonical. */
export interface PathBefore {
  readonly path: string;
  readonly before: PathState;
  /** What the call makes of it, apart from the mode; undefined if that is not known before. */
  readonly intended?: PathState;
}

/** The same path after the call; for a file with its stamp, without its bytes. */
export interface PathAfter {
  readonly path: string;
  readonly after: PathState;
}
