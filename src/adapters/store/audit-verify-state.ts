import type { AuditFinding } from '../../core/contracts/audit-trail';
import type { AuditSeal } from './audit-seal';
import type { Report, Seen } from './audit-verify-line';

export interface ChainCheckOptions {
  readonly writer: string;
  /** Undefined when none can be checked. */
  readonly seal: Pick<AuditSeal, 'first' | 'last'> | undefined;
  readonly report: Report;
}

/** What is known of the lines so far. */
export interface ChainState extends Pick<ChainCheckOptions, 'seal'> {
  readonly tell: (finding: AuditFinding) => void;
  findings: number;
  last: Seen | undefined;
  /** The last two lines that are of the chain. */
  chained: Seen | undefined;
  previous: Seen | undefined;
  /** A line and the one after it that do not fit: one of the two was changed. */
  doubt: { readonly before: Seen; readonly after: Seen } | undefined;
  /** The line with the number that the seal names, and the one before it. */
  sealed: Seen | undefined;
  beforeSealed: Seen | undefined;
  isFileStart: boolean;
  missingFile: string | undefined;
  early: number;
  unsealed: number;
}
