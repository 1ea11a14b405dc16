import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../../src/adapters/store/store';
import type { ConversationChange } from '../../../../../src/core/contracts/chats/conversation';
import { auditEntry } from '../../../fakes/audit-entry';
import { createFaultyDisk } from '../../../fakes/faulty-disk';
import { summaryRecord } from '../../../fakes/summary-record';
import {
  createTemporaryStore,
  listedIds,
  putText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

describe('chats in the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const said = (key: string, text = key) => ({
    put: [{ part: 'transcript' as const, key, value: { text }, words: text }],
  });
  const write = async (store: Store, id: string, change: ConversationChange) =>
    valueOf(await store.conversations.write(id, change));
  const texts = async (store: Store, id = 'chat') =>
    valueOf(await store.conversations.read(id)).entries.map(({ value }) => value);
  const listed = async (store: Store, text?: string) =>
    valueOf(await store.conversations.list({ limit: 50, ...(text !== undefined && { text }) }))
      .conversations;

  it('a chat is restored in this window and in the next', async () => {
    const facts = { title: 'Fix it', isNamed: true, cwd: '/w', cost: 0.25, tokens: 7, messages: 1 };
    const first = storage.window();
    await write(first, 'chat', { facts, ...said('a', 'one') });
    await write(first, 'chat', said('b', 'two'));
    assert.deepEqual(await texts(first), [{ text: 'one' }, { text: 'two' }]);
    await first.close();
    const next = storage.window();
    await write(next, 'chat', said('a', 'changed'));
    const now = storage.clock.now();
    assert.deepEqual(valueOf(await next.conversations.read('chat')), {
      info: { ...facts, id: 'chat', createdAt: now, updatedAt: now },
      entries: [
        { part: 'transcript', key: 'a', value: { text: 'changed' } },
        { part: 'transcript', key: 'b', value: { text: 'two' } },
      ],
    });
  });

  it('calls without waiting take effect in order', async () => {
    const store = storage.window();
    const writes = Array.from({ length: 20 }, (_, at) =>
      write(store, 'chat', said('same', `${at} ${'x'.repeat(at === 0 ? 3_000_000 : 1)}`)),
    );
    await Promise.all(writes);
    assert.deepEqual(await texts(store), [{ text: '19 x' }]);
  });

  it('a write is flushed before it is acknowledged, and shares the flush with others', async () => {
    const disk = createFaultyDisk();
    const store = storage.window({ disk });
    await write(store, 'chat', said('a'));
    const start = disk.calls.length;
    await write(store, 'chat', said('b'));
    assert.deepEqual(disk.calls.slice(start), ['write', 'flush']);
    const before = disk.calls.length;
    await Promise.all(['c', 'd', 'e', 'f'].map((key) => write(store, 'chat', said(key))));
    assert.ok(disk.calls.slice(before).filter((call) => call === 'flush').length <= 2);
  });

  it('a write that the disk rejects fails, and the next one succeeds', async () => {
    let full = false;
    const disk = createFaultyDisk((call) => (full && call === 'flush' ? 'ENOSPC' : undefined));
    const store = storage.window({ disk });
    await write(store, 'chat', said('a'));
    full = true;
    const refused = await store.conversations.write('chat', said('b'));
    full = false;
    assert.match(refused.ok ? '' : refused.failure.message, /save the chat: the disk is full/);
    await write(store, 'chat', said('c'));
    assert.deepEqual(await texts(store), [{ text: 'a' }, { text: 'c' }]);
  });

  it('writes while the database cannot be opened, and shows the writes afterwards', async () => {
    const broken = storage.window({ openDatabase: () => Promise.reject(new Error('none')) });
    await write(broken, 'chat', said('a'));
    await write(broken, 'chat', said('b'));
    assert.equal((await broken.conversations.read('chat')).ok, false);
    await broken.close();
    assert.deepEqual(await texts(storage.window()), [{ text: 'a' }, { text: 'b' }]);
  });

  it('two windows write one chat: nothing of either is lost, a rename is kept', async () => {
    const first = storage.window();
    await write(first, 'chat', { facts: { title: 'old', tokens: 1 }, ...said('a') });
    const second = storage.window();
    await write(second, 'chat', { facts: { title: 'renamed', isNamed: true }, ...said('b') });
    storage.clock.advance(1000);
    await write(first, 'chat', { facts: { tokens: 5 }, ...said('c') });
    for (const store of [first, second]) {
      assert.deepEqual(await texts(store), [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
      assert.equal((await listed(store))[0]?.title, 'renamed');
    }
    await second.close();
    await first.close();
    assert.deepEqual(await texts(storage.window()), [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  });

  it('003-overflow-7: a deleted chat is removed from every answer and from the disk, with all its data', async () => {
    const store = storage.window();
    await write(store, 'chat', { facts: { title: 'plan zebra' }, ...said('a', 'text zebra') });
    await write(store, 'other', said('b', 'stays here'));
    const output = await putText(store, 'output zebra');
    valueOf(await store.summaries.add(summaryRecord('manual', { text: 'summary zebra' })));
    valueOf(await store.audit.append(auditEntry('call-of-chat')));
    valueOf(await store.conversations.delete('chat'));
    assert.equal((await store.conversations.read('chat')).ok, false);
    assert.deepEqual(
      (await listed(store)).map(({ id }) => id),
      ['other'],
    );
    const whole = { conversationId: 'chat', id: output, offset: 0, limit: 10 };
    const read = await store.overflow.read(whole);
    assert.equal(read.ok ? '' : read.failure.message, 'No stored output has this id.');
    for (const name of storage.names()) {
      assert.equal(storage.read(name).includes('zebra'), false, name);
    }
    assert.deepEqual(await texts(store, 'other'), [{ text: 'stays here' }]);
    assert.deepEqual(await listedIds(store), ['call-of-chat'], 'the audit log is kept');
  });

  it('a deletion is permanent: a late write is rejected, here and in the next window', async () => {
    const store = storage.window();
    await write(store, 'chat', said('a'));
    valueOf(await store.conversations.delete('chat'));
    valueOf(await store.conversations.delete('chat'));
    valueOf(await store.conversations.delete('nobody'));
    const late = await store.conversations.write('chat', said('late'));
    assert.match(late.ok ? '' : late.failure.message, /has been deleted/);
    await store.close();
    const next = storage.window();
    assert.equal((await next.conversations.write('chat', said('late'))).ok, false);
    assert.deepEqual(await listed(next), []);
  });

  it('a deletion in one window covers later writes of another', async () => {
    const first = storage.window();
    await write(first, 'chat', said('a'));
    const second = storage.window();
    await write(second, 'chat', said('b'));
    valueOf(await first.conversations.delete('chat'));
    await write(second, 'chat', said('c'));
    assert.deepEqual(await listed(second), []);
    await second.close();
    await first.close();
    assert.deepEqual(await listed(storage.window()), []);
  });

  it('lists the newest first, page by page, and finds words of title and text', async () => {
    const store = storage.window();
    for (const [id, title, text] of [
      ['one', 'Straße bauen', 'first\nthing about PARSERS'],
      ['two', 'Zweite', 'parsers in the street'],
      ['three', '100% done', 'a_b'],
    ] as const) {
      await write(store, id, { facts: { title }, ...said('a', text) });
      storage.clock.advance(1000);
    }
    const ids = async (text?: string) => (await listed(store, text)).map(({ id }) => id);
    assert.deepEqual(await ids(), ['three', 'two', 'one']);
    assert.deepEqual(await ids('parsers'), ['two', 'one']);
    assert.deepEqual(await ids('STRASSE parsers'), ['one']);
    assert.deepEqual(await ids('%'), ['three']);
    assert.deepEqual(await ids('a_b'), ['three']);
    assert.deepEqual(await ids('x_b'), []);
    assert.equal((await listed(store, 'parsers first'))[0]?.excerpt, 'first thing about PARSERS');
    assert.equal((await listed(store, 'straße'))[0]?.excerpt, undefined);
    const page = valueOf(await store.conversations.list({ limit: 2 }));
    const cursor = page.nextCursor;
    assert.ok(cursor !== undefined);
    const rest = valueOf(await store.conversations.list({ limit: 2, cursor }));
    assert.deepEqual(
      [rest.conversations.map(({ id }) => id), rest.nextCursor],
      [['one'], undefined],
    );
  });

  it('finds any part of a long message, and ends a slow search with a short page', async () => {
    let late = 0;
    let isSlow = false;
    const monotonic = () => storage.clock.monotonic() + (isSlow ? (late += 300) : 0);
    const store = storage.window({ clock: { ...storage.clock, monotonic } });
    const filler = 'word '.repeat(5000);
    for (const id of ['chat-one', 'chat-two', 'chat-three']) {
      await write(store, id, said('a', `${filler} the Needle_${id}, ${filler}`));
      storage.clock.advance(1000);
    }
    const [hit] = await listed(store, 'eedle_CHAT-TWO');
    assert.equal(hit?.id, 'chat-two');
    assert.match(hit.excerpt ?? '', /the Needle_chat-two, word/);
    // It looks at 200 chats before it looks at the clock.
    const many = Array.from({ length: 250 }, (_, at) => `another-${at}`);
    await Promise.all(many.map((id) => write(store, id, {})));
    isSlow = true;
    const first = valueOf(await store.conversations.list({ limit: 5, text: 'needle' }));
    assert.deepEqual([first.conversations, first.nextCursor !== undefined], [[], true]);
    const found: string[] = [];
    for (let { nextCursor: cursor } = first; cursor !== undefined;) {
      const page = valueOf(await store.conversations.list({ limit: 5, text: 'needle', cursor }));
      found.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    assert.deepEqual(found, ['chat-three', 'chat-two', 'chat-one']);
  });

  it('rejects invalid ids and cursors', async () => {
    const store = storage.window();
    for (const id of ['', 'a\0b', '\ud800']) {
      assert.equal((await store.conversations.write(id, said('a'))).ok, false);
      assert.equal((await store.conversations.read(id)).ok, false);
      assert.equal((await store.conversations.delete(id)).ok, false);
    }
    for (const cursor of ['', 'x', '-1:chat', '1:']) {
      assert.equal((await store.conversations.list({ limit: 1, cursor })).ok, false);
    }
  });

  it('does not list a chat with only outputs', async () => {
    const store = storage.window();
    await putText(store, 'output');
    assert.deepEqual(await listed(store), []);
    assert.equal((await store.conversations.read('chat')).ok, false);
  });

  it('starts a chat from scratch after everything was erased', async () => {
    const store = storage.window();
    await write(store, 'chat', said('a'));
    valueOf(await store.erase());
    assert.deepEqual(await listed(store), []);
    await write(store, 'chat', said('b'));
    assert.deepEqual(await texts(store), [{ text: 'b' }]);
  });
});
