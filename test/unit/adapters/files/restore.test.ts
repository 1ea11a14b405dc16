import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { PathState } from '../../../../src/core/contracts/file-changes';
import { stampOfText } from '../../fakes/files';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';

const signal = quietSignal();
const absent: PathState = { kind: 'absent' };

describe('saved and restored paths', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
  });
  afterEach(() => ws.dispose());

  const at = (name: string): string => path.join(ws.root, name);

  async function image(name: string, maxBytes = 1000): Promise<PathState> {
    const taken = await ws.files.image(name, { maxBytes, signal });
    assert.ok(taken.ok, taken.ok ? '' : taken.failure.message);
    return taken.value;
  }

  /** All states of a path, and how to create them. */
  const states: Readonly<Record<string, () => void>> = {
    nothing: () => undefined,
    'a file': () => chmodSync(ws.put('ws/n/p', 'one'), 0o751),
    'another file': () => chmodSync(ws.put('ws/n/p', 'two'), 0o444),
    'a link': () => {
      mkdirSync(at('n'), { recursive: true });
      symlinkSync('../nowhere', at('n/p'));
    },
    'a folder': () => void mkdirSync(at('n/p'), { recursive: true, mode: 0o755 }),
  };

  for (const [was, makeOld] of Object.entries(states)) {
    for (const [is, makeNew] of Object.entries(states)) {
      it(`${was} replaces ${is}`, async () => {
        makeOld();
        const before = treeOf(ws.root);
        const old = await image('n/p');
        rmSync(at('n'), { recursive: true, force: true });
        makeNew();
        const expect = await image('n/p');
        const back = await ws.files.putBack('n/p', old, { expect, signal });
        assert.ok(back.ok, back.ok ? '' : back.failure.message);
        if (was === 'nothing') assert.deepEqual(Object.keys(treeOf(ws.root)).slice(1), []);
        else assert.deepEqual(treeOf(ws.root), before);
      });

      it(`${was} is not restored over an unexpected ${is}`, async () => {
        makeNew();
        const expect = await image('n/p');
        rmSync(at('n'), { recursive: true, force: true });
        ws.put('ws/n/p', 'the person has been here');
        const before = treeOf(ws.root);
        const old: PathState = was === 'a link' ? { kind: 'link', target: 'x' } : absent;
        const refused = await ws.files.putBack('n/p', old, { expect, signal });
        assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
        assert.deepEqual(treeOf(ws.root), before);
      });
    }
  }

  it('a folder with content is not removed', async () => {
    ws.put('ws/n/p/x', 'x');
    const expect = await image('n/p');
    const refused = await ws.files.putBack('n/p', absent, { expect, signal });
    assert.match(refused.ok ? '' : refused.failure.message, /^The folder is not empty: n\/p$/);
  });

  it('a file without its bytes cannot be restored', async () => {
    const bare: PathState = { kind: 'file', stamp: '', size: 5, mode: 0o644 };
    const refused = await ws.files.putBack('n/p', bare, { expect: absent, signal });
    assert.match(refused.ok ? '' : refused.failure.message, /was not kept/);
    assert.deepEqual(treeOf(ws.root), {});
  });

  it('a state has bytes up to the requested size, and always the stamp', async () => {
    ws.put('ws/f', 'four');
    const mode = lstatSync(at('f')).mode & 0o7777;
    const state = { kind: 'file', stamp: stampOfText('four'), size: 4, mode } as const;
    assert.deepEqual(await image('f', 3), state);
    const full = await image('f', 4);
    assert.ok(full.kind === 'file' && Buffer.from(full.bytes ?? []).toString() === 'four');
    const bare = await ws.files.image('f', { signal });
    assert.deepEqual(bare.ok && bare.value, state);
  });

  it('identifies a file of a gigabyte without reading it', async () => {
    truncateSync(ws.put('ws/huge', ''), 1024 ** 3);
    const before = await image('huge');
    assert.deepEqual(await image('huge'), before);
    truncateSync(at('huge'), 1024 ** 3 + 1);
    const after = await image('huge');
    assert.ok(before.kind === 'file' && after.kind === 'file' && before.stamp !== after.stamp);
  });

  it('is absent below a missing folder; a path below a file fails', async () => {
    assert.deepEqual(await image('n/e/w'), { kind: 'absent', missingFolders: 2 });
    assert.deepEqual(await image('w'), absent);
    ws.put('ws/f', '');
    const below = await ws.files.image('f/x', { signal });
    assert.equal(!below.ok && below.failure.category, 'permanent_failure');
  });

  it('moves back to an empty path, into folders that are gone', async () => {
    ws.put('ws/x/f', 'f');
    assert.ok((await ws.files.moveBack('x', 'n/e/w', { signal })).ok);
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['n', 'n/e', 'n/e/w', 'n/e/w/f']);
  });
});
