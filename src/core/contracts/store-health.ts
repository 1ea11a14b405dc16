import type { Sentence } from '../base/sentence';
/** State of one folder's store, for `Gatehouse: Check Setup`. Sizes in bytes, times in epoch ms. */
export interface StoreHealth {
  /** `second`: another window writes the shared files; this one has files of its own. */
  readonly role: 'main' | 'second';
  /** Set if the database must not be written: a newer version of Gatehouse created it. */
  readonly readOnly?: Sentence;
  readonly lock: {
    readonly ownerPid?: number;
    readonly windows: number;
  };
  /** The list of chats and the rows of the audit log. */
  readonly database: { readonly bytes: number; readonly savedAt?: number };
  readonly journal: { readonly bytes: number; readonly records: number };
  /** The databases with the content of chats. */
  readonly chats: { readonly files: number; readonly bytes: number };
  readonly audit: { readonly files: number; readonly bytes: number; readonly entries: number };
  readonly conversations: number;
  readonly outputs: number;
  /** Bytes cut off at this start from files that a crash left torn. */
  readonly droppedBytes: number;
  readonly setAside: readonly string[];
}
