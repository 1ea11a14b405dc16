import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { Result } from '../../../../src/core/contracts/failure';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import { times } from '../../../soak';

const secret = 'outside, nobody may read or change it';
const signal = quietSignal();
const whole = { maxBytes: 1000, signal };
const bytes = Buffer.from('inside');
const absent = { kind: 'absent' } as const;
const image = { kind: 'file', stamp: '', size: 6, mode: 0o644, bytes } as const;

const names = ['a', 'b', 'dir', 'out', 'top', 'dang', 'loop', '..', '.', '', 'ws', 'outside'];
const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, fc.string());
const start = fc.constantFrom('', './', '/', '{root}/', '{base}/', '{outside}/', '~/', 'file://');
const text = fc
  .tuple(start, fc.array(name, { maxLength: 8 }))
  .map(([from, parts]) => from + parts.join('/'));

/** Location of a generated link below the root, and its target. */
const linkName = fc.constantFrom('a', 'b', 'l', 'm', 'dir/a', 'dir/l', 'dir/sub/m');
const linkTarget = fc
  .tuple(
    fc.constantFrom('', '{base}/', '{outside}/', '{root}/', '../', '../../', '../../../'),
    fc.array(fc.constantFrom('a', 'b', 'l', 'm', 'dir', 'sub', 'outside', 'ws', 'new', '..'), {
      maxLength: 4,
    }),
  )
  .map(([from, parts]) => from + parts.join('/'));
const farm = fc.array(fc.tuple(linkName, linkTarget), { maxLength: 6 });
const farmPath = fc
  .tuple(
    fc.constantFrom('', '', '{root}/', '{base}/'),
    fc.array(fc.constantFrom('a', 'b', 'l', 'm', 'dir', 'sub', 'new', '..', 'outside', 'ws'), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([from, parts]) => from + parts.join('/'));

type Operation = (disk: DiskFiles, one: string, other: string) => Promise<Result<unknown>>;

const operations: Readonly<Record<string, Operation>> = {
  read: (disk, one) => disk.read(one, whole),
  image: (disk, one) => disk.image(one, whole),
  list: (disk, one) => disk.list(one, { maxEntries: 50, depth: 3, signal }),
  write: (disk, one) => disk.write(one, 'new', { expect: { any: true }, by, signal }),
  createFolder: (disk, one) => disk.createFolder(one, { by, signal }),
  remove: (disk, one) => disk.remove(one, { by, signal }),
  move: (disk, one, other) => disk.move(one, other, { by, signal }),
  copy: (disk, one, other) => disk.copy(one, other, { by, signal }),
  putBack: (disk, one) => disk.putBack(one, image, { expect: absent, signal }),
  moveBack: (disk, one, other) => disk.moveBack(one, other, { signal }),
};

describe('the file sandbox, for any text', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
    for (const one of ['a', 'dir/a', 'sub/a', 'b']) ws.put(`outside/${one}`, secret);
    ws.put('beside-ws', secret);
  });
  afterEach(() => ws.dispose());

  function fill(raw: string): string {
    return raw
      .replace('{root}', ws.root)
      .replace('{base}', ws.base)
      .replace('{outside}', ws.outside);
  }

  function plant(links: readonly (readonly [string, string])[]): void {
    rmSync(ws.root, { recursive: true, force: true });
    for (const one of ['a', 'dir/f', 'dir/sub/f']) ws.put(`ws/${one}`, 'inside');
    for (const [at, target] of links) {
      const file = path.join(ws.root, at);
      rmSync(file, { recursive: true, force: true });
      mkdirSync(path.dirname(file), { recursive: true });
      symlinkSync(fill(target) || '.', file);
    }
  }

  const outsideOf = () =>
    Object.entries(treeOf(ws.base)).filter(([one]) => one !== 'ws' && !one.startsWith('ws/'));

  it('003-tools-7: never resolves to a path outside the roots', async () => {
    symlinkSync('../outside', path.join(ws.root, 'out'));
    symlinkSync('/', path.join(ws.root, 'top'));
    symlinkSync('../outside/created', path.join(ws.root, 'dang'));
    symlinkSync('loop', path.join(ws.root, 'loop'));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('file', 'entry', 'command'), async (raw, use) => {
        const resolved = await ws.files.resolve(fill(raw), { use });
        if (!resolved.ok) return;
        const { real } = resolved.value;
        assert.ok(real === ws.root || real.startsWith(`${ws.root}/`), real);
      }),
      { numRuns: times(2000) },
    );
  });

  it('no operation touches or discloses anything outside, whatever links exist', async () => {
    const before = outsideOf();
    const kind = fc.constantFrom(...Object.keys(operations));
    const path1 = fc.oneof({ weight: 4, arbitrary: farmPath }, text);
    await fc.assert(
      fc.asyncProperty(farm, kind, path1, path1, async (links, which, one, other) => {
        // A bug must not harm the machine that runs this.
        fc.pre([one, other].every((raw) => path.resolve(ws.root, fill(raw)).startsWith(ws.base)));
        plant(links);
        const done = await operations[which]?.(ws.files, fill(one), fill(other));
        assert.deepEqual(outsideOf(), before);
        assert.ok(!JSON.stringify(treeOf(ws.root)).includes(secret));
        assert.ok(!told(done).includes(secret));
      }),
      { numRuns: times(2000) },
    );
  });
});

/** Bytes as text, so that file content is found in it. */
function told(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    ArrayBuffer.isView(member) ? Buffer.from(member.buffer).toString('latin1') : member,
  );
}
