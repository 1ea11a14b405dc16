import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { treeOf } from '../files/disk-tree';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { chat, createWorld, valueOf, type ChangesWorld } from './changes-world';

const signal = quietSignal();

/** On a real disk, where a new file creates its parent folders. */
describe('folders created for a file', () => {
  let ws: TemporaryWorkspace;
  let world: ChangesWorld;
  let changes: ChangeLog;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
    world = createWorld();
    changes = world.window({ places: ws.files });
  });
  afterEach(() => ws.dispose());

  const by = (toolCallId: string) => ({ sessionId: chat, toolCallId });
  const names = () => Object.keys(treeOf(ws.root));

  async function image(name: string) {
    return valueOf(await ws.files.image(name, { signal }));
  }

  async function kept(name: string) {
    return valueOf(await ws.files.image(`${ws.root}/${name}`, { maxBytes: 100, signal }));
  }

  async function create(call: string, name: string): Promise<void> {
    const path = `${ws.root}/${name}`;
    const open = await changes.begin(by(call), [{ path, before: await image(name) }]);
    ws.put(`ws/${name}`, 'new');
    await open.end([{ path, after: await image(name) }]);
  }

  async function move(call: string, from: string, to: string): Promise<void> {
    const places = { from: `${ws.root}/${from}`, to: `${ws.root}/${to}` };
    const open = await changes.beginMove(by(call), { ...places, replaced: await image(to) });
    valueOf(await ws.files.move(from, to, { by: by(call), signal }));
    await open.end([{ path: places.to, after: await image(to) }]);
  }

  it('are removed when the call is undone', async () => {
    await create('1', 'n/e/w');
    assert.deepEqual(valueOf(await changes.undoCall(by('1'), signal)).left, []);
    assert.deepEqual(names(), []);
  });

  it('stay while they are in use', async () => {
    await create('1', 'n/e/w');
    ws.put('ws/n/mine', 'mine');
    assert.deepEqual(valueOf(await changes.undoCall(by('1'), signal)).left, []);
    assert.deepEqual(names(), ['n', 'n/mine']);
  });

  it('are removed when everything is undone, whatever the order of creation', async () => {
    await create('1', 'n/e/w');
    await create('2', 'n/x');
    await create('3', 'n/e/y');
    const report = valueOf(await changes.undoFiles(chat, undefined, signal));
    assert.deepEqual([report.undone.length, report.left], [3, []]);
    assert.deepEqual(names(), []);
  });

  it('are removed when the file moved into them is moved back, by call or by file', async () => {
    ws.put('ws/f', 'f');
    await move('1', 'f', 'n/e/w');
    valueOf(await changes.undoCall(by('1'), signal));
    assert.deepEqual(names(), ['f']);
    await move('2', 'f', 'n/e/w');
    valueOf(await changes.undoFiles(chat, undefined, signal));
    assert.deepEqual(names(), ['f']);
  });

  it('are known to the next window too', async () => {
    await create('1', 'n/e/w');
    await changes.close();
    changes = world.window({ places: ws.files });
    valueOf(await changes.undoFiles(chat, undefined, signal));
    assert.deepEqual(names(), []);
  });

  it('are removed although the chat deleted their folder before', async () => {
    ws.put('ws/d/e/a', 'a');
    const before = treeOf(ws.root);
    const places = ['d', 'd/e', 'd/e/a'].map((name) => `${ws.root}/${name}`);
    const images = [];
    for (const path of places) {
      const found = await ws.files.image(path, { maxBytes: 100, signal });
      images.push({ path, before: valueOf(found) });
    }
    const open = await changes.begin(by('1'), images);
    rmSync(`${ws.root}/d`, { recursive: true });
    await open.end(places.map((path) => ({ path, after: { kind: 'absent' } })));
    await create('2', 'd/e/a');
    await create('3', 'd/e/b');
    valueOf(await changes.undoCall(by('2'), signal));
    assert.deepEqual(names(), ['d', 'd/e', 'd/e/b'], 'they are in use');
    valueOf(await changes.undoCall(by('3'), signal));
    assert.deepEqual(names(), []);
    valueOf(await changes.undoCall(by('1'), signal));
    assert.deepEqual(treeOf(ws.root), before);
  });

  it('are not restored if a later call deleted their parent', async () => {
    await create('1', 'n/w');
    const open = await changes.begin(by('2'), [
      { path: `${ws.root}/n/w`, before: await kept('n/w') },
    ]);
    rmSync(`${ws.root}/n/w`);
    await open.end([{ path: `${ws.root}/n/w`, after: await image('n/w') }]);
    const folder = await changes.begin(by('3'), [
      { path: `${ws.root}/n`, before: await image('n') },
    ]);
    rmSync(`${ws.root}/n`, { recursive: true });
    await folder.end([{ path: `${ws.root}/n`, after: await image('n') }]);
    const early = await changes.undoCall(by('2'), signal);
    assert.match(early.ok ? '' : early.failure.message, /by a later call of this chat/);
    for (const call of ['3', '2', '1']) valueOf(await changes.undoCall(by(call), signal));
    assert.deepEqual(names(), []);
  });
});
