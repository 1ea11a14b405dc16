import { recoverCommands, type Recovery } from '../../adapters/process/recover-commands';
import type { AuditLog } from '../../core/ports/audit-log';
import { recoveredEntry, recoveredWarning, type RecoveryContext } from './recovered-commands';

export interface RecoverySources extends Omit<Recovery, 'tell'> {
  readonly audit: AuditLog;
  readonly finder: Omit<RecoveryContext, 'now'>;
  readonly warn: (text: string) => void;
}

/**
 * Looks after the commands of windows that have ended before them: ends what still runs, and tells
 * the audit log of each and the person of those that ran on (DESIGN decision 38).
 */
export async function recoverAtStart(sources: RecoverySources): Promise<void> {
  const { audit, clock, finder, warn } = sources;
  const found = await recoverCommands({
    ...sources,
    tell: (one) => audit.append(recoveredEntry(one, { ...finder, now: clock.now() })),
  });
  const warning = recoveredWarning(found);
  if (warning !== undefined) warn(warning);
}
