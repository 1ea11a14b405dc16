import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Disk } from '../../../../src/adapters/system/disk';
import { stampOf } from '../../../../src/adapters/files/scan-file';
import { beforeEach, describe, it } from 'mocha';
import { inEnglish } from '../../../../src/core/base/sentence';
import {
  chat,
  createCaller,
  createWorld,
  fileImage,
  folder,
  messageOf,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';

const index = `${folder}/${chat}/index.jsonl`;

describe('the record of changes', () => {
  let world: ChangesWorld;
  let before: unknown;

  beforeEach(() => {
    world = createWorld();
    world.places.write('/ws/a.txt', 'one\n');
    world.places.write('/ws/b.txt', 'bee\n');
    before = world.places.show();
  });

  /** A file that a call is about to write. */
  function placeOf(path: string, text: string | undefined) {
    const stamp = text !== undefined && stampOf(Buffer.from(text));
    const file = { kind: 'file', size: 1, mode: 0 } as const;
    const intended = stamp === false ? {} : { intended: { ...file, stamp } };
    return { path, before: world.places.imageNow(path, true), ...intended };
  }

  /** Another window after the first has crashed. */
  function laterWindow(pid = 200) {
    world.alive.clear();
    return world.window({ pid });
  }

  it('is on disk before a change begins: first the copy, then the line', async () => {
    const changes = world.window();
    const { disk, places } = world;
    await changes.begin({ sessionId: chat, toolCallId: '1' }, [
      { path: '/ws/a.txt', before: places.imageNow('/ws/a.txt', true) },
    ]);
    disk.powerCut();
    const [copy = ''] = disk.list(`${folder}/${chat}/copies`);
    assert.equal(disk.read(`${folder}/${chat}/copies/${copy}`)?.toString(), 'one\n');
    assert.match(disk.read(index)?.toString() ?? '', /"is":"begun".*\/ws\/a\.txt/);
  });

  it('flushes an end that a later window would find out by itself a little later', async () => {
    const { disk, places, clock } = world;
    const open = await world
      .window()
      .begin({ sessionId: chat, toolCallId: '1' }, [placeOf('/ws/a.txt', 'two\n')]);
    places.write('/ws/a.txt', 'two\n');
    await open.end([{ path: '/ws/a.txt', after: places.imageNow('/ws/a.txt', false) }]);
    await setImmediate();
    const flushes = (): number => disk.calls.filter((call) => call === 'flush').length;
    const [written, before] = [disk.read(index)?.toString() ?? '', flushes()];
    assert.match(written, /"is":"ended"/);
    clock.advance(1000);
    await setImmediate();
    assert.equal(flushes(), before + 1);
    disk.powerCut();
    assert.equal(disk.read(index)?.toString(), written);
  });

  it('survives a power cut after each change', async () => {
    const caller = createCaller(world, world.window());
    await caller.write('1', 'a.txt', 'two\n');
    await caller.move('2', 'a.txt', 'c.txt');
    await caller.remove('3', 'b.txt');
    world.disk.powerCut();
    const later = laterWindow();
    const [found] = valueOf(await later.chats());
    assert.equal(found?.sessionId, chat);
    assert.deepEqual(
      found.files.map(({ path, kind }) => `${kind} ${path}`),
      ['deleted /ws/b.txt', 'moved /ws/c.txt'],
    );
    valueOf(await later.undoFiles(chat, undefined, unstopped));
    assert.deepEqual(world.places.show(), before);
    assert.deepEqual(valueOf(await later.chats()), []);
  });

  it('stores identical content once', async () => {
    const caller = createCaller(world, world.window());
    world.places.write('/ws/same.txt', 'one\n');
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'same.txt', 'two\n');
    await caller.write('3', 'a.txt', 'one\n');
    assert.equal(world.disk.list(`${folder}/${chat}/copies`).length, 2);
  });

  it('offers to undo a completed change whose window closed before recording it', async () => {
    const changes = world.window();
    const by = { sessionId: chat, toolCallId: '1' };
    await changes.begin(by, [placeOf('/ws/a.txt', 'half'), placeOf('/ws/b.txt', 'half')]);
    world.places.write('/ws/a.txt', 'half');
    const later = laterWindow();
    const [found] = valueOf(await later.chats());
    assert.deepEqual(
      found?.files.map(({ path }) => path),
      ['/ws/a.txt'],
    );
    valueOf(await later.undoCall(by, unstopped));
    assert.deepEqual(world.places.show(), before);
  });

  for (const [title, intended] of [
    ['the call would have written something else', 'from the call'],
    ['it is not known what the call would have written', undefined],
  ] as const) {
    it(`does not take a later edit for the call that was interrupted: ${title}`, async () => {
      const changes = world.window();
      const by = { sessionId: chat, toolCallId: '1' };
      await changes.begin(by, [placeOf('/ws/a.txt', intended)]);
      world.places.write('/ws/a.txt', 'from the user');
      const later = laterWindow();
      assert.deepEqual(valueOf(await later.chats()), []);
      assert.match(messageOf(await later.undoCall(by, unstopped)), /nothing left to undo/);
      valueOf(await later.undoFiles(chat, undefined, unstopped));
      assert.equal(world.places.show()['/ws/a.txt'], 'file from the user');
    });
  }

  it('does not take what the user put at the destination for a move that was interrupted', async () => {
    const changes = world.window();
    const by = { sessionId: chat, toolCallId: '1' };
    const replaced = world.places.imageNow('/ws/b.txt', true);
    await changes.beginMove(by, { from: '/ws/a.txt', to: '/ws/b.txt', replaced });
    world.places.write('/ws/b.txt', 'from the user');
    assert.deepEqual(valueOf(await laterWindow().chats()), []);
  });

  it('offers no undo for a change that was not made', async () => {
    const changes = world.window();
    const by = { sessionId: chat, toolCallId: '1' };
    const image = world.places.imageNow('/ws/a.txt', true);
    await changes.begin(by, [{ path: '/ws/a.txt', before: image }]);
    await changes.beginMove(by, {
      from: '/ws/a.txt',
      to: '/ws/c.txt',
      replaced: { kind: 'absent' },
    });
    const later = laterWindow();
    assert.deepEqual(valueOf(await later.chats()), []);
    assert.deepEqual(valueOf(await later.undoFiles(chat, undefined, unstopped)).undone, []);
  });

  it('undoes a move whose window closed before it was recorded', async () => {
    const changes = world.window();
    const by = { sessionId: chat, toolCallId: '1' };
    const replaced = world.places.imageNow('/ws/b.txt', true);
    await changes.beginMove(by, { from: '/ws/a.txt', to: '/ws/b.txt', replaced });
    const moved = world.places.nodes.get('/ws/a.txt');
    world.places.nodes.delete('/ws/a.txt');
    if (moved !== undefined) world.places.nodes.set('/ws/b.txt', moved);
    const later = laterWindow();
    valueOf(await later.undoFiles(chat, undefined, unstopped));
    assert.deepEqual(world.places.show(), before);
  });

  it('ignores a torn last line and continues after it', async () => {
    const caller = createCaller(world, world.window());
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'b.txt', 'wax\n');
    const whole = world.disk.read(index) ?? Buffer.alloc(0);
    world.disk.overwrite(index, whole.subarray(0, whole.length - 20));
    const later = laterWindow();
    await createCaller(world, later).write('3', 'c.txt', 'sea\n');
    const last = laterWindow(300);
    assert.equal(valueOf(await last.chats())[0]?.files.length, 3);
    assert.deepEqual(world.warned, []);
    valueOf(await last.undoFiles(chat, undefined, unstopped));
    assert.deepEqual(world.places.show(), before);
  });

  it('reports a damaged line and uses the rest', async () => {
    const caller = createCaller(world, world.window());
    await caller.write('1', 'a.txt', 'two\n');
    await caller.write('2', 'b.txt', 'wax\n');
    const lines = (world.disk.read(index)?.toString() ?? '').split('\n');
    const damaged = lines.map((line, at) => (at === 2 ? line.replace('"is"', '"si"') : line));
    world.disk.overwrite(index, Buffer.from(damaged.join('\n')));
    const later = laterWindow();
    valueOf(await later.undoFiles(chat, undefined, unstopped));
    assert.deepEqual(world.places.show(), before);
    assert.deepEqual(world.warned, ['1 lines in the record of changed files could not be read.']);
  });

  it('never restores a damaged copy', async () => {
    const changes = world.window();
    const caller = createCaller(world, changes);
    await caller.write('1', 'a.txt', 'two\n');
    const [copy = ''] = world.disk.list(`${folder}/${chat}/copies`);
    world.disk.overwrite(`${folder}/${chat}/copies/${copy}`, Buffer.from('oNe\n'));
    assert.match(
      messageOf(await caller.undoCall('1')),
      /copy of the previous content is missing or damaged/,
    );
    const { left } = valueOf(await caller.undoAll());
    assert.match(left.map(({ reason }) => inEnglish(reason)).join(), /missing or damaged/);
    assert.equal(world.places.show()['/ws/a.txt'], 'file two\n');
    assert.match(
      messageOf(await changes.before(chat, changes.files(chat)[0]?.changeId ?? '')),
      /No copy/,
    );
  });

  it('reports files over the limits and never fails the change', async () => {
    const small = world.window({ maxBytes: () => 6, maxFileBytes: 5 });
    const caller = createCaller(world, small);
    assert.deepEqual(await caller.write('1', 'a.txt', 'two\n'), []);
    assert.deepEqual(await caller.write('2', 'b.txt', 'wax\n'), [
      'This change cannot be undone: the copies for this chat would exceed 6 bytes (gatehouse.changes.maxBytes).',
    ]);
    world.places.write('/ws/large.txt', 'larger');
    assert.deepEqual(await caller.write('3', 'large.txt', ''), [
      'This change cannot be undone: it is larger than 5 bytes.',
    ]);
    const unread = await small.begin(caller.by('4'), [{ path: '/ws/x', before: fileImage(2) }]);
    assert.deepEqual(unread.notes, [
      'This change cannot be undone: its content could not be read.',
    ]);
    assert.deepEqual(caller.files(), ['changed large.txt', 'changed b.txt', 'changed a.txt +1 -1']);
  });

  it('stores and writes nothing when turned off', async () => {
    const changes = world.window({ maxBytes: () => 0 });
    const caller = createCaller(world, changes);
    const notes = [
      await caller.write('1', 'n.txt', 'n\n'),
      await caller.move('2', 'a.txt', 'c.txt'),
    ];
    const note =
      'This change cannot be undone: copies are turned off (gatehouse.changes.maxBytes is 0).';
    assert.deepEqual(notes, [[note], [note]]);
    assert.deepEqual(
      world.disk.calls.filter((call) => call !== 'names'),
      [],
    );
    assert.equal(changes.undoState(caller.by('1')), undefined);
    assert.equal(changes.undoState(caller.by('2')), undefined);
    const { undone, left } = valueOf(await caller.undoAll());
    assert.deepEqual([undone, left.length], [[], 2]);
  });

  it('rejects a chat whose id is not a valid folder name', async () => {
    const caller = createCaller(world, world.window(), '../../etc');
    const notes = await caller.write('1', 'a.txt', 'two\n');
    assert.match(notes[0] ?? '', /the copy of the previous content could not be saved/);
    assert.deepEqual(world.disk.calls, []);
    assert.deepEqual(caller.files(), ['changed a.txt']);
  });

  it('is deleted with its chat', async () => {
    const changes = world.window();
    const caller = createCaller(world, changes);
    await caller.write('1', 'a.txt', 'two\n');
    const open = await changes.begin(caller.by('2'), []);
    await changes.forget(chat);
    await open.end([]);
    assert.deepEqual(world.disk.list(folder), []);
    assert.deepEqual(caller.files(), []);
    assert.match(messageOf(await caller.undoCall('1')), /is not on record/);
    assert.deepEqual(world.reported, []);
  });

  describe('of a change that is made', () => {
    /** Whether it ends while the disk flushes nothing any more. */
    async function endsUnflushed(intended: string): Promise<boolean> {
      let isStuck = false;
      const open: Disk['open'] = async (...which) => {
        const file = await world.disk.open(...which);
        const flush = () => (isStuck ? new Promise<never>(() => undefined) : file.flush());
        return { ...file, flush };
      };
      const changes = world.window({ disk: { ...world.disk, open } });
      const by = { sessionId: chat, toolCallId: '1' };
      const change = await changes.begin(by, [placeOf('/ws/a.txt', intended)]);
      world.places.write('/ws/a.txt', 'new');
      isStuck = true;
      let isEnded = false;
      const after = [{ path: '/ws/a.txt', after: world.places.imageNow('/ws/a.txt') }];
      void change.end(after).then(() => (isEnded = true));
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      assert.match(world.disk.read(index)?.toString() ?? '', /"is":"ended"/);
      return isEnded;
    }

    it('is not waited for: the disk shows what was intended', async () => {
      assert.equal(await endsUnflushed('new'), true);
      world.disk.powerCut();
      const later = laterWindow();
      valueOf(await later.undoCall({ sessionId: chat, toolCallId: '1' }, unstopped));
      assert.deepEqual(world.places.show(), before);
    });

    it('is flushed when the disk would not show it', async () => {
      assert.equal(await endsUnflushed('something else'), false);
    });
  });
});
