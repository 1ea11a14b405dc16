import type {
  ChangedFile,
  ChangeOrigin,
  PathAfter,
  PathBefore,
  PathState,
  UndoReport,
} from '../contracts/file-changes';
import type { Result } from '../contracts/failure';
import type { Disposable } from './disposable';

/**
 * What the calls of each chat have changed, and the way back (decision 42). Nothing here is
 * given to a model. Methods that answer at once know nothing before the first change of the window.
 */
export interface FileChanges {
  /** What was changed and neither kept nor undone, newest first. */
  files(sessionId: string): readonly ChangedFile[];
  /** Whether what a call changed can be undone; undefined for a call that changed nothing kept. */
  undoState(by: ChangeOrigin): 'offered' | 'undone' | undefined;
  /**
   * Puts everything back that one call changed, or nothing: fails with `execution` when a place has
   * changed since, and says which.
   */
  undoCall(by: ChangeOrigin, signal: AbortSignal): Promise<Result<UndoReport>>;
  /** Puts files back to what they were before the chat; each by itself. Without ids: all. */
  undoFiles(
    sessionId: string,
    changeIds: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Result<UndoReport>>;
  /**
   * Accepts changes: they can no longer be undone, and their copies are deleted. Without ids: all.
   */
  keepFiles(sessionId: string, changeIds: readonly string[] | undefined): Promise<Result<void>>;
  /** What stood there before the chat; undefined for a file that was not there. */
  before(sessionId: string, changeId: string): Promise<Result<Uint8Array | undefined>>;
  /** Both sides of what one call did to one file, as far as they are kept; for the card's diff. */
  sides(by: ChangeOrigin, path: string): Promise<Result<ChangeSides>>;
  /** Chats with changes that can be undone, those of windows that are gone too; newest first. */
  chats(): Promise<Result<readonly ChangedChat[]>>;
  /** The chat has ended: deletes its copies. */
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
  /** Undefined for a file that is gone, and for one that has changed since. */
  readonly after: Uint8Array | undefined;
  /** True while the file is what the call made of it. */
  readonly isCurrent: boolean;
}

/** Keeps what stands at places before they are changed. Never fails the change itself. */
export interface ChangeRecorder {
  /** On disk when it settles: a crash in the middle of the change leaves the way back. */
  begin(by: ChangeOrigin, places: readonly PathBefore[]): Promise<OpenChange>;
  /** A file or folder is about to be moved: undone by moving it back. */
  beginMove(by: ChangeOrigin, move: PathMove): Promise<OpenChange>;
}

export interface PathMove {
  readonly from: string;
  readonly to: string;
  /** What stood at `to`. */
  readonly replaced: PathState;
}

export interface OpenChange {
  /** What the person and the model should know: "This change cannot be undone: …". */
  readonly notes: readonly string[];
  /**
   * The change is made; for a move `after` is what stands at `to`. Settles when it is on record.
   */
  end(after: readonly PathAfter[]): Promise<void>;
  /** Nothing was changed. */
  abandon(): Promise<void>;
}

/** Places behind the guard and as editors show them, for undo; records nothing. Canonical paths. */
export interface PathStates {
  /** `withBytes`: contents up to `maxBytes`; larger files come without. */
  image(
    path: string,
    options: { readonly maxBytes?: number; readonly signal: AbortSignal },
  ): Promise<Result<PathState>>;
  /**
   * Puts an image in the place of `expect`, missing parents included; an image of a file needs its
   * bytes. Fails with `execution` when something else stands there, and changes nothing then.
   */
  putBack(
    path: string,
    image: PathState,
    options: { readonly expect: PathState; readonly signal: AbortSignal },
  ): Promise<Result<void>>;
  /** Moves what stands at `from` to `to`, where nothing may stand. */
  moveBack(
    from: string,
    to: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<void>>;
}
