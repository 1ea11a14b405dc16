import type { SpooledOutput } from '../contracts/calls/spooled-output';

/** Keeps the output of running commands on disk, redacted, until it is stored. */
export interface OutputSpools {
  /** Begins a file once an output has more than `heldBytes` (UTF-8); fewer leave no trace. */
  open(heldBytes: number): OutputSpool;
}

export interface OutputSpool {
  /** Quick; never throws. */
  write(text: string): void;
  /** Undefined if the disk keeps up; otherwise resolves when it has caught up. Never rejects. */
  drained(): Promise<void> | undefined;
  /** Undefined if memory has all, or the disk failed. Never rejects. */
  end(): Promise<SpooledOutput | undefined>;
}
