import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { loadSqlJs } from '../../../../src/adapters/store/sql-js-entry';
import { createStore } from '../../../../src/adapters/store/store';
import type { Clock } from '../../../../src/core/ports/clock';
import { auditEntry } from '../../fakes/audit-entry';
import { summaryRecord } from '../../fakes/summary-record';

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** What a text says, so that a half one shows. */
export function textOf(name: string): string {
  return `${name} `.repeat(300);
}

/**
 * Writes to the store without end and prints what was acknowledged: `audit <name>`,
 * `summary <name>` and `text <name> <id>`. Saves often, so that kills hit saves too.
 */
export async function runWriter(folder: string, name: string, wasmFile: string): Promise<void> {
  const store = createStore({
    folder,
    clock,
    ids: { uuid: randomUUID },
    log: () => undefined,
    openDatabase: () => loadSqlJs(wasmFile),
    overflow: { retentionDays: () => 7, maxBytes: () => 0 },
    journalLimit: 30_000,
  });
  for (let count = 0; ; count += 1) {
    const call = `${name}-${count}`;
    const [appended, stored, summed] = await Promise.all([
      store.audit.append(auditEntry(call)),
      store.overflow.put({ conversationId: 'chat', text: textOf(call) }),
      store.summaries.add(summaryRecord('triggered', { text: call })),
    ]);
    if (appended.ok) writeSync(1, `audit ${call}\n`);
    if (summed.ok) writeSync(1, `summary ${call}\n`);
    if (stored.ok) writeSync(1, `text ${call} ${stored.value}\n`);
  }
}
