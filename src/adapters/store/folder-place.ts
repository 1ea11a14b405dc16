import type { Ids } from '../../core/ports/ids';
import type { AuditContext } from './audit-place';

/** What it takes to open a storage folder. */
export interface FolderContext extends AuditContext {
  readonly ids: Ids;
}
