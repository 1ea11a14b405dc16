import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../src/adapters/store/store';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import { say } from '../../fakes/store-chats';
import { createTemporaryStore, valueOf, type TemporaryStore } from '../../fakes/temporary-store';

/** Poll and heartbeat interval in milliseconds. */
const lookEvery = 10_000;

const words = 'a word that has to go';

async function roleOf(store: Store): Promise<string> {
  return valueOf(await store.health()).role;
}

describe('the text of a chat that a second window deletes', () => {
  let storage: TemporaryStore;
  let main: Store;
  let second: Store;

  beforeEach(async () => {
    storage = createTemporaryStore();
    main = storage.window();
    await say(main, 'of main', words);
    second = storage.window();
    await say(second, 'of second', words);
    await say(second, 'kept', 'another text');
    assert.deepEqual([await roleOf(main), await roleOf(second)], ['main', 'second']);
  });
  afterEach(() => storage.dispose());

  const holding = () => storage.names().filter((name) => storage.find(name)?.includes(words));

  /** Every window polls once with a heartbeat; all of that ends before the next poll. */
  async function look(timers: number): Promise<void> {
    storage.clock.advance(lookEvery);
    while (storage.clock.pending(lookEvery) < timers) await setTimeout(1);
  }

  async function untilGone(timers = storage.clock.pending(lookEvery)): Promise<void> {
    const requests = () => storage.names().filter((name) => name.endsWith('.request'));
    for (let count = 0; count < 30 && holding().length + requests().length > 0; count += 1) {
      await look(timers);
    }
    assert.deepEqual([holding(), requests()], [[], []]);
  }

  async function deleteBoth(): Promise<void> {
    for (const chat of ['of main', 'of second']) {
      valueOf(await second.conversations.delete(chat));
    }
  }

  it('leaves the disk while the main window is idle', async () => {
    await deleteBoth();
    await untilGone();
    assert.equal(await roleOf(main), 'main');
    for (const store of [main, second]) {
      const { conversations } = valueOf(await store.conversations.list({ limit: 10 }));
      assert.deepEqual(
        conversations.map(({ id }) => id),
        ['kept'],
      );
    }
  });

  it('leaves the journal of a third window too, whichever one deletes', async () => {
    const third = storage.window();
    await say(third, 'of third', words);
    await say(third, 'also third', words);
    valueOf(await main.conversations.delete('of third'));
    valueOf(await second.conversations.delete('also third'));
    await deleteBoth();
    await untilGone();
  });

  it('leaves the disk at once if the main window is gone', async () => {
    await main.close();
    await deleteBoth();
    assert.deepEqual(holding(), []);
    assert.equal(await roleOf(second), 'main');
  });

  it('leaves the disk at a later poll if the main window cannot save', async () => {
    let isBroken = false;
    await main.close();
    const broken = storage.window({ disk: createFaultyDisk(() => (isBroken ? 'EIO' : undefined)) });
    await say(broken, 'any', 'any');
    assert.equal(await roleOf(broken), 'main');
    isBroken = true;
    await deleteBoth();
    assert.notDeepEqual(holding(), []);
    // The broken window has no heartbeat but still polls.
    await untilGone(3);
    assert.equal(await roleOf(second), 'main');
  });

  it('leaves the disk after a second window has become the main one', async () => {
    await main.close();
    for (let count = 0; count < 20 && (await roleOf(second)) === 'second'; count += 1) {
      await look(2);
    }
    assert.equal(await roleOf(second), 'main');
    const { conversations } = valueOf(await second.conversations.list({ limit: 10 }));
    assert.equal(conversations.length, 3);
  });
});
