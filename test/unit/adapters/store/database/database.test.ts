import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  createDatabase,
  openDatabase,
  type StoreDatabase,
} from '../../../../../src/adapters/store/database/database';
import {
  insertConversation,
  insertOverflow,
  insertSummary,
} from '../../../../../src/adapters/store/database/schema';
import { openSqlJs } from '../../../fakes/temporary-store';

describe('the database of the store', () => {
  let database: StoreDatabase;
  beforeEach(async () => {
    database = createDatabase(await openSqlJs());
    database.run(insertConversation, ['chat']);
    database.run(insertOverflow, ['id', 'chat', 1, 0, '1', 16, 40]);
  });
  afterEach(() => database.close());

  const count = (from: StoreDatabase, table = 'tool_overflow') =>
    from.rows(`SELECT count(*) AS count FROM ${table}`)[0]?.count;

  const addSummary = (to: StoreDatabase, method: string, conversation = 'chat') =>
    to.run(insertSummary, [method, conversation, method, 1, 1, '1', 16, 40]);

  it('003-overflow-7: deleting a conversation deletes its texts', () => {
    database.run('DELETE FROM conversations WHERE id = ?', ['chat']);
    assert.equal(count(database), 0);
  });

  it('000-compress-4: summaries.compaction_method accepts only the three strategies', () => {
    for (const method of ['triggered', 'manual', 'autonomous']) {
      addSummary(database, method);
      const found = database.rows('SELECT id FROM summaries WHERE compaction_method = ?', [method]);
      assert.deepEqual(found, [{ id: method }]);
    }
    assert.throws(() => addSummary(database, 'Triggered'), /CHECK/);
    assert.throws(() => addSummary(database, ''), /CHECK/);
  });

  it('000-compress-4: deleting a conversation deletes its summaries, and no others', () => {
    database.run(insertConversation, ['other']);
    addSummary(database, 'manual');
    addSummary(database, 'triggered', 'other');
    database.run('DELETE FROM conversations WHERE id = ?', ['chat']);
    assert.deepEqual(database.rows('SELECT conversation_id AS id FROM summaries'), [
      { id: 'other' },
    ]);
    assert.throws(() => addSummary(database, 'autonomous', 'nobody'), /FOREIGN KEY/);
  });

  it('rejects a database of an unknown older version', async () => {
    const sqlJs = await openSqlJs();
    const old = new sqlJs.Database();
    old.run('CREATE TABLE t (a); PRAGMA user_version = 2;');
    const opened = openDatabase(sqlJs, old.export());
    old.close();
    assert.deepEqual(opened, { state: 'corrupt', reason: 'its version is unknown' });
  });

  it('enables foreign keys after an export, and in the exported file', async () => {
    const bytes = database.export();
    const opened = openDatabase(await openSqlJs(), bytes);
    assert.ok(opened.state === 'open');
    for (const one of [database, opened.database]) {
      assert.equal(one.rows('PRAGMA foreign_keys')[0]?.foreign_keys, 1);
      assert.throws(() => one.run(insertOverflow, ['x', 'nobody', 1, 0, '1', 16, 40]));
      one.run('DELETE FROM conversations');
      assert.equal(count(one), 0);
    }
    opened.database.close();
  });

  it('a failed transaction leaves nothing behind', () => {
    const broken = () => {
      database.run(insertConversation, ['other']);
      database.run('INSERT INTO nowhere VALUES (1)');
    };
    assert.throws(() => database.transaction(broken));
    assert.deepEqual(database.rows('SELECT id FROM conversations'), [{ id: 'chat' }]);
  });

  it('explains why a file is not a Gatehouse database', async () => {
    const sqlJs = await openSqlJs();
    const foreign = new sqlJs.Database();
    foreign.run('CREATE TABLE t (a)');
    const damaged = Buffer.from(database.export()).fill(0xaa, 4096, 12_288);
    const cases = [Buffer.from('not a database'), Buffer.alloc(0), foreign.export(), damaged];
    foreign.close();
    for (const bytes of cases) assert.equal(openDatabase(sqlJs, bytes).state, 'corrupt');
  });

  it('recognizes a file of a newer version', async () => {
    database.run('PRAGMA user_version = 99');
    const sqlJs = await openSqlJs();
    const newer = new sqlJs.Database();
    newer.run('PRAGMA user_version = 99');
    assert.equal(openDatabase(sqlJs, newer.export()).state, 'newer');
    newer.close();
  });
});
