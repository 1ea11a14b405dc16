import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { english } from '../../fakes/english';
import {
  chat,
  createCaller,
  createWorld,
  messageOf,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';

describe('undoing files', () => {
  let world: ChangesWorld;
  let changes: ChangeLog;
  let caller: ReturnType<typeof createCaller>;
  const idOf = (path: string) =>
    changes.files(chat).find((file) => file.path === path)?.changeId ?? 'none';
  const undo = async (...paths: string[]) =>
    valueOf(await changes.undoFiles(chat, paths.map(idOf), unstopped));

  beforeEach(() => {
    world = createWorld();
    world.places.write('/ws/a.txt', 'one\n');
    world.places.write('/ws/b.txt', 'bee\n');
    world.places.nodes.set('/ws/d', { kind: 'folder', mode: 0o755 });
    world.places.write('/ws/d/x.txt', 'x\n');
    world.places.write('/ws/d/y.txt', 'y\n');
    changes = world.window();
    caller = createCaller(world, changes);
  });

  it('restores one file to its state before the chat and marks its calls as undone', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'a.txt', 'three\n');
    await caller.write('3', 'b.txt', 'wax\n');
    assert.deepEqual(await undo('/ws/a.txt'), { undone: ['/ws/a.txt'], left: [] });
    assert.deepEqual(caller.files(), ['changed b.txt +1 -1']);
    const states = ['1', '2', '3'].map((call) => changes.undoState(caller.by(call)));
    assert.deepEqual(states, ['undone', 'undone', 'offered']);
    assert.equal(world.places.changes, 1, 'one step for two edits');
  });

  it('marks a file that another program changed between two calls', async () => {
    const isTold = () => changes.files(chat).map(({ changedBetween }) => changedBetween ?? false);
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'a.txt', 'three\n');
    assert.deepEqual(isTold(), [false]);
    world.places.write('/ws/a.txt', 'mine\n');
    await caller.write('3', 'a.txt', 'four\n');
    assert.deepEqual(isTold(), [true]);
    valueOf(await changes.undoCall(caller.by('3'), unstopped));
    assert.equal(world.places.show()['/ws/a.txt'], 'file mine\n');
    assert.deepEqual(isTold(), [true], 'what is there was left by no call');
  });

  it('leaves files that have changed since, says why, and undoes the rest', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'b.txt', 'wax\n');
    world.places.write('/ws/a.txt', 'mine\n');
    const report = valueOf(await caller.undoAll());
    assert.deepEqual(english(report), {
      undone: ['/ws/b.txt'],
      left: [{ path: '/ws/a.txt', reason: 'It has changed since.' }],
    });
    assert.equal(world.places.show()['/ws/a.txt'], 'file mine\n');
    assert.deepEqual(caller.files(), ['changed a.txt +1 -1']);
  });

  it('restores two files that swapped places', async () => {
    const before = world.places.show();
    await caller.move('1', 'a.txt', 't.txt');
    await caller.move('2', 'b.txt', 'a.txt');
    await caller.move('3', 't.txt', 'b.txt');
    assert.deepEqual(caller.files(), [
      'moved b.txt from a.txt +0 -0',
      'moved a.txt from b.txt +0 -0',
    ]);
    assert.deepEqual(valueOf(await caller.undoAll()).left, []);
    assert.deepEqual(world.places.show(), before);
  });

  it('leaves one of them if the other is not undone', async () => {
    await caller.move('1', 'a.txt', 't.txt');
    await caller.move('2', 'b.txt', 'a.txt');
    const tree = world.places.show();
    assert.deepEqual(english(await undo('/ws/t.txt')), {
      undone: [],
      left: [{ path: '/ws/t.txt', reason: 'a.txt now exists.' }],
    });
    assert.deepEqual(world.places.show(), tree);
  });

  it('leaves no temporary name behind when stopped in a cycle', async () => {
    await caller.move('1', 'a.txt', 't.txt');
    await caller.move('2', 'b.txt', 'a.txt');
    await caller.move('3', 't.txt', 'b.txt');
    const tree = world.places.show();
    const stop = new AbortController();
    world.places.refuse = () => {
      stop.abort();
      return undefined;
    };
    const { left } = valueOf(await changes.undoFiles(chat, undefined, stop.signal));
    assert.deepEqual(world.places.show(), tree);
    assert.deepEqual(
      left.map(({ reason }) => english(reason)),
      ['The undo was stopped before this change.', 'The undo was stopped before this change.'],
    );
  });

  it('undoes a file at its current path in a moved folder', async () => {
    await caller.write('1', 'd/x.txt', 'X\n');
    await caller.move('2', 'd', 'e');
    await undo('/ws/e/x.txt');
    assert.equal(world.places.show()['/ws/e/x.txt'], 'file x\n');
    assert.deepEqual(caller.files(), ['moved e/ from d']);
    assert.equal(changes.undoState(caller.by('2')), 'offered');
  });

  it('moves a folder back together with the changes in it, which are shown there', async () => {
    await caller.move('1', 'd', 'e');
    await caller.write('2', 'e/x.txt', 'X\n');
    await undo('/ws/e');
    assert.deepEqual(caller.files(), ['changed d/x.txt +1 -1']);
    await undo('/ws/d/x.txt');
    assert.equal(world.places.show()['/ws/d/x.txt'], 'file x\n');
  });

  it('restores a file whose folder was deleted, and the folder with it', async () => {
    await caller.move('1', 'd/x.txt', 'x.txt');
    await caller.remove('2', 'd');
    await undo('/ws/x.txt');
    assert.equal(world.places.show()['/ws/d/x.txt'], 'file x\n');
    assert.deepEqual(caller.files(), ['deleted d/y.txt +0 -1']);
    assert.deepEqual(valueOf(await caller.undoAll()).left, []);
  });

  it('removes new folders with the last file in them', async () => {
    const before = world.places.show();
    await caller.write('1', 'p/q/one.txt', '1\n');
    await caller.write('2', 'p/q/two.txt', '2\n');
    await undo('/ws/p/q/one.txt');
    assert.deepEqual(caller.files(), ['created p/q/two.txt +1 -0']);
    await undo('/ws/p/q/two.txt');
    assert.deepEqual(world.places.show(), before);
    assert.equal(changes.undoState(caller.by('1')), 'undone');
  });

  it('keeps a new folder that contains other files', async () => {
    await caller.write('1', 'p/one.txt', '1\n');
    world.places.write('/ws/p/mine.txt', 'mine\n');
    const { undone, left } = valueOf(await caller.undoAll());
    assert.deepEqual(undone, ['/ws/p/one.txt']);
    assert.deepEqual(english(left), [{ path: '/ws/p', reason: 'not empty: /ws/p' }]);
    assert.equal(world.places.show()['/ws/p/mine.txt'], 'file mine\n');
  });

  it('restores the saved part of a deleted folder and reports the rest', async () => {
    changes = world.window({ maxFileBytes: 2 });
    caller = createCaller(world, changes);
    world.places.write('/ws/d/large.txt', 'large\n');
    const notes = await caller.remove('1', 'd');
    assert.deepEqual(notes, [
      'This change cannot be undone: 1 of 4 files cannot be restored, the first because it is larger than 2 bytes.',
    ]);
    assert.equal(changes.files(chat)[0]?.notKept, undefined);
    const { undone, left } = valueOf(await caller.undoAll());
    assert.deepEqual(undone, ['/ws/d']);
    assert.deepEqual(english(left), [
      { path: '/ws/d/large.txt', reason: 'It cannot be restored: it is larger than 2 bytes.' },
    ]);
    assert.equal(world.places.show()['/ws/d/x.txt'], 'file x\n');
  });

  it('gives a change a new id after an undo or a keep, so that a late click has no effect', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    const first = idOf('/ws/a.txt');
    valueOf(await changes.keepFiles(chat, [first]));
    await caller.write('2', 'a.txt', 'three\n');
    assert.notEqual(idOf('/ws/a.txt'), first);
    assert.deepEqual(valueOf(await changes.undoFiles(chat, [first], unstopped)).undone, []);
    await undo('/ws/a.txt');
    assert.equal(world.places.show()['/ws/a.txt'], 'file two\n', 'back to what was kept');
  });

  it('keeps the id of a change while it exists', async () => {
    await caller.write('1', 'd/x.txt', 'X\n');
    const first = idOf('/ws/d/x.txt');
    await caller.move('2', 'd', 'e');
    await caller.write('3', 'e/x.txt', 'XX\n');
    assert.equal(idOf('/ws/e/x.txt'), first);
  });

  it('keeps some changes, then all: nothing is left to undo and no copy remains', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'b.txt', 'wax\n');
    await caller.write('3', 'new.txt', 'n\n');
    await caller.remove('4', 'new.txt');
    valueOf(await changes.keepFiles(chat, [idOf('/ws/a.txt')]));
    assert.deepEqual(caller.files(), ['changed b.txt +1 -1']);
    valueOf(await changes.keepFiles(chat, undefined));
    assert.deepEqual(caller.files(), []);
    assert.deepEqual(
      ['1', '2', '3', '4'].map((call) => changes.undoState(caller.by(call))),
      [undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(world.disk.list(`/storage/changes/${chat}/copies`), []);
  });

  it('notifies listeners of each chat once the state is consistent', async () => {
    const told: string[] = [];
    const listener = changes.onDidChange((id) => {
      told.push(
        `${id}: ${changes
          .files(id)
          .map(({ kind }) => kind)
          .join()}`,
      );
    });
    await caller.write('1', 'a.txt', 'two\n');
    await caller.undoAll();
    listener.dispose();
    await caller.write('2', 'a.txt', 'two\n');
    assert.deepEqual(told, [`${chat}: changed`, `${chat}: `]);
  });

  it('shows the content before the chat, and both sides of a call', async () => {
    const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'a.txt', 'three\n');
    await caller.write('3', 'n.txt', 'n\n');
    await caller.move('4', 'b.txt', 'c.txt');
    assert.equal(text(valueOf(await changes.before(chat, idOf('/ws/a.txt')))), 'one\n');
    assert.equal(valueOf(await changes.before(chat, idOf('/ws/n.txt'))), undefined);
    assert.equal(text(valueOf(await changes.before(chat, idOf('/ws/c.txt')))), 'bee\n');
    assert.match(messageOf(await changes.before(chat, 'none')), /undone or kept/);
    const one = valueOf(await changes.sides(caller.by('1'), '/ws/a.txt'));
    assert.deepEqual([text(one.before), one.after, one.isCurrent], ['one\n', undefined, false]);
    const two = valueOf(await changes.sides(caller.by('2'), '/ws/a.txt'));
    assert.deepEqual(
      [text(two.before), text(two.after), two.isCurrent],
      ['two\n', 'three\n', true],
    );
    const four = valueOf(await changes.sides(caller.by('4'), '/ws/c.txt'));
    assert.deepEqual([text(four.before), text(four.after)], ['bee\n', 'bee\n']);
    assert.match(messageOf(await changes.sides(caller.by('1'), '/ws/b.txt')), /There is no record/);
  });
});
