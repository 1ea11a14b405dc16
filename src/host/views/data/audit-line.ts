import type { AuditEntry } from '../../../core/contracts/audit';

/**
 * One call for a support bundle: what was decided and how it ended. No argument and no answer is in
 * it, only how long each was.
 */
export function auditLine(entry: AuditEntry): string {
  const { ts, tool, result, event, duration_ms: took, exit_code: exit } = entry;
  const parts = [
    ts,
    tool,
    event === undefined ? result : `${event} ${result}`,
    entry.error_code === undefined ? '' : `${entry.error_code}/${entry.error_category ?? '?'}`,
    exit === undefined ? '' : `exit ${String(exit)}`,
    `${String(Math.round(took))} ms`,
    `${entry.origin}, ${entry.trust}, ${entry.phase}, by ${entry.approved_by}, ${entry.enforcement}`,
    `gates: ${gateText(entry)}`,
    `args: ${argsText(entry.call)}`,
    `answer: ${String(entry.summary.length)} characters${entry.truncated === true ? ', truncated' : ''}`,
  ];
  return parts.filter((part) => part !== '').join(' | ');
}

function gateText({ gates }: AuditEntry): string {
  const notable = gates.filter(({ verdict }) => verdict !== 'allow');
  const names = notable.map(({ slot, gate, verdict }) => `${gate ?? slot} ${verdict}`);
  const allowed = gates.length - notable.length;
  return [...names, `${String(allowed)} allow`].join(', ');
}

function argsText(call: AuditEntry['call']): string {
  const fields = Object.entries(call).map(([name, value]) => `${name} ${sizeText(value)}`);
  return fields.length === 0 ? 'none' : fields.join(', ');
}

function sizeText(value: unknown): string {
  if (typeof value === 'string') return `${String(value.length)} characters`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  return `${String(JSON.stringify(value).length)} characters of JSON`;
}
