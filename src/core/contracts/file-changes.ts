/** The call that changes files, so that what it changes can be shown and undone as its own. */
export interface ChangeOrigin {
  readonly sessionId: string;
  readonly toolCallId: string;
}

/** What happened to a file or folder since the person last kept or undid it. */
export const changeKinds = ['created', 'changed', 'deleted', 'moved'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A file or folder that a chat has changed, with all its changes taken together. */
export interface ChangedFile {
  /** Of no other change in this window. */
  readonly changeId: string;
  /** Absolute: where it is now, or was when it was deleted. */
  readonly path: string;
  /** Absolute; set when it was somewhere else before. */
  readonly movedFrom?: string;
  readonly kind: ChangeKind;
  readonly isFolder: boolean;
  /** Lines; undefined for what is no text or too large to count. */
  readonly added?: number;
  readonly removed?: number;
  /**
   * True when somebody else, the person or a command, changed it too between two calls of the chat:
   * going back to what was before the chat takes that away as well.
   */
  readonly changedBetween?: boolean;
  /** Why it cannot be undone, as the end of a sentence: "it is too large to keep". */
  readonly notKept?: string;
}

/** What an undo did; absolute paths. */
export interface UndoReport {
  readonly undone: readonly string[];
  /** Left as they are, because they have changed since or cannot be put back. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/** What stands at a place. Links are not followed. */
export type PathState =
  | {
      readonly kind: 'absent';
      /** How many folders right above it are missing too: an undo takes them away when empty. */
      readonly missingFolders?: number;
    }
  | {
      readonly kind: 'file';
      /** Names exactly this content, as `FileContent.stamp` does. */
      readonly stamp: string;
      readonly size: number;
      /** Permission bits. */
      readonly mode: number;
      /** Undefined when only its state was asked for, or when it was too large to keep. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number }
  /** A device, a pipe, a socket: never touched. */
  | { readonly kind: 'other' };

/** One place that a call is about to change, by its canonical path. */
export interface PathBefore {
  readonly path: string;
  readonly before: PathState;
}

/** The same place when the call has ended; of a file the stamp counts, not the bytes. */
export interface PathAfter {
  readonly path: string;
  readonly after: PathState;
}
