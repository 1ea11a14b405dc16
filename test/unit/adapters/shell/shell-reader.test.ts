import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/base/sentence';
import { mkdtemp, copyFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createShellReader } from '../../../../src/adapters/shell/shell-reader';
import { createFakeClock } from '../../fakes/clock';

const { resolve } = createRequire(__filename);
const runtimeWasm = resolve('web-tree-sitter/web-tree-sitter.wasm');
const grammarWasm = resolve('tree-sitter-bash/tree-sitter-bash.wasm');

describe('createShellReader', () => {
  let folder = '';
  const errors: unknown[] = [];
  const create = (grammar = grammarWasm) =>
    createShellReader({
      runtimeWasm,
      grammarWasm: grammar,
      clock: createFakeClock(),
      report: (error) => errors.push(error),
    });

  beforeEach(async () => {
    errors.length = 0;
    folder = await mkdtemp(path.join(tmpdir(), 'shell-reader-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reads a command by the grammar', async () => {
    const reading = await create().read('git status && npm test 2>&1 | tail -5');
    assert.equal(reading.state, 'read');
    assert.deepEqual(reading.doubts, []);
    assert.deepEqual(
      reading.parts.map((part) => part.words.map((word) => word.text).join(' ')),
      ['git status', 'npm test', 'tail -5'],
    );
    assert.deepEqual(errors, []);
  });

  it('returns the same analysis for the same text, and caches only the last ones', async () => {
    const reader = create();
    const first = await reader.read('ls');
    assert.equal(await reader.read('ls'), first);
    for (let index = 0; index < 40; index++) await reader.read(`echo ${index}`);
    const again = await reader.read('ls');
    assert.notEqual(again, first);
    assert.deepEqual(again, first);
  });

  it('leaves the command unread without a grammar, with the remedy; a later call tries again', async () => {
    const missing = path.join(folder, 'tree-sitter-bash.wasm');
    const reader = create(missing);
    const reading = await reader.read('ls');
    assert.deepEqual([reading.state, reading.parts, reading.blocked], ['unread', [], []]);
    assert.match(reading.doubts.map(inEnglish).join(), /Reinstall Gatehouse/);
    assert.equal(errors.length, 1);
    await copyFile(grammarWasm, missing);
    assert.equal((await reader.read('ls')).state, 'read');
  });

  it('leaves the command unread with an invalid grammar too', async () => {
    const broken = path.join(folder, 'broken.wasm');
    await writeFile(broken, 'no wasm');
    assert.equal((await create(broken).read('ls')).state, 'unread');
    assert.equal(errors.length, 1);
  });

  it('doubts a command beyond the time limit, and reads the next one completely', async () => {
    const clock = createFakeClock();
    let step = 0;
    const reader = createShellReader({
      runtimeWasm,
      grammarWasm,
      clock: {
        monotonic: () => {
          clock.advance(step);
          return clock.monotonic();
        },
      },
      report: (error) => errors.push(error),
    });
    await reader.read('ls');
    step = 900;
    const late = await reader.read(`echo ${'a '.repeat(4_000)}`);
    assert.match(late.doubts.map(inEnglish).join(), /over a second/);
    step = 2_000;
    assert.equal((await reader.read('echo a; '.repeat(3_000))).state, 'late');
    step = 0;
    const next = await reader.read('echo b');
    assert.deepEqual([next.doubts, next.parts.length], [[], 1]);
  });

  it('reads a chain of 1,001 commands', async () => {
    const chain = Array.from({ length: 1_001 }, (_, index) => `echo ${index}`).join(' && ');
    const reading = await create().read(chain);
    assert.deepEqual([reading.parts.length, reading.doubts.length], [1_001, 1]);
    assert.match(reading.doubts.map(inEnglish).join(), /10000 characters/);
  });
});
