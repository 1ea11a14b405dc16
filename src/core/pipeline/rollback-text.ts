import { redactText } from '../base/redact';
import type { RollbackReport } from '../contracts/outcome';
import type { RolledBack } from '../ports/snapshots';

/** Of each list; the report has them all. */
const maxNamed = 20;

/** What a rollback did, for the model and for people; credentials in names go no further. */
export function rollbackText({ report, notes }: RolledBack): string {
  const lists = [listOf('Restored', report.restored), listOf('Removed', report.removed)];
  const sentences = [...lists.flatMap((list) => list ?? []), ...notes];
  return redactText(sentences.length === 0 ? 'There was nothing left to do.' : sentences.join(' '))
    .text;
}

/** A report as it may leave. */
export function redactReport({ restored, removed }: RollbackReport): RollbackReport {
  const clean = (paths: readonly string[]): string[] => paths.map((path) => redactText(path).text);
  return { restored: clean(restored), removed: clean(removed) };
}

function listOf(title: string, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length - maxNamed;
  const rest = more > 0 ? ` and ${String(more)} more` : '';
  return `${title}: ${paths.slice(0, maxNamed).join(', ')}${rest}.`;
}
