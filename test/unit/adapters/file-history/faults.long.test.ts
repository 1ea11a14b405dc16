import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import {
  chat,
  createCaller,
  createWorld,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';
import { stride } from '../../../soak';

/** Every kind of change, and every kind of undo. */
const steps: readonly ((changes: ChangeLog, world: ChangesWorld) => Promise<unknown>)[] = [
  (changes, world) => createCaller(world, changes).write('1', 'a.txt', 'two\n'),
  (changes, world) => createCaller(world, changes).write('2', 'p/n.txt', 'n\n'),
  (changes, world) => createCaller(world, changes).move('3', 'a.txt', 'b.txt'),
  (changes, world) => createCaller(world, changes).remove('4', 'd'),
  (changes, world) => createCaller(world, changes).undoCall('4'),
  (changes, world) => createCaller(world, changes).write('5', 'd/x.txt', 'X\n'),
  (changes) => changes.keepFiles(chat, [changes.files(chat)[0]?.changeId ?? '']),
  (changes, world) => createCaller(world, changes).write('6', 'd/y.txt', 'Y\n'),
];

function fill(world: ChangesWorld): void {
  world.places.write('/ws/a.txt', 'one\n');
  world.places.write('/ws/b.txt', 'bee\n');
  world.places.nodes.set('/ws/d', { kind: 'folder', mode: 0o755 });
  world.places.write('/ws/d/x.txt', 'x\n');
  world.places.write('/ws/d/y.txt', 'y\n');
}

/** Contents that a path may have after an undo: any of its earlier ones. */
const known: Readonly<Record<string, readonly string[]>> = {
  '/ws/a.txt': ['one\n', 'two\n'],
  '/ws/b.txt': ['bee\n', 'one\n', 'two\n'],
  '/ws/p/n.txt': ['n\n'],
  '/ws/d/x.txt': ['x\n', 'X\n'],
  '/ws/d/y.txt': ['y\n', 'Y\n'],
};

function assertKnown(world: ChangesWorld): void {
  for (const [place, shown] of Object.entries(world.places.show())) {
    if (!shown.startsWith('file ')) continue;
    assert.ok(known[place]?.includes(shown.slice('file '.length)), `${place}: ${shown}`);
  }
}

async function countCalls(): Promise<number> {
  const world = createWorld();
  fill(world);
  const changes = world.window();
  for (const step of steps) await step(changes, world);
  await changes.undoFiles(chat, undefined, unstopped);
  await changes.close();
  return world.disk.calls.length;
}

describe('changes on a failing disk', function () {
  this.timeout(600_000);

  it('never fail and never restore anything wrong, whichever disk call fails', async () => {
    const total = await countCalls();
    assert.ok(total > 100);
    for (let at = 1; at <= total; at += stride) {
      const world = createWorld();
      fill(world);
      world.disk.failAt = at;
      const changes = world.window();
      for (const step of steps) await step(changes, world);
      assert.equal(world.places.show()['/ws/d/y.txt'], 'file Y\n');
      await changes.undoFiles(chat, undefined, unstopped);
      assertKnown(world);
      await changes.close();
      assertKnown(world);
    }
  });

  it('lose nothing acknowledged without a note, even in a power cut', async () => {
    const total = await countCalls();
    for (let at = 1; at <= total; at += stride) {
      const world = createWorld();
      fill(world);
      world.disk.failAt = at;
      const changes = world.window();
      const noted: string[] = [];
      const caller = createCaller(world, changes);
      const before = world.places.show();
      for (const [call, name] of [
        ['1', 'a.txt'],
        ['2', 'b.txt'],
        ['3', 'd/x.txt'],
      ] as const) {
        const notes = await caller.write(call, name, 'new\n');
        if (notes.length > 0) noted.push(`/ws/${name}`);
      }
      world.disk.failAt = undefined;
      world.disk.powerCut();
      world.alive.clear();
      const later = world.window({ pid: 200 });
      valueOf(await later.undoFiles(chat, undefined, unstopped));
      for (const [place, shown] of Object.entries(before)) {
        if (!noted.includes(place)) assert.equal(world.places.show()[place], shown);
      }
    }
  });

  it('report each error', async () => {
    const world = createWorld();
    fill(world);
    const changes = world.window();
    const caller = createCaller(world, changes);
    await caller.write('1', 'a.txt', 'two\n');
    world.disk.failAt = world.disk.calls.length + 1;
    const notes = await caller.write('2', 'b.txt', 'wax\n');
    assert.deepEqual(notes, [
      'This change cannot be undone: the copy of the previous content could not be saved.',
    ]);
    assert.equal(world.reported.length, 1);
    assert.equal(changes.undoState(caller.by('2')), undefined);
    await caller.write('3', 'd/x.txt', 'X\n');
    const { left } = valueOf(await caller.undoAll());
    assert.deepEqual(
      left.map(({ path }) => path),
      ['/ws/b.txt'],
    );
  });

  it('stay undoable if keeping them cannot be recorded', async () => {
    const world = createWorld();
    fill(world);
    const changes = world.window();
    const caller = createCaller(world, changes);
    await caller.write('1', 'a.txt', 'two\n');
    world.disk.failAt = world.disk.calls.length + 1;
    const kept = await changes.keepFiles(chat, undefined);
    assert.equal(kept.ok, false);
    valueOf(await caller.undoCall('1'));
    assert.equal(world.places.show()['/ws/a.txt'], 'file one\n');
  });
});
