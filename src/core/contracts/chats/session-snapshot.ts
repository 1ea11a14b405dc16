/** Increase when the shape below changes; other versions are refused (W26). */
export const snapshotSchema = 2;

/** The state of a chat as plain data. */
export interface SessionSnapshot {
  readonly schema: typeof snapshotSchema;
  readonly tools: readonly string[];
  /** Real path, and what the chat knows of the file. */
  readonly marks: readonly SnapshotEntry<SeenMark>[];
  readonly own: readonly SnapshotEntry<unknown>[];
  readonly slices: readonly SnapshotEntry<unknown>[];
}

/** The content of a file that a chat saw last. */
export interface SeenMark {
  /** Content stamp. */
  readonly stamp: string;
  /** Ids of the tools that have shown or written the file. */
  readonly tools: readonly string[];
  /** Ids of the calls that have shown or written this content. */
  readonly calls: readonly string[];
}

export type SnapshotEntry<T> = readonly [string, T];
