import assert from 'node:assert/strict';
import fc from 'fast-check';
import { before, describe, it } from 'mocha';
import type { SqlJsStatic } from 'sql.js';
import { prepareChange } from '../../../../../src/adapters/store/chats/prepare-change';
import {
  createDatabase,
  type StoreDatabase,
} from '../../../../../src/adapters/store/database/database';
import { anyChange, conversationModel } from '../../../fakes/conversation-model';
import { conversationWorld, type ConversationWorld } from '../../../fakes/conversation-world';
import { openSqlJs } from '../../../fakes/temporary-store';
import { times } from '../../../../soak';

describe('rows of chats, whatever is written', () => {
  let sqlJs: SqlJsStatic;
  let world: ConversationWorld;
  before(async () => {
    sqlJs = await openSqlJs();
  });

  const ids = ['one', 'two'] as const;
  const writes = fc.array(fc.record({ id: fc.constantFrom(...ids), change: anyChange }), {
    maxLength: 12,
  });
  /** Order of the records in a replay: any, with repetitions. */
  const orders = fc.array(fc.nat(), { maxLength: 40 });
  const orderOf = (size: number, picks: readonly number[]) =>
    size === 0 ? [] : [...picks.map((pick) => pick % size), ...Array(size).keys()];

  async function readAll(from: StoreDatabase) {
    return Promise.all(ids.map((id) => world.read(from, id)));
  }

  it('equal a plain model after restarts, in any order and any repetition', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ id: fc.constantFrom(...ids), change: anyChange }) },
      { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'compact' as const) },
      { weight: 1, arbitrary: fc.record({ deleted: fc.constantFrom(...ids) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), orders, async (steps, picks) => {
        world = conversationWorld();
        const model = conversationModel();
        const main = createDatabase(sqlJs);
        for (const one of steps) {
          world.replay(main);
          if (one === 'restart') world.window('again', main);
          else if (one === 'compact') world.compact(main);
          else if ('deleted' in one) {
            model.delete(one.deleted);
            if (model.isDeleted(one.deleted)) world.delete(one.deleted);
          } else {
            model.write(one.id, one.change, world.now());
            world.write(one.id, one.change);
          }
        }
        const fresh = createDatabase(sqlJs);
        world.replay(fresh, orderOf(world.size(), picks));
        assert.deepEqual(
          await readAll(fresh),
          ids.map((id) => model.read(id)),
        );
        fresh.close();
        main.close();
      }),
      { numRuns: times(50) },
    );
  });

  it('two windows without contact produce the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(writes, writes, orders, async (first, second, picks) => {
        world = conversationWorld();
        const databases = [createDatabase(sqlJs), createDatabase(sqlJs)] as const;
        const empty = createDatabase(sqlJs);
        for (const { id, change } of first) world.write(id, change);
        world.window('second', empty);
        for (const { id, change } of second) world.write(id, change);
        world.replay(databases[0]);
        world.compact(databases[0], (at) => at % 2 === 0);
        world.replay(databases[1], orderOf(world.size(), picks));
        assert.deepEqual(await readAll(databases[1]), await readAll(databases[0]));
        for (const one of [...databases, empty]) one.close();
      }),
      { numRuns: times(50) },
    );
  });

  it('a write of more than 64 MB is rejected with a remedy', () => {
    const value = 'x'.repeat(15 * 1024 * 1024);
    const five = Array.from({ length: 5 }, (_, at) => ({
      part: 'state' as const,
      key: `${at}`,
      value,
    }));
    const result = prepareChange({ put: five });
    assert.ok(!result.ok);
    assert.match(result.failure.message, /exceeds 64 MB/);
    assert.match(result.failure.suggestion, /in several steps/);
  });
});
