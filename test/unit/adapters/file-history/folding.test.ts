import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { createCaller, createWorld, type ChangesWorld } from './changes-world';

describe('the combined changes of a chat', () => {
  let world: ChangesWorld;
  let caller: ReturnType<typeof createCaller>;

  beforeEach(() => {
    world = createWorld();
    world.places.write('/ws/a.txt', 'one\ntwo\n');
    world.places.write('/ws/b.txt', 'bee\n');
    world.places.nodes.set('/ws/d', { kind: 'folder', mode: 0o755 });
    world.places.write('/ws/d/x.txt', 'x\n');
    world.places.write('/ws/d/y.txt', 'y\nyy\n');
    caller = createCaller(world, world.window());
  });

  const rows: readonly (readonly [string, (call: typeof caller) => Promise<unknown>, string[]])[] =
    [
      ['a new file', async (call) => call.write('1', 'n.txt', 'a\nb\n'), ['created n.txt +2 -0']],
      [
        'edits of one file count from the first state to the last',
        async (call) => {
          await call.write('1', 'a.txt', 'one\n2\n');
          await call.write('2', 'a.txt', 'one\n2\nthree\n');
        },
        ['changed a.txt +2 -1'],
      ],
      [
        'created, then deleted, is nothing',
        async (call) => {
          await call.write('1', 'n.txt', 'a\n');
          await call.remove('2', 'n.txt');
        },
        [],
      ],
      [
        'what ends where it began is nothing',
        async (call) => {
          await call.write('1', 'a.txt', 'other\n');
          await call.write('2', 'a.txt', 'one\ntwo\n');
        },
        [],
      ],
      [
        'edits and a move are one change',
        async (call) => {
          await call.write('1', 'a.txt', 'one\n');
          await call.move('2', 'a.txt', 'moved.txt');
          await call.write('3', 'moved.txt', 'one\ntwo\nthree\n');
        },
        ['moved moved.txt from a.txt +1 -0'],
      ],
      [
        'a move there and back is nothing',
        async (call) => {
          await call.move('1', 'a.txt', 'moved.txt');
          await call.move('2', 'moved.txt', 'a.txt');
        },
        [],
      ],
      [
        'a created file that is moved was created there',
        async (call) => {
          await call.write('1', 'n.txt', 'a\n');
          await call.move('2', 'n.txt', 'm.txt');
        },
        ['created m.txt +1 -0'],
      ],
      ['a deleted folder is one', async (call) => call.remove('1', 'd'), ['deleted d/ +0 -3']],
      ['a moved folder is one', async (call) => call.move('1', 'd', 'e'), ['moved e/ from d']],
      [
        'files changed in a folder before and after it is moved are where it is',
        async (call) => {
          await call.write('1', 'd/x.txt', 'X\n');
          await call.move('2', 'd', 'e');
          await call.write('3', 'e/y.txt', 'y\n');
        },
        ['changed e/y.txt +0 -1', 'moved e/ from d', 'changed e/x.txt +1 -1'],
      ],
      [
        'a file that is moved out of a folder and deleted was deleted where it was',
        async (call) => {
          await call.move('1', 'd/x.txt', 'x.txt');
          await call.remove('2', 'x.txt');
        },
        ['deleted d/x.txt +0 -1'],
      ],
      [
        'a file written in new folders is the file',
        async (call) => call.write('1', 'p/q/n.txt', 'a\n'),
        ['created p/q/n.txt +1 -0'],
      ],
      ['a new folder', async (call) => call.makeFolder('1', 'p'), ['created p/']],
      [
        'a move onto a file is a move and a deletion',
        async (call) => call.move('1', 'a.txt', 'b.txt'),
        ['deleted b.txt +0 -1', 'moved b.txt from a.txt +0 -0'],
      ],
      [
        'a new file moved onto another is a change of that one',
        async (call) => {
          await call.write('1', 'b.tmp', 'bee\nwax\n');
          await call.move('2', 'b.tmp', 'b.txt');
        },
        ['changed b.txt +1 -0'],
      ],
      [
        'deleted and written again is a change',
        async (call) => {
          await call.remove('1', 'a.txt');
          await call.write('2', 'a.txt', 'one\ntwo\nthree\n');
        },
        ['changed a.txt +1 -0'],
      ],
    ];
  for (const [name, act, files] of rows) {
    it(name, async () => {
      await act(caller);
      assert.deepEqual(caller.files(), files);
      assert.deepEqual(world.reported, []);
    });
  }
});
