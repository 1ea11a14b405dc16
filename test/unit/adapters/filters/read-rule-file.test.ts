import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readRuleFile } from '../../../../src/adapters/filters/read-rule-file';

describe('a rule file', () => {
  let folder = '';
  const file = () => path.join(folder, 'filters.toml');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rule-file-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read as UTF-8, without a byte order mark', async () => {
    await writeFile(file(), '\uFEFF# é\n');
    assert.deepEqual(await readRuleFile(file()), { kind: 'text', text: '# é\n' });
  });

  it('may be absent, and so may its folder', async () => {
    assert.deepEqual(await readRuleFile(file()), { kind: 'absent' });
    assert.deepEqual(await readRuleFile(path.join(folder, 'no', 'filters.toml')), {
      kind: 'absent',
    });
  });

  it('003-safety-1: is refused above 1 MiB', async () => {
    await writeFile(file(), '#'.repeat(1024 * 1024));
    assert.equal((await readRuleFile(file())).kind, 'text');
    await writeFile(file(), '#'.repeat(1024 * 1024 + 1));
    assert.deepEqual(await readRuleFile(file()), { kind: 'too-large' });
  });

  it('reports that it is not text or not a file', async () => {
    await writeFile(file(), Buffer.from([0x23, 0xff, 0xfe]));
    assert.deepEqual(await readRuleFile(file()), {
      kind: 'unreadable',
      why: say`it is not UTF-8 text`,
    });
    await mkdir(path.join(folder, 'folder.toml'));
    assert.deepEqual(await readRuleFile(path.join(folder, 'folder.toml')), {
      kind: 'unreadable',
      why: say`it is not a file`,
    });
  });
});
