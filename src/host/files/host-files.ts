import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';

/** Files as this window shows them, and the undo of changes by calls. */
export interface HostFiles {
  readonly files: Files;
  readonly changes: FileChanges;
  /** Canonical paths of files with unsaved changes in an editor. */
  unsaved(): Promise<readonly string[]>;
  /** Deletes the copies of deleted chats whose retention has ended. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
