import type { AuditViewMessage } from '../../src/core/contracts/audit-view';

const types: ReadonlySet<unknown> = new Set<AuditViewMessage['type']>([
  'restore',
  'tools',
  'busy',
  'rows',
  'unfolded',
  'copied',
]);

/** VS Code hands the page messages of other senders too; of ours the type tells. */
export function isAuditMessage(data: unknown): data is AuditViewMessage {
  return typeof data === 'object' && data !== null && 'type' in data && types.has(data.type);
}
