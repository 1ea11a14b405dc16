import { defaultBlockedCommands } from '../../core/contracts/default-rules';
import type { ShellPolicy } from '../../core/contracts/policy';
import type { SettingValues } from '../settings/read-settings';

/**
 * The shell's part of the policy (000 ShellPolicyHandle): it is swapped with the whole policy, so
 * that a change of the lists needs no restart and a call in flight keeps those it began with.
 */
export function shellPolicy(settings: SettingValues): ShellPolicy {
  const allowed = new Set(settings.get('shell.allowedCommands').map(folded));
  const shipped = defaultBlockedCommands.filter((command) => !allowed.has(folded(command)));
  const isLost = settings.problems().some(({ key }) => key === 'shell.blockedCommands');
  return Object.freeze({
    substitution: settings.get('shell.substitution'),
    blocked: Object.freeze([...new Set([...shipped, ...settings.get('shell.blockedCommands')])]),
    ...(isLost && { closed: 'gatehouse.shell.blockedCommands cannot be read' }),
    transaction: Object.freeze({
      enabled: settings.get('shell.transactional'),
      scope: Object.freeze([...settings.get('shell.transactionScope')]),
      autoRollback: settings.get('shell.autoRollback'),
      exitCodes: Object.freeze([...settings.get('shell.autoRollbackExitCodes')]),
      snapshotRequired: settings.get('shell.snapshotRequired'),
      maxBytes: settings.get('shell.maxSnapshotBytes'),
    }),
  });
}

function folded(command: string): string {
  return command.trim().toLowerCase();
}
