import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { diskGlobs } from '../../../../src/adapters/search/expand-glob';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

describe('what a glob stands for', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
    for (const file of ['a.ts', 'B.ts', '.hidden.ts', 'sub/c.ts', 'sub/in/d.ts', '-x.ts', 'ä.md']) {
      ws.put(`ws/${file}`, '');
    }
    symlinkSync('../outside', path.join(ws.root, 'out'));
    ws.put('outside/e.ts', '');
  });
  afterEach(() => ws.dispose());

  const names = async (glob: string): Promise<readonly string[] | undefined> =>
    (await diskGlobs.expand(ws.root, glob, quietSignal()))?.toSorted();

  const expected: Readonly<Record<string, readonly string[]>> = {
    '*.ts': ['-x.ts', 'B.ts', 'a.ts'],
    '?.ts': ['B.ts', 'a.ts'],
    'b.*': [],
    '[ab].ts': ['B.ts', 'a.ts'],
    '.h*': ['.hidden.ts'],
    '.*': ['.', '..', '.hidden.ts'],
    '*/*.ts': ['out/e.ts', 'sub/c.ts'],
    '**/*.ts': ['out/e.ts', 'sub/c.ts'],
    '*/': ['out/', 'sub/'],
    '*/c.ts': ['sub/c.ts'],
    'sub/*/d.ts': ['sub/in/d.ts'],
    'none/*': [],
    '{a,no}.ts': ['a.ts', 'no.ts'],
    '{a,s*}': ['a', 'sub'],
    'sub/{c,in/d}.ts': ['sub/c.ts', 'sub/in/d.ts'],
    '{1..3}': ['1', '2', '3'],
    '*.md': ['ä.md'],
  };
  for (const [glob, found] of Object.entries(expected)) {
    it(`${glob} is ${found.length === 0 ? 'no name' : found.join(' ')}`, async () => {
      assert.deepEqual(await names(glob), found);
    });
  }

  it('is not known where it is too long, stands for too many, or is no longer wanted', async () => {
    assert.equal(await names('*'.repeat(1001)), undefined);
    assert.equal(await names('{1..9999}'), undefined);
    for (let count = 0; count < 1001; count += 1) ws.put(`ws/many/${String(count)}.txt`, '');
    assert.equal(await names('many/*'), undefined);
    assert.equal((await names('many/1*'))?.length, 112);
    assert.equal(await diskGlobs.expand(ws.root, '*', AbortSignal.abort()), undefined);
  });
});
