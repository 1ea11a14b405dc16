import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { formatOwner } from '../../../../src/adapters/leases/leases';
import { fakeMachine } from '../../fakes/processes';
import {
  chat,
  createCaller,
  createWorld,
  folder,
  messageOf,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';

const dayMs = 24 * 60 * 60 * 1000;

function ownerOn(machine: string): string {
  return formatOwner({ machine, pid: 404, start: undefined, token: 'x' });
}

describe('windows that share a storage folder', () => {
  let world: ChangesWorld;
  const names = () => world.disk.list(folder);

  beforeEach(() => {
    world = createWorld();
    world.alive.add(200);
    world.places.write('/ws/a.txt', 'one\n');
  });

  it("leave each other's chats alone", async () => {
    const first = world.window();
    const caller = createCaller(world, first);
    await caller.write('1', 'a.txt', 'two\n');
    const second = world.window({ pid: 200 });
    world.clock.advance(100 * dayMs);
    await second.tidy();
    await second.forget(chat);
    assert.deepEqual(valueOf(await second.chats()), []);
    assert.match(messageOf(await second.undoFiles(chat, undefined, unstopped)), /Another window/);
    assert.match(messageOf(await second.keepFiles(chat, undefined)), /Another window/);
    await createCaller(world, second, 'chat-2').write('1', 'b.txt', 'bee\n');
    await second.close();
    assert.deepEqual(names(), ['chat-1', 'chat-2']);
    valueOf(await caller.undoCall('1'));
    assert.equal(world.places.show()['/ws/a.txt'], 'file one\n');
  });

  it('can undo changes of a closed window; only one of them takes over', async () => {
    await createCaller(world, world.window()).write('1', 'a.txt', 'two\n');
    world.alive.delete(100);
    const second = world.window({ pid: 200 });
    const third = world.window({ pid: 300 });
    world.alive.add(300);
    assert.equal(valueOf(await second.chats()).length, 1);
    assert.equal(valueOf(await third.chats()).length, 1);
    const undone = await Promise.all([
      second.undoFiles(chat, undefined, unstopped),
      third.undoFiles(chat, undefined, unstopped),
    ]);
    assert.deepEqual(undone.map(({ ok }) => ok).sort(), [false, true]);
    assert.equal(world.places.show()['/ws/a.txt'], 'file one\n');
  });

  it('take over from a closed window what can be undone and what was undone', async () => {
    const first = world.window();
    await createCaller(world, first).write('1', 'a.txt', 'two\n');
    const undone = createCaller(world, first, 'chat-2');
    await undone.write('1', 'b.txt', 'bee\n');
    await undone.undoAll();
    const kept = createCaller(world, first, 'chat-3');
    await kept.write('1', 'c.txt', 'sea\n');
    await first.keepFiles('chat-3', undefined);
    await first.close();
    assert.deepEqual(names(), ['chat-1', 'chat-2']);
    const second = world.window({ pid: 200 });
    const found = valueOf(await second.chats());
    assert.deepEqual(
      found.map(({ sessionId, files }) => [sessionId, files.length]),
      [['chat-1', 1]],
    );
    await second.keepFiles('chat-2', []);
    assert.equal(second.undoState({ sessionId: 'chat-2', toolCallId: '1' }), 'undone');
  });

  it('take over files left under their own process id', async () => {
    await createCaller(world, world.window()).write('1', 'a.txt', 'two\n');
    const again = world.window();
    assert.equal(valueOf(await again.undoFiles(chat, undefined, unstopped)).undone.length, 1);
  });

  it('delete expired files of closed windows, and nothing newer', async () => {
    await createCaller(world, world.window()).write('1', 'a.txt', 'two\n');
    world.clock.advance(6 * dayMs);
    await createCaller(world, world.window(), 'chat-2').write('1', 'a.txt', 'three\n');
    world.clock.advance(1.5 * dayMs);
    const second = world.window({ pid: 200 });
    await second.tidy();
    assert.deepEqual(names(), ['chat-1', 'chat-2'], 'their window is alive');
    world.alive.delete(100);
    await second.tidy();
    assert.deepEqual(names(), ['chat-2']);
    assert.equal(valueOf(await second.chats())[0]?.sessionId, 'chat-2');
    assert.deepEqual(world.reported, []);
  });

  it('treat a window on another machine as closed after a week', async () => {
    const changes = world.window();
    await createCaller(world, changes).write('1', 'a.txt', 'two\n');
    const own =
      world.disk.list(`${folder}/${chat}`).find((name) => name.startsWith('owner-')) ?? '';
    const foreign = `owner-${ownerOn('01234567')}`;
    await world.disk.rename(`${folder}/${chat}/${own}`, `${folder}/${chat}/${foreign}`);
    world.alive.clear();
    const second = world.window({ pid: 200, retentionDays: () => 30 });
    world.clock.advance(6 * dayMs);
    assert.deepEqual(valueOf(await second.chats()), []);
    world.clock.advance(2 * dayMs);
    assert.equal(valueOf(await second.chats()).length, 1);
  });

  it('remove unfinished files of a closed window, and none of an open one', async () => {
    const { disk } = world;
    const [living, dead] = [ownerOn('01234567'), ownerOn(fakeMachine)];
    for (const name of [`.gone-x`, `.new-x`, `.new-${living}-1`, `.new-${dead}-1`]) {
      await disk.makeFolder(`${folder}/${name}`);
    }
    await world.window().tidy();
    assert.deepEqual(names(), [`.new-${living}-1`, '.new-x']);
    world.clock.advance(8 * dayMs);
    await world.window().tidy();
    assert.deepEqual(names(), []);
  });

  it('decision 42: remove the snapshots of a dead window, and none of a live one', async () => {
    const { disk } = world;
    const [living, dead] = [world.window({ pid: 200 }), world.window({ pid: 300 })];
    const [used, left] = [await living.newFolder(), await dead.newFolder()];
    await disk.makeFolder(`${left}/1`);
    // A window of the same process id, before this one.
    const former = await world.window().newFolder();
    world.clock.advance(30 * dayMs);
    const next = world.window();
    await next.tidy();
    assert.deepEqual(names(), [used.slice(folder.length + 1)]);
    assert.notEqual(former, left);
    await living.close();
    assert.deepEqual(names(), []);
  });

  it('list the newest chat first', async () => {
    const changes = world.window();
    await createCaller(world, changes).write('1', 'a.txt', 'two\n');
    world.clock.advance(1000);
    await createCaller(world, changes, 'chat-2').write('1', 'b.txt', 'bee\n');
    const listed = valueOf(await changes.chats());
    assert.deepEqual(
      listed.map(({ sessionId }) => sessionId),
      ['chat-2', 'chat-1'],
    );
    assert.equal((listed[0]?.changedAt ?? 0) - (listed[1]?.changedAt ?? 0), 1000);
  });
});
