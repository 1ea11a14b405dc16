import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  storedWorkspaceId,
  workspaceLabels,
  WorkspaceRegistry,
} from '../../../../src/host/workspace-stores/workspace-registry';
import { inGerman } from '../../fakes/in-german';

describe('the registry of places', () => {
  let base: string;
  let folder: string;
  let now = 0;

  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'gatehouse-places-'));
    folder = path.join(base, 'places');
    now = 1000;
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const open = () => new WorkspaceRegistry({ folder, now: () => now, uuid: randomUUID });

  it('knows no place before one is registered, and makes no folder for that', async () => {
    assert.deepEqual(await open().list(), []);
    assert.deepEqual(readdirSync(base), []);
  });

  it('lists what was registered, last used first, in whatever window', async () => {
    await open().register({ label: 'app', folder: '/data/a', root: '/work/app' });
    now = 2000;
    await open().register({ folder: '/data/b' });
    assert.deepEqual(await open().list(), [
      { id: storedWorkspaceId('/data/b'), folder: '/data/b', usedAt: 2000 },
      {
        id: storedWorkspaceId('/data/a'),
        label: 'app',
        folder: '/data/a',
        root: '/work/app',
        usedAt: 1000,
      },
    ]);
  });

  it('loses nothing when windows register at once, of one place or of several', async () => {
    const folders = Array.from({ length: 20 }, (_, count) => `/data/${String(count % 5)}`);
    await Promise.all(
      folders.map((each) => open().register({ label: path.basename(each), folder: each })),
    );
    assert.equal((await open().list()).length, 5);
    assert.ok(readdirSync(folder).every((name) => name.endsWith('.json')));
  });

  it('registers a place again with its new name', async () => {
    await open().register({ label: 'old', folder: '/data/a' });
    now = 5000;
    await open().register({ label: 'new', folder: '/data/a' });
    const [place, ...more] = await open().list();
    assert.deepEqual([place?.label, place?.usedAt, more], ['new', 5000, []]);
  });

  it('leaves out files that are not workspaces, or name another folder than their own', async () => {
    await open().register({ label: 'app', folder: '/data/a' });
    writeFileSync(path.join(folder, `${storedWorkspaceId('/data/b')}.json`), '{"label":"x"');
    const stolen = JSON.stringify({ label: 'x', folder: '/etc', usedAt: 1 });
    writeFileSync(path.join(folder, `${storedWorkspaceId('/data/c')}.json`), stolen);
    writeFileSync(path.join(folder, 'notes.txt'), 'x');
    assert.deepEqual(
      (await open().list()).map(({ label }) => label),
      ['app'],
    );
  });

  it("shows a window without a folder in VS Code's language, however it was stored", async () => {
    await open().register({ label: 'No folder', folder: '/data/a' });
    await open().register({ label: 'No folder', folder: '/data/b', root: '/work/No folder' });
    await open().register({ folder: '/data/c' });
    const places = await open().list();
    const labels = inGerman(() => workspaceLabels(places, '/home'));
    assert.deepEqual(
      ['/data/a', '/data/b', '/data/c'].map((each) => labels.get(storedWorkspaceId(each))),
      ['Kein Ordner', 'No folder', 'Kein Ordner'],
    );
  });

  it('forgets a place', async () => {
    await open().register({ label: 'app', folder: '/data/a' });
    await open().forget(storedWorkspaceId('/data/a'));
    await open().forget(storedWorkspaceId('/data/a'));
    assert.deepEqual(await open().list(), []);
  });

  it('keeps its files to the user', async () => {
    if (process.platform === 'win32') return;
    await open().register({ label: 'app', folder: '/data/a' });
    const file = path.join(folder, `${storedWorkspaceId('/data/a')}.json`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });
});

describe('the labels of places', () => {
  const place = (label: string, root?: string) => {
    const folder = `/data/${label}${root ?? ''}`;
    return { id: storedWorkspaceId(folder), label, folder, usedAt: 0, ...(root ? { root } : {}) };
  };

  it('distinguishes two with one name by their folder, with the home folder as ~', () => {
    const places = [place('app', '/home/me/a/app'), place('app', '/srv/app'), place('lib')];
    assert.deepEqual(
      [...workspaceLabels(places, '/home/me').values()],
      ['app (~/a/app)', 'app (/srv/app)', 'lib'],
    );
  });
});
