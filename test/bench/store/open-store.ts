import { createStore, type Store } from '../../../src/adapters/store/store';
import { WorkerThread } from '../../../src/adapters/store/channel/thread';
import { systemClock } from '../../../src/adapters/system/clock';
import { systemIds } from '../../../src/adapters/system/random';
import type { AuditEntry } from '../../../src/core/contracts/audit/entry';
import type { Result } from '../../../src/core/contracts/failure';
import { createFakeAuditKey } from '../../unit/fakes/audit-key';

export interface StorePlace {
  readonly folder: string;
  readonly sqlJsWasm: string;
  /** The bundle of the store's thread. */
  readonly program: string;
  /** Bytes of journal after which the database is saved; the store's own when absent. */
  readonly journalLimit?: number;
  /** Limit for one output; none when absent. */
  readonly overflowMaxBytes?: number;
}

/** The real store with limits that nothing here reaches. */
export function openStore(place: StorePlace): Store {
  const { folder, sqlJsWasm, program, journalLimit, overflowMaxBytes = 0 } = place;
  const thread = new WorkerThread({ program, wasm: sqlJsWasm });
  const unlimited = (): number => 0;
  return createStore({
    folder,
    clock: systemClock,
    ids: systemIds,
    log: () => undefined,
    openWorker: (opened, events) => thread.open(opened, events),
    auditKey: createFakeAuditKey(),
    limits: {
      overflowRetentionDays: () => 365,
      overflowMaxBytes: () => overflowMaxBytes,
      chatsRetentionDays: unlimited,
      summariesRetentionDays: unlimited,
      auditRetentionDays: unlimited,
      auditMaxFileBytes: () => 32 * 1024 * 1024,
      maxBytes: () => 16 * 1024 * 1024 * 1024,
    },
    ...(journalLimit === undefined ? {} : { journalLimit }),
  });
}

/** Fails what is measured: work that is not done is not timed. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.failure.message);
}

/** Text of words, as tools print it; `count` makes each another one. */
export function textOf(bytes: number, count: number): string {
  const line = `${String(count)} src/module/file.ts(120,14): what a tool prints, in words and numbers\n`;
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
}

export function entryOf(count: number, text: string): AuditEntry {
  return {
    ts: new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString(),
    session: `chat-${String(count % 50)}`,
    tool_call_id: `call-${String(count)}`,
    tool: 'core__bash',
    call: { command: text },
    result: 'success',
    summary: 'done',
    trust: 'trusted',
    phase: 'executor',
    origin: 'model',
    approved_by: 'auto',
    gates: [{ slot: 'rules', verdict: 'allow', reason: 'a rule allows it' }],
    duration_ms: 3,
    actor: 'user',
    tenant: 'bench',
    enforcement: 'enforced',
  };
}

const filledAtOnce = 8;
const filledBytes = 64 * 1024;

/** Stores so much text, in many chats. */
export async function fill(store: Store, bytes: number): Promise<void> {
  const texts = Math.ceil(bytes / filledBytes);
  for (let done = 0; done < texts; done += filledAtOnce) {
    const length = Math.min(filledAtOnce, texts - done);
    const puts = Array.from({ length }, (_, at) =>
      store.overflow.put({
        conversationId: `chat-${String((done + at) % 50)}`,
        text: textOf(filledBytes, done + at),
      }),
    );
    for (const put of await Promise.all(puts)) must(put);
  }
}
