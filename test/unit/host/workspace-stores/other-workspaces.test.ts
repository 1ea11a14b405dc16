import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoredConversation } from '../../../../src/core/contracts/chats/conversation';
import { HistoryListing } from '../../../../src/host/panel/history/history-listing';
import { chatsElsewhere } from '../../../../src/host/panel/history/sources';
import { OpenWorkspaces } from '../../../../src/host/workspace-stores/other-workspaces';
import {
  storedWorkspaceId,
  WorkspaceRegistry,
} from '../../../../src/host/workspace-stores/workspace-registry';
import { createFakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { chatHit, createFakePlaceStore, type FakePlaceStore } from '../../fakes/place-store';
import { valueOf } from '../../fakes/temporary-store';

const signal = new AbortController().signal;

describe('the chats of other places', () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'gatehouse-places-'));
  });
  afterEach(() => {
    rmSync(base, { recursive: true, force: true });
  });

  /** A storage folder as VS Code has it, last written in at that time. */
  async function addPlace(world: World, name: string, at: number, store = createFakePlaceStore()) {
    const folder = path.join(base, 'workspaceStorage', name, 'gatehouse');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'records.journal');
    writeFileSync(file, '');
    utimesSync(file, at / 1000, at / 1000);
    world.stores.set(folder, store);
    await world.registry.register({ label: name, folder });
    return { folder, id: storedWorkspaceId(folder), store };
  }

  type World = ReturnType<typeof open>;

  function open() {
    const clock = createFakeClock();
    const stores = new Map<string, FakePlaceStore>();
    const opened: string[] = [];
    const errors: unknown[] = [];
    const own = createFakePlaceStore();
    const registry = new WorkspaceRegistry({
      folder: path.join(base, 'places'),
      now: () => clock.now(),
      uuid: randomUUID,
    });
    const places = new OpenWorkspaces({
      registry,
      own: {
        folder: path.join(base, 'own'),
        conversations: own.conversations,
        root: () => '/work/here',
      },
      openStore: (folder) => {
        opened.push(path.basename(path.dirname(folder)));
        return stores.get(folder) ?? createFakePlaceStore();
      },
      home: '/home/me',
      clock,
      ids: createFakeIds(),
      report: (error) => errors.push(error),
    });
    const listing = (text = '') => new HistoryListing([chatsElsewhere(places)], text, signal);
    const list = (text = '') => listing(text).more(10);
    return { clock, stores, opened, errors, own, registry, places, listing, list };
  }

  it('lists them with the name of their place, and not those of this window', async () => {
    const world = open();
    await world.registry.register({
      label: 'here',
      folder: path.join(base, 'own'),
      root: '/work/here',
    });
    await addPlace(
      world,
      'app',
      50_000,
      createFakePlaceStore([chatHit('a', 40), chatHit('b', 20)]),
    );
    await addPlace(world, 'lib', 60_000, createFakePlaceStore([chatHit('c', 30)]));
    const page = await world.list();
    assert.deepEqual(
      page.entries.map(({ sessionId, place }) => [sessionId, place?.name]),
      [
        ['a', 'app'],
        ['c', 'lib'],
        ['b', 'app'],
      ],
    );
    assert.equal(page.problem, undefined);
    assert.equal(page.hasMore, false);
  });

  it('continues where a page ended', async () => {
    const world = open();
    await addPlace(
      world,
      'app',
      50_000,
      createFakePlaceStore([chatHit('a', 40), chatHit('b', 20)]),
    );
    await addPlace(world, 'lib', 60_000, createFakePlaceStore([chatHit('c', 30)]));
    const listing = world.listing();
    assert.equal((await listing.more(2)).hasMore, true);
    const rest = await listing.more(2);
    assert.deepEqual(
      rest.entries.map(({ sessionId }) => sessionId),
      ['b'],
    );
    assert.equal(rest.hasMore, false);
  });

  it('searches in all of them', async () => {
    const world = open();
    await addPlace(world, 'app', 50_000, createFakePlaceStore([chatHit('a', 40)]));
    await addPlace(world, 'lib', 60_000, createFakePlaceStore([chatHit('c', 30)]));
    const page = await world.list('chat a');
    assert.deepEqual(
      page.entries.map(({ sessionId }) => sessionId),
      ['a'],
    );
  });

  it('names a place that does not answer, and lists the others', async () => {
    const world = open();
    const { store } = await addPlace(world, 'app', 50_000);
    store.broken = 'The database is damaged.';
    await addPlace(world, 'lib', 60_000, createFakePlaceStore([chatHit('c', 30)]));
    const page = await world.list();
    assert.deepEqual(
      page.entries.map(({ sessionId }) => sessionId),
      ['c'],
    );
    assert.match(page.problem ?? '', /app are not listed: The database is damaged\.$/);
  });

  it('says once that VS Code has removed the folder of a workspace, and forgets it', async () => {
    const world = open();
    const { folder } = await addPlace(world, 'app', 50_000);
    rmSync(path.dirname(folder), { recursive: true });
    assert.match((await world.list()).problem ?? '', /app are not listed: .*removed/);
    assert.equal((await world.list()).problem, undefined);
    assert.deepEqual(world.opened, []);
  });

  it('remembers a place whose drive is missing', async () => {
    const world = open();
    await addPlace(world, 'app', 50_000);
    rmSync(path.join(base, 'workspaceStorage'), { recursive: true });
    for (let time = 0; time < 2; time += 1) {
      assert.match((await world.list()).problem ?? '', /app are not listed: .*missing/);
    }
  });

  it('holds a place for twenty seconds behind its last use, and opens it again then', async () => {
    const world = open();
    const { store, id } = await addPlace(
      world,
      'app',
      50_000,
      createFakePlaceStore([chatHit('a', 1)]),
    );
    await world.list();
    world.clock.advance(19_000);
    await world.places.read(id, 'a');
    world.clock.advance(19_000);
    assert.equal(store.isClosed, false);
    world.clock.advance(1_000);
    assert.equal(store.isClosed, true);
    valueOf(await world.places.read(id, 'a'));
    assert.deepEqual(world.opened, ['app', 'app']);
  });

  it('keeps at most eight open', async () => {
    const world = open();
    const stores: FakePlaceStore[] = [];
    for (let count = 0; count < 10; count += 1) {
      const name = `w${String(count)}`;
      const { store } = await addPlace(
        world,
        name,
        50_000,
        createFakePlaceStore([chatHit(name, 1)]),
      );
      stores.push(store);
    }
    await world.list();
    assert.equal(stores.filter(({ isClosed }) => !isClosed).length, 8);
  });

  it('closes with the window', async () => {
    const world = open();
    const { store } = await addPlace(world, 'app', 50_000);
    await world.list();
    await world.places.close();
    assert.equal(store.isClosed, true);
  });

  const stored: StoredConversation = {
    info: { ...chatHit('a', 40), title: 'Fix the cart', isNamed: true, cost: 0.5 },
    entries: [
      { part: 'transcript', key: 'message:1', value: [{ text: 'hello' }], words: 'hello' },
      { part: 'history', key: 'op:1', value: { role: 'user' } },
      { part: 'state', key: 'snapshot', value: { read: ['/elsewhere/a.ts'] } },
      { part: 'state', key: 'usage', value: { tokens: 7 } },
    ],
  };

  it('copies a chat here under a new id: title and words, without what it knew of files', async () => {
    const world = open();
    const { id, store } = await addPlace(world, 'app', 50_000);
    store.chats.set('a', stored);
    const copied = valueOf(await world.places.copyHere(id, 'a'));
    assert.notEqual(copied, 'a');
    assert.deepEqual([...world.own.written.keys()], [copied]);
    const change = world.own.written.get(copied);
    assert.deepEqual(change?.facts, {
      title: 'Fix the cart',
      isNamed: true,
      cwd: '/work/here',
      cost: 0.5,
      tokens: 7,
      messages: 2,
    });
    const put = change.put ?? [];
    assert.deepEqual(put.slice(0, 2), stored.entries.slice(0, 2));
    assert.equal(put.length, 3);
    assert.match(JSON.stringify(put[2]), /"notice":"info"/);
    assert.match(JSON.stringify(put[2]), /Copied from app\./);
    assert.deepEqual([store.written.size, [...store.chats.keys()]], [0, ['a']]);
  });

  it('copies nothing of a chat or a place that is gone', async () => {
    const world = open();
    const { id } = await addPlace(world, 'app', 50_000);
    for (const copied of [
      await world.places.copyHere(id, 'none'),
      await world.places.copyHere('0123456789abcdef', 'a'),
    ]) {
      assert.equal(copied.ok ? '' : copied.failure.errorCode, 'unavailable');
    }
    assert.equal(world.own.written.size, 0);
  });
});
