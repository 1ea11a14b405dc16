import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { errnoOf } from '../../../../src/adapters/system/errno';
import { createStore, type Store } from '../../../../src/adapters/store/store';
import { WorkerThread, type ThreadFiles } from '../../../../src/adapters/store/channel/thread';
import type { Clock } from '../../../../src/core/ports/system';
import { auditEntry } from '../../fakes/audit-entry';
import { createFakeAuditKey } from '../../fakes/audit-key';
import { summaryRecord } from '../../fakes/summary-record';
import { limitsOf } from '../../fakes/temporary-store';

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Long, so that a partial text shows. */
export function textOf(name: string): string {
  return `${name} `.repeat(40);
}

/** Writers with this prefix delete chats, which saves each time. */
export const deletingPrefix = 'deleting-';

/** Writers with this prefix store outputs of commands that are more than one flush of the journal. */
export const spoolingPrefix = 'spooling-';

export function outputOf(name: string): string {
  return Array.from({ length: 50_000 }, (_, line) => `${name} ${line}\n`).join('');
}

/** The chat in which a writer of this name writes, and those it deletes. */
export function chatOf(name: string): string {
  return `chat-${name}`;
}
function deletedChatOf(name: string, count: number): string {
  return `gone-${name}-${count}`;
}

/**
 * Waits for a line, then writes to the store endlessly and prints what was acknowledged: `audit`,
 * `summary`, `said` and `deleted` with a name, and `text` and `output` with a name and an id. Saves
 * often, so that kills hit that too.
 */
export async function runWriter(folder: string, name: string, files: ThreadFiles): Promise<void> {
  const deletes = name.startsWith(deletingPrefix);
  const spools = name.startsWith(spoolingPrefix);
  const thread = new WorkerThread(files);
  await once(process.stdin, 'data');
  const store = createStore({
    folder,
    clock,
    ids: { uuid: randomUUID },
    log: () => undefined,
    openWorker: (opened, events) => thread.open(opened, events),
    auditKey: createFakeAuditKey(),
    limits: limitsOf(),
    journalLimit: 6000,
  });
  for (let count = 0; ; count += 1) {
    const call = `${name}-${count}`;
    await Promise.all([
      ...writes(store, name, call),
      deletes && deleteChat(store, name, count),
      spools && putOutput(store, name, call),
    ]);
  }
}

function writes(store: Store, name: string, call: string): readonly Promise<void>[] {
  const say = (key: string) => ({
    put: [{ part: 'transcript', key, value: textOf(call), words: call }] as const,
  });
  return [
    tell(`audit ${call}`, store.audit.append(auditEntry(call))),
    tell(`summary ${call}`, store.summaries.add(summaryRecord('triggered', { text: call }))),
    tell(`said ${call}`, store.conversations.write(chatOf(name), say(call))),
    tell(undefined, store.conversations.write(chatOf(name), say('again'))),
    putText(store, call),
  ];
}

async function putText(store: Store, call: string): Promise<void> {
  const stored = await store.overflow.put({ conversationId: 'chat', text: textOf(call) });
  if (stored.ok) print(`text ${call} ${stored.value}`);
}

async function putOutput(store: Store, name: string, call: string): Promise<void> {
  const spool = store.spools.open(1000, chatOf(name));
  spool.write(outputOf(call));
  const { id: spooled } = (await spool.end()) ?? {};
  if (spooled === undefined) return;
  const put = { conversationId: chatOf(name), text: 'its start and end', spooled };
  const stored = await store.overflow.put(put);
  if (stored.ok) print(`output ${call} ${stored.value}`);
}

async function tell(line: string | undefined, result: Promise<{ readonly ok: boolean }>) {
  const { ok } = await result;
  if (ok && line !== undefined) print(line);
}

/** Waits for the reader if the pipe is full. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') throw error;
    }
  }
}

async function deleteChat(store: Store, name: string, count: number): Promise<void> {
  const chat = deletedChatOf(name, count);
  const put = [{ part: 'history', key: 'x', value: textOf(chat) }] as const;
  await store.conversations.write(chat, { put });
  await tell(`deleted ${chat}`, store.conversations.delete(chat));
}
