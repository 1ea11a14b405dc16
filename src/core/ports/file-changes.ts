import type {
  CallUndone,
  ChangedFile,
  ChangeOrigin,
  PathAfter,
  PathBefore,
  PathState,
  UndoFailure,
  UndoReport,
} from '../contracts/file-changes';
import type { Result } from '../contracts/failure';
import type { Disposable } from './system';

/** What the calls of each chat changed, and its undo (decision 42). Models get none of it. */
export interface FileChanges {
  /** Changes that were neither kept nor undone, newest first. */
  files(sessionId: string): readonly ChangedFile[];
  /** Files that a call created, changed or moved, by real path. */
  changedBy(by: ChangeOrigin): readonly string[];
  /** Whether a call can be undone; undefined if none of its changes are kept. */
  undoState(by: ChangeOrigin): 'offered' | 'undone' | undefined;
  /** All changes of one call, or none: fails with `execution` if something changed since. */
  undoCall(by: ChangeOrigin, signal: AbortSignal): Promise<Result<CallUndone, UndoFailure>>;
  /** Restores files to their state before the chat, each separately. Without ids: all. */
  undoFiles(
    sessionId: string,
    changeIds: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Result<UndoReport>>;
  /** They can no longer be undone, and their copies are deleted. Without ids: all. */
  keepFiles(sessionId: string, changeIds: readonly string[] | undefined): Promise<Result<void>>;
  /** The content before the chat; undefined if the file did not exist. */
  before(sessionId: string, changeId: string): Promise<Result<Uint8Array | undefined>>;
  /** Both sides of one call's change to one file, as far as they are kept; for the card's diff. */
  sides(by: ChangeOrigin, path: string): Promise<Result<ChangeSides>>;
  /** Chats with changes that can be undone, including those of closed windows; newest first. */
  chats(): Promise<Result<readonly ChangedChat[]>>;
  /** Deletes the copies of a chat that has ended. */
  forget(sessionId: string): Promise<void>;
  onDidChange(listener: (sessionId: string) => void): Disposable;
}

export interface ChangedChat {
  readonly sessionId: string;
  /** Epoch milliseconds of its last change. */
  readonly changedAt: number;
  readonly files: readonly ChangedFile[];
}

export interface ChangeSides {
  readonly before: Uint8Array | undefined;
  /** Undefined if the file was deleted or changed since. */
  readonly after: Uint8Array | undefined;
  /** True while the file is unchanged since the call. */
  readonly isCurrent: boolean;
}

/** Copies files before they are changed. Never makes the change itself fail. */
export interface ChangeRecorder {
  /** Resolves when the copy is on disk, so that a change can be undone even after a crash. */
  begin(by: ChangeOrigin, places: readonly PathBefore[]): Promise<OpenChange>;
  /** Call before a file or folder is moved: undone by moving it back. */
  beginMove(by: ChangeOrigin, move: PathMove): Promise<OpenChange>;
}

export interface PathMove {
  readonly from: string;
  readonly to: string;
  /** What existed at `to`. */
  readonly replaced: PathState;
}

export interface OpenChange {
  /** Notes for the user and the model: "This change cannot be undone: …". */
  readonly notes: readonly string[];
  /** After the change; for a move, `after` is the state at `to`. Resolves when it is recorded. */
  end(after: readonly PathAfter[]): Promise<void>;
  /** Call if nothing was changed. */
  abandon(): Promise<void>;
}

/** States of canonical paths, through the guard and with open editors. Records nothing. */
export interface PathStates {
  /** `withBytes`: contents up to `maxBytes`; larger files come without. */
  image(
    path: string,
    options: { readonly maxBytes?: number; readonly signal: AbortSignal },
  ): Promise<Result<PathState>>;
  /** Replaces `expect` by an image, with missing parents. Fails unchanged if the state differs. */
  putBack(
    path: string,
    image: PathState,
    options: { readonly expect: PathState; readonly signal: AbortSignal },
  ): Promise<Result<void>>;
  /** Moves `from` to `to`, which must not exist. */
  moveBack(
    from: string,
    to: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<void>>;
}
