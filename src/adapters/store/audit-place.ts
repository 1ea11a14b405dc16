import type { AuditKey } from '../../core/ports/audit-log';
import type { Clock } from '../../core/ports/clock';
import type { Disk } from './disk';
import type { Problems } from './problems';

/** Read at each use, so that settings apply at once. */
export interface AuditLimits {
  /** A file that has reached this size gets a number, and a new one is begun. */
  readonly auditMaxFileBytes: () => number;
  /** Numbered files whose last entry is older go; 0 keeps them all. */
  readonly auditRetentionDays: () => number;
}

/** Where the audit log is and what it is kept with. */
export interface AuditContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  readonly auditKey: AuditKey;
  readonly limits: AuditLimits;
}
