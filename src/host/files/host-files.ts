import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';

/** Files as this window shows them, and the way back for what calls change in them. */
export interface HostFiles {
  readonly files: Files;
  readonly changes: FileChanges;
  /** Canonical paths of files whose editors hold changes that are not saved. */
  unsaved(): Promise<readonly string[]>;
  /** Deletes the copies of chats that are gone and past their time. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
