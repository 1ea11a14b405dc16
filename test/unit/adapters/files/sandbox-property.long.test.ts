import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

const names = ['a', 'b', 'dir', 'out', 'top', 'dang', 'loop', '..', '.', '', 'ws', 'outside'];
const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, fc.string());
const start = fc.constantFrom('', './', '/', '{root}/', '{base}/', '{outside}/', '~/', 'file://');
const text = fc
  .tuple(start, fc.array(name, { maxLength: 8 }))
  .map(([from, parts]) => from + parts.join('/'));

describe('the file sandbox, for any text', () => {
  let ws: TemporaryWorkspace;

  before(() => {
    ws = createTemporaryWorkspace();
    ws.put('outside/a', 'outside');
    ws.put('beside-ws', 'beside');
    mkdirSync(path.join(ws.root, 'dir'));
    ws.put('ws/a', 'inside');
    symlinkSync('../outside', path.join(ws.root, 'out'));
    symlinkSync('/', path.join(ws.root, 'top'));
    symlinkSync('../outside/created', path.join(ws.root, 'dang'));
    symlinkSync('loop', path.join(ws.root, 'loop'));
    symlinkSync('../../outside', path.join(ws.root, 'dir/out'));
  });

  after(() => ws.dispose());

  it('never resolves to a place outside the roots', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (raw) => {
        const resolved = await ws.files.resolve(fill(raw));
        if (!resolved.ok) return;
        const { real } = resolved.value;
        assert.ok(real === ws.root || real.startsWith(`${ws.root}/`), real);
      }),
      { numRuns: 1500 },
    );
  });

  it('never reads, lists or writes outside the roots', async () => {
    const signal = quietSignal();
    await fc.assert(
      fc.asyncProperty(text, async (raw) => {
        const asked = fill(raw);
        const read = await ws.files.read(asked, { maxBytes: 1000, signal });
        assert.ok(!read.ok || Buffer.from(read.value.bytes).toString() !== 'outside');
        const listed = await ws.files.list(asked, { signal });
        assert.ok(!listed.ok || !listed.value.some((entry) => entry.name === 'beside-ws'));
        await ws.files.write(asked, 'inside', { expect: { any: true }, signal });
        assert.deepEqual(readdirSync(ws.outside), ['a']);
        assert.deepEqual(readdirSync(ws.base), ['beside-ws', 'outside', 'ws']);
        assert.equal(readFileSync(path.join(ws.outside, 'a'), 'utf8'), 'outside');
      }),
      { numRuns: 800 },
    );
  });

  function fill(raw: string): string {
    return raw
      .replace('{root}', ws.root)
      .replace('{base}', ws.base)
      .replace('{outside}', ws.outside);
  }
});
