import type { PathState } from '../../core/contracts/file-changes';
import type { Result } from '../../core/contracts/result';
import type { FileText, WriteOptions } from '../../core/ports/files';

/** A write that was found possible, and what it would change. */
export interface WritePlan {
  readonly real: string;
  readonly before: PathState;
  /** Null for a new file and for what was no text. */
  readonly oldText: string | null;
  /** Stamp of what it would hold. */
  readonly stamp: string;
  /** True when it goes into a buffer with changes of the person, and is left unsaved like them. */
  readonly staysUnsaved: boolean;
  apply(signal: AbortSignal): Promise<Result<AppliedWrite>>;
}

export interface AppliedWrite {
  readonly text: string;
  readonly stamp: string;
  readonly size: number;
  readonly saved: boolean;
  readonly notes: readonly string[];
}

export interface WriteRequest {
  readonly path: string;
  /** The whole new text. */
  readonly text: string;
  readonly expect: WriteOptions['expect'];
  readonly signal: AbortSignal;
}

/** What is to be written, and where. */
export interface PlannedText {
  readonly real: string;
  readonly before: PathState;
  /** Undefined for a new file and for what is no text. */
  readonly old: FileText | undefined;
  /** Without byte order mark. */
  readonly text: string;
  readonly bytes: Uint8Array;
}
