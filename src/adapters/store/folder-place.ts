import type { Ids } from '../../core/ports/ids';
import type { AuditPlace } from './audit-place';

/** What it takes to open a storage folder. */
export interface FolderPlace extends AuditPlace {
  readonly ids: Ids;
}
