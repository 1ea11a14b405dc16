/** Counts up when the shape below changes; others are refused (002 W26). */
export const snapshotSchema = 1;

/** The state of a chat as plain data. */
export interface SessionSnapshot {
  readonly schema: typeof snapshotSchema;
  readonly tools: readonly string[];
  /** Tool id, and its marks: real path, content stamp. */
  readonly marks: readonly SnapshotEntry<readonly SnapshotEntry<string>[]>[];
  readonly own: readonly SnapshotEntry<unknown>[];
  readonly slices: readonly SnapshotEntry<unknown>[];
}

export type SnapshotEntry<T> = readonly [string, T];
