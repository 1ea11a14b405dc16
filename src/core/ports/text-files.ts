import type { Result } from '../contracts/failure';
import type { FileContent, FileHead, WriteOptions, WrittenFile } from './files';

/** By ACP's `fs/*`, as for an external agent (decision acp-client). Paths are those of `Files`. */
export interface TextFiles {
  /** See `Files.read`; what a call has read is what its write changes. */
  read(path: string, options: ReadTextOptions): Promise<TextRead>;
  /** See `Files.write`. */
  write(path: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>>;
}

/** `isMissing`: there is no such file. `large`: it is too large, and this is its beginning. */
export type TextRead = Result<TextFile> & {
  readonly isMissing?: boolean;
  readonly large?: FileHead | undefined;
};

export interface ReadTextOptions {
  readonly sessionId: string;
  /** A call that may write the file then. */
  readonly toolCallId?: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface TextFile extends Omit<FileContent, 'bytes'> {
  /** Of the whole file, in bytes. */
  readonly size: number;
  /** The beginning of a file that is of a known type or not text; empty for all others. */
  readonly head: Uint8Array;
}
