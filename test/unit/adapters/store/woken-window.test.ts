import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Disk, DiskFile } from '../../../../src/adapters/system/disk';
import type { Store } from '../../../../src/adapters/store/store';
import type { FakeClock } from '../../fakes/clock';
import { createFaultyDisk, type FaultyDisk } from '../../fakes/faulty-disk';
import { said, say } from '../../fakes/store-chats';
import {
  createStoreClock,
  createTemporaryStore,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

const asleep = 120_000;

/** The point where a window stops until it wakes. */
interface Halt {
  /** Resolves when the window has reached this point. */
  readonly reached: Promise<void>;
  wake(): void;
  /** Called by the window. */
  pass(): Promise<void>;
}

function createHalt(): Halt {
  const arrival = new EventEmitter();
  const reached = once(arrival, 'reached').then(() => undefined);
  const woken = once(arrival, 'woken').then(() => undefined);
  return {
    reached,
    wake: () => void arrival.emit('woken'),
    pass: () => {
      arrival.emit('reached');
      return woken;
    },
  };
}

describe('a window that wakes after another one has taken over', () => {
  let storage: TemporaryStore;
  /** The clock of the sleeping window. */
  let clock: FakeClock;
  let halt: Halt;
  let isHalting: boolean;
  let disk: FaultyDisk;

  beforeEach(() => {
    storage = createTemporaryStore();
    clock = createStoreClock(storage.clock.now());
    halt = createHalt();
    isHalting = false;
    disk = createFaultyDisk();
  });
  afterEach(() => storage.dispose());

  /** Another window takes over and writes while the first sleeps, and is open when that wakes. */
  async function sleepThrough(): Promise<{ readonly other: Store; readonly id: string }> {
    await halt.reached;
    isHalting = false;
    storage.clock.advance(asleep);
    const other = storage.window({ disk: createFaultyDisk() });
    const id = await putText(other, 'acknowledged');
    assert.equal(valueOf(await other.health()).role, 'main');
    clock.advance(asleep);
    halt.wake();
    return { other, id };
  }

  async function checkAll(other: Store, texts: ReadonlyMap<string, string>): Promise<void> {
    const late = await putText(other, 'late');
    await other.close();
    const next = storage.window({ disk: createFaultyDisk() });
    for (const [id, text] of [...texts, [late, 'late'] as const]) {
      assert.equal(await readText(next, id), text);
    }
    assert.deepEqual([...other.problems(), ...next.problems()], []);
  }

  it('does not overwrite the data of the new owner', async () => {
    const openDatabase = async () => {
      if (isHalting) await halt.pass();
      return openSqlJs();
    };
    const first = storage.window({ disk, clock, openDatabase });
    const before = await putText(first, 'before');
    isHalting = true;
    const writing = say(first, 'chat', 'longer than what the other has written '.repeat(9), 'a');
    const { other, id } = await sleepThrough();
    await writing;
    assert.equal((await said(other, 'chat'))?.length, 1);
    await first.close();
    await checkAll(other, new Map([[before, 'before']]).set(id, 'acknowledged'));
  });

  it('does not truncate it after a failed write of its own', async () => {
    const halting: Disk = {
      ...disk,
      open: async (path, mode) => haltingFile(await disk.open(path, mode)),
    };
    const haltingFile = (file: DiskFile): DiskFile => ({
      ...file,
      flush: async () => {
        if (!isHalting) return file.flush();
        await halt.pass();
        throw Object.assign(new Error('The disk was away.'), { code: 'EIO' });
      },
    });
    const first = storage.window({ disk: halting, clock });
    const before = await putText(first, 'before');
    isHalting = true;
    const writing = first.overflow.put({ conversationId: 'chat', text: 'refused' });
    const { other, id } = await sleepThrough();
    await writing;
    await first.close();
    await checkAll(other, new Map([[before, 'before']]).set(id, 'acknowledged'));
  });

  it('does not replace its journal in the middle of a save', async () => {
    const halting: Disk = {
      ...disk,
      rename: async (from, to) => {
        await disk.rename(from, to);
        if (isHalting && to.endsWith('gatehouse.db')) await halt.pass();
      },
    };
    const first = storage.window({ disk: halting, clock, journalLimit: 4 });
    isHalting = true;
    const before = await putText(first, 'before');
    const { other, id } = await sleepThrough();
    await first.close();
    await checkAll(other, new Map([[before, 'before']]).set(id, 'acknowledged'));
  });
});
