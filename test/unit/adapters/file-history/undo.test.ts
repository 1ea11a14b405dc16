import assert from 'node:assert/strict';
import { sizeOf } from '../../../../src/core/base/wording';
import { beforeEach, describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { say } from '../../../../src/core/base/sentence';
import {
  chat,
  createCaller,
  createWorld,
  messageOf,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';

describe('undoing a call', () => {
  let world: ChangesWorld;
  let changes: ChangeLog;
  let caller: ReturnType<typeof createCaller>;
  const offered = (call: string) => changes.undoState(caller.by(call));

  beforeEach(() => {
    world = createWorld();
    world.places.write('/ws/a.txt', 'one\n');
    world.places.write('/ws/b.txt', 'bee\n');
    world.places.nodes.set('/ws/d', { kind: 'folder', mode: 0o700 });
    world.places.write('/ws/d/x.txt', 'x\n');
    changes = world.window();
    caller = createCaller(world, changes);
  });

  it('restores the previous content and mode', async () => {
    const before = world.places.show();
    await caller.remove('1', 'd');
    assert.equal(offered('1'), 'offered');
    const report = valueOf(await caller.undoCall('1'));
    assert.deepEqual(report, {
      undone: ['/ws/d', '/ws/d/x.txt'],
      restored: ['/ws/d/x.txt'],
      removed: [],
      left: [],
    });
    assert.deepEqual(world.places.show(), before);
    assert.deepEqual(world.places.nodes.get('/ws/d'), { kind: 'folder', mode: 0o700 });
    assert.equal(offered('1'), 'undone');
    assert.deepEqual(caller.files(), []);
  });

  it('is refused with a reason when a later call of the chat has changed the file', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'a.txt', 'three\n');
    const message = messageOf(await caller.undoCall('1'));
    assert.match(message, /^a\.txt was changed by a later call of this chat: undo that first/);
    assert.equal(world.places.changes, 0);
    valueOf(await caller.undoCall('2'));
    valueOf(await caller.undoCall('1'));
    assert.equal(world.places.show()['/ws/a.txt'], 'file one\n');
  });

  it('is refused with a reason when the file was changed since', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    world.places.write('/ws/a.txt', 'mine\n');
    const undone = await caller.undoCall('1');
    assert.match(messageOf(undone), /^a\.txt has changed since this call. Nothing was undone./);
    assert.equal(undone.ok ? '' : undone.failure.errorCode, 'execution');
    assert.equal(offered('1'), 'offered');
  });

  it('is refused when a later call moved a parent folder', async () => {
    await caller.write('1', 'd/x.txt', 'X\n');
    await caller.move('2', 'd', 'e');
    assert.match(messageOf(await caller.undoCall('1')), /undo that first/);
    assert.equal(world.places.changes, 0);
  });

  it('changes nothing if one of its files has changed', async () => {
    await caller.copy('1', 'd', 'e');
    world.places.write('/ws/e/x.txt', 'mine\n');
    const tree = world.places.show();
    assert.match(messageOf(await caller.undoCall('1')), /e\/x\.txt has changed/);
    assert.deepEqual(world.places.show(), tree);
  });

  it('reverts its own steps when one fails', async () => {
    await caller.remove('1', 'd');
    await caller.write('2', 'd/n.txt', 'n\n');
    const tree = world.places.show();
    world.places.refuse = (what, place) => (place === '/ws/d' ? 'the disk is full' : undefined);
    const message = messageOf(await caller.undoCall('2'));
    assert.match(message, /^d: the disk is full\. Nothing was undone\./);
    assert.deepEqual(world.places.show(), tree);
    assert.equal(offered('2'), 'offered');
    world.places.refuse = () => undefined;
    valueOf(await caller.undoCall('2'));
    valueOf(await caller.undoCall('1'));
    assert.deepEqual(caller.files(), []);
  });

  it('reports exactly what remains undone when reverting fails too', async () => {
    await caller.write('1', 'p/n.txt', 'n\n');
    let count = 0;
    world.places.refuse = () => ((count += 1) > 1 ? 'the disk is gone' : undefined);
    const message = messageOf(await caller.undoCall('1'));
    assert.match(message, /These items were already undone and remain so: p\/n\.txt\.$/);
    assert.equal(world.places.show()['/ws/p/n.txt'], undefined);
    world.places.refuse = () => undefined;
    assert.deepEqual(caller.files(), ['created p/']);
  });

  it('stops on request and leaves nothing half done', async () => {
    await caller.copy('1', 'd', 'e');
    const tree = world.places.show();
    const stop = new AbortController();
    world.places.refuse = () => {
      stop.abort();
      return undefined;
    };
    const undone = await changes.undoCall(caller.by('1'), stop.signal);
    assert.equal(undone.ok, false);
    assert.deepEqual(world.places.show(), tree);
  });

  it('is not offered for files without a copy, and is refused with the reason', async () => {
    changes = world.window({ maxFileBytes: 3 });
    caller = createCaller(world, changes);
    await caller.write('1', 'a.txt', 'two\n');
    assert.equal(offered('1'), undefined);
    assert.match(messageOf(await caller.undoCall('1')), /cannot be restored: it is larger/);
    assert.deepEqual(changes.files(chat)[0]?.notKept, say`it is larger than ${sizeOf(3)}`);
  });

  it('is refused while the call is still changing files', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    const open = await changes.begin(caller.by('1'), []);
    assert.match(messageOf(await caller.undoCall('1')), /still changing files/);
    await open.abandon();
    valueOf(await caller.undoCall('1'));
  });

  it('leaves kept changes alone and undoes the rest', async () => {
    await caller.copy('1', 'd', 'e');
    const before = world.places.show();
    await caller.remove('2', 'e');
    await caller.undoCall('2');
    assert.deepEqual(world.places.show(), before);
    const [file] = changes.files(chat);
    valueOf(await changes.keepFiles(chat, [file?.changeId ?? '']));
    assert.equal(offered('1'), undefined);
    assert.match(messageOf(await caller.undoCall('1')), /nothing left to undo/);
  });

  it('does nothing where the content is already restored', async () => {
    await caller.write('1', 'a.txt', 'two\n');
    world.places.write('/ws/a.txt', 'one\n');
    valueOf(await caller.undoCall('1'));
    assert.equal(offered('1'), 'undone');
    assert.equal(world.places.changes, 0);
  });

  it('does not know a call that changed nothing', async () => {
    await caller.write('1', 'a.txt', 'one\n');
    assert.equal(offered('1'), undefined);
    assert.match(messageOf(await caller.undoCall('1')), /nothing left to undo/);
    assert.match(messageOf(await changes.undoCall(caller.by('9'), unstopped)), /nothing/);
  });
});
