import type { SpooledOutput } from '../contracts/calls/spooled-output';

/** Keeps the output of running commands on disk, redacted, until it is stored. */
export interface OutputSpools {
  /**
   * For a command of a chat. Begins a file once its output has more than `heldBytes` (UTF-8); fewer
   * leave no trace.
   */
  open(heldBytes: number, conversationId: string): OutputSpool;
}

export interface OutputSpool {
  /** Quick; never throws. */
  write(text: string): void;
  /** Undefined if the disk keeps up; otherwise resolves when it has caught up. Never rejects. */
  drained(): Promise<void> | undefined;
  /** What is known of it so far. Undefined if memory has all, or the disk failed. */
  soFar(): SpooledOutput | undefined;
  /** Undefined if memory has all, or the disk failed. Never rejects. */
  end(): Promise<SpooledOutput | undefined>;
}
