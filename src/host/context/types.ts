import type { AttachmentItem } from '../../core/contracts/panel';
import type { Result } from '../../core/contracts/result';

/** Context that the person adds to a message, as it was when it was added. */
export interface MessageContext {
  readonly kind: Exclude<AttachmentItem['kind'], 'image'>;
  /** "cart.js", "cart.js:3-9", "4 problems", "terminal: bash" */
  readonly label: string;
  /** The whole path, or what else tells more. */
  readonly detail: string;
  /** `file:///…`, or `gatehouse:problems` and its like. */
  readonly uri: string;
  /** Redacted, and cut to a size that a context can hold; what was cut is said in it. */
  readonly text: string;
}

/** Where context comes from. Failures say what to do, for a message to the person. */
export interface ContextSources {
  /** An absolute path inside the workspace; the deny lists of files hold. */
  file(path: string, signal: AbortSignal): Promise<Result<MessageContext>>;
  /** Of the editor that was active last. */
  selection(): Promise<Result<MessageContext>>;
  problems(): Promise<Result<MessageContext>>;
  /** What the last command of the active terminal printed. */
  terminal(): Promise<Result<MessageContext>>;
  /** Asks in VS Code's own picker; an absolute path, undefined when the person backed out. */
  pickFile(): Promise<string | undefined>;
  /** Files whose path fits what was typed behind `@`, best first, at most 20. */
  findFiles(query: string, signal: AbortSignal): Promise<readonly FileMatch[]>;
}

export interface FileMatch {
  /** Absolute. */
  readonly path: string;
  readonly label: string;
  /** Its folder, relative to the workspace. */
  readonly detail: string;
}
