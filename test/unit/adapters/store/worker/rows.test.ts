import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../../fakes/audit-entry';
import { say } from '../../../fakes/store-chats';
import { summaryRecord } from '../../../fakes/summary-record';
import {
  createTemporaryStore,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

const megabyte = 1024 * 1024;

describe('the databases, opened without our code', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const chatFiles = () => storage.names().filter((name) => name.startsWith('chats'));

  async function rows(name: string, sql: string): Promise<readonly unknown[]> {
    const database = new (await openSqlJs()).Database(storage.read(name));
    try {
      return database.exec(sql)[0]?.values ?? [];
    } finally {
      database.close();
    }
  }

  it('have whole rows: audit entries, outputs, summaries, messages and chats', async () => {
    const store = storage.window();
    await say(store, 'some-chat', 'a needle in a message');
    valueOf(await store.audit.append(auditEntry('call-1', { summary: 'what it said' })));
    valueOf(await store.summaries.add(summaryRecord('manual', { conversationId: 'some-chat' })));
    const text = 'line of output\n'.repeat(50_000);
    const put = { conversationId: 'some-chat', text };
    const id = valueOf(await store.overflow.put(put));
    assert.deepEqual((await store.auditQuery.tools()).ok, true);
    await store.close();
    const file = 'chats/some-chat.db';
    assert.deepEqual(await rows('gatehouse.db', 'SELECT id, title FROM chats'), [
      ['some-chat', 'some-chat'],
    ]);
    const pieces = await rows(
      file,
      `SELECT text FROM tool_overflow WHERE overflow_id = '${id}' ORDER BY piece`,
    );
    assert.equal(pieces.flat().join(''), text);
    for (const piece of pieces.flat()) assert.ok(Buffer.byteLength(String(piece)) <= 256 * 1024);
    assert.deepEqual(await rows(file, 'SELECT compaction_method FROM summaries'), [['manual']]);
    assert.deepEqual(
      await rows(file, "SELECT words FROM search WHERE search MATCH 'needle message'"),
      [['a needle in a message']],
    );
    const [audit] = await rows('audit.00001.db', 'SELECT tool, result, entry FROM audit');
    assert.match(JSON.stringify(audit), /core__read.*success.*what it said/);
  });

  it('have both streams and the exit code of a command in columns', async () => {
    const store = storage.window();
    const envelope = { exit_code: 3, stdout: 'printed\n', stderr: 'failed\n' };
    valueOf(await store.audit.append(auditEntry('call-1', envelope)));
    assert.equal((await store.auditQuery.tools()).ok, true);
    await store.close();
    const columns = 'SELECT tool_call_id, exit_code, stdout, stderr FROM audit';
    assert.deepEqual(await rows('audit.00001.db', columns), [
      ['call-1', 3, 'printed\n', 'failed\n'],
    ]);
  });

  it('are of bounded size: a large chat and a large output continue in further files', async () => {
    const store = storage.window();
    const big = (letter: string) => `${letter}😀`.repeat(1.2 * megabyte);
    const ids = [await putText(store, big('a')), await putText(store, big('b'))];
    await say(store, 'chat', 'early', 'one');
    await store.close();
    assert.ok(chatFiles().length >= 2);
    const again = storage.window();
    await say(again, 'chat', 'late', 'one');
    ids.push(await putText(again, 'small'));
    const before = new Map(chatFiles().map((name) => [name, storage.read(name)]));
    await again.close();
    const changed = [...before].filter(([name, bytes]) => !storage.read(name).equals(bytes));
    assert.equal(changed.length, 1, 'only the last file');
    for (const name of chatFiles()) assert.ok(storage.read(name).length < 9 * megabyte);
    const last = storage.window();
    assert.equal(await readText(last, ids[0] ?? ''), big('a'));
    assert.equal(await readText(last, ids[1] ?? ''), big('b'));
    assert.equal(await readText(last, ids[2] ?? ''), 'small');
    const { entries } = valueOf(await last.conversations.read('chat'));
    assert.deepEqual(
      entries.map(({ value }) => value),
      [['late']],
    );
    const middle = { conversationId: 'chat', id: ids[1] ?? '', offset: 1_999_999, limit: 5 };
    const slice = valueOf(await last.overflow.read(middle));
    assert.equal(slice.totalChars, big('b').length);
    assert.equal(slice.text, big('b').slice(1_999_999, slice.nextOffset));
  });
});
