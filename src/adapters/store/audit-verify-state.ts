import type { AuditFinding } from '../../core/contracts/audit-trail';
import type { AuditSeal } from './audit-seal';
import type { ReportFinding, SeenLine } from './audit-verify-line';

export interface ChainCheckOptions {
  readonly writer: string;
  /** Undefined when none can be checked. */
  readonly seal: Pick<AuditSeal, 'first' | 'last'> | undefined;
  readonly report: ReportFinding;
}

/** What is known of the lines so far. */
export interface ChainState extends Pick<ChainCheckOptions, 'seal'> {
  readonly tell: (finding: AuditFinding) => void;
  findings: number;
  last: SeenLine | undefined;
  /** The last two lines that are of the chain. */
  chained: SeenLine | undefined;
  previous: SeenLine | undefined;
  /** A line and the one after it that do not fit: one of the two was changed. */
  doubt: { readonly before: SeenLine; readonly after: SeenLine } | undefined;
  /** The line with the number that the seal names, and the one before it. */
  sealed: SeenLine | undefined;
  beforeSealed: SeenLine | undefined;
  isFileStart: boolean;
  missingFile: string | undefined;
  early: number;
  unsealed: number;
}
