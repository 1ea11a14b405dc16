import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import {
  createDatabase,
  type StoreDatabase,
} from '../../../../../src/adapters/store/database/database';
import { conversationWorld, type ConversationWorld } from '../../../fakes/conversation-world';
import { openSqlJs } from '../../../fakes/temporary-store';

describe('rows of chats', () => {
  let sqlJs: SqlJsStatic;
  let world: ConversationWorld;
  let database: StoreDatabase;
  before(async () => {
    sqlJs = await openSqlJs();
  });
  beforeEach(() => {
    world = conversationWorld();
    database = createDatabase(sqlJs);
  });
  afterEach(() => database.close());

  const put = (key: string, value = key) => ({ part: 'transcript' as const, key, value });
  const keys = async (from = database) =>
    (await world.read(from, 'chat'))?.entries.map(({ key }) => key);

  it('orders entries by the first write of their keys', async () => {
    world.write('chat', { put: [put('b'), put('a')] });
    world.write('chat', { put: [put('c'), put('b', 'new')] });
    world.replay(database);
    assert.deepEqual((await world.read(database, 'chat'))?.entries, [
      put('b', 'new'),
      put('a'),
      put('c'),
    ]);
  });

  it('moves an entry that was removed and written again to the end', async () => {
    world.write('chat', { put: [put('a'), put('b')] });
    world.write('chat', { remove: [put('a')] });
    world.write('chat', { put: [put('a')] });
    world.replay(database);
    assert.deepEqual(await keys(), ['b', 'a']);
  });

  it('one change clears, removes and adds, in this order', async () => {
    world.write('chat', { put: [put('a'), put('b')] });
    world.write('chat', { put: [put('b'), put('c')], drop: ['transcript'], remove: [put('c')] });
    world.replay(database);
    assert.deepEqual(await keys(), ['b', 'c']);
  });

  it('nothing of a deleted chat returns, older or newer, from any journal', async () => {
    world.write('chat', { facts: { title: 'secret plan' }, put: [put('a')] });
    world.delete('chat');
    world.write('chat', { put: [put('b')] });
    for (const order of [
      [1, 0, 2],
      [0, 1, 2],
      [2, 1, 0],
      [0, 2, 1, 0, 2],
    ]) {
      const fresh = createDatabase(sqlJs);
      world.replay(fresh, order);
      assert.equal(await world.read(fresh, 'chat'), undefined);
      assert.deepEqual(fresh.rows('SELECT 1 FROM conversations'), []);
      assert.deepEqual(fresh.rows('SELECT 1 FROM conversation_entries'), []);
      const exported = Buffer.from(fresh.export());
      assert.equal(exported.includes('secret plan'), false);
      fresh.close();
    }
  });

  it('outputs and summaries of a deleted chat do not return either', () => {
    world.write('chat', { put: [put('a')] });
    world.delete('chat');
    world.replay(database);
    database.run('INSERT OR IGNORE INTO conversations (id) VALUES (?)', ['chat']);
    database.run(
      'INSERT INTO tool_overflow (id, conversation_id, created_at, cut, file, position, bytes) VALUES (?, ?, 1, 0, ?, 1, 1)',
      ['id', 'chat', 'f'],
    );
    assert.deepEqual(database.rows('SELECT 1 FROM tool_overflow'), []);
    assert.deepEqual(database.rows('SELECT 1 FROM conversations'), []);
  });

  it('the later of two windows wins for each fact and each entry', async () => {
    world.write('chat', { facts: { title: 'old', tokens: 1 }, put: [put('a'), put('b')] });
    world.replay(database);
    world.window('second', database);
    world.write('chat', { facts: { title: 'renamed' }, put: [put('a', 'second')] });
    world.window('third', database);
    world.write('chat', { facts: { tokens: 9 }, put: [put('b', 'first')] });
    world.replay(database, [2, 1, 0]);
    const found = await world.read(database, 'chat');
    assert.deepEqual([found?.info.title, found?.info.tokens], ['renamed', 9]);
    assert.deepEqual(found?.entries, [put('a', 'second'), put('b', 'first')]);
  });

  it('created and updated are the first and the last time', async () => {
    world.write('chat', {});
    world.write('chat', { put: [put('a')] });
    world.replay(database, [1, 0]);
    const info = (await world.read(database, 'chat'))?.info;
    assert.deepEqual(
      [info?.createdAt, info?.updatedAt],
      [world.firstTime, world.firstTime + world.step],
    );
  });

  it('a lost body is omitted, the others remain', async () => {
    world.write('chat', { put: [put('a')] });
    world.write('chat', { put: [put('b')] });
    world.replay(database);
    world.lose(0);
    assert.deepEqual(await keys(), ['b']);
  });

  it('retains exactly the parts of a write that rows need', async () => {
    world.write('chat', { facts: { title: 'one', tokens: 1 }, put: [put('a'), put('b', 'gone')] });
    world.write('chat', { facts: { tokens: 2 }, put: [put('b', 'here')] });
    world.replay(database);
    world.compact(database);
    assert.equal(world.text().includes('gone'), false);
    const fresh = createDatabase(sqlJs);
    world.replay(fresh);
    assert.deepEqual(await world.read(fresh, 'chat'), await world.read(database, 'chat'));
    fresh.close();
  });

  it('retains nothing of a deleted chat', () => {
    world.write('chat', { facts: { title: 'secret plan' }, put: [put('a', 'secret text')] });
    world.delete('chat');
    world.replay(database);
    world.compact(database);
    assert.equal(world.text().includes('secret'), false);
  });

  it('removes chats last written before a time, with their outputs and summaries', async () => {
    world.write('old', { put: [put('a')] });
    world.write('chat', { put: [put('a')] });
    world.replay(database);
    assert.equal(world.expire(database, world.firstTime + world.step), 1);
    assert.equal(await world.read(database, 'old'), undefined);
    assert.deepEqual(await keys(), ['a']);
  });
});
