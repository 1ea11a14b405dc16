import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bindTool } from '../../../../src/core/contracts/bind-tool';
import write from '../../../../src/core/tools/write';
import { createFakeFiles, stampOfText } from '../../fakes/files';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { capabilitiesWith, runTool, textOf } from './run-tool';

describe('write', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  const tool = () => bindTool(write, capabilitiesWith({ files: ws.files, workspace: ws }));

  it('creates a file and shows it as new', async () => {
    const run = await runTool(tool(), { path: 'src/a.ts', content: 'one\ntwo\n' });
    const real = path.join(ws.root, 'src/a.ts');
    assert.ok(run.ok);
    assert.equal(run.text, 'Created src/a.ts (2 lines, 8 bytes).');
    assert.deepEqual(run.output['created'], true);
    assert.deepEqual(run.exhibit, {
      diffs: [{ path: real, oldText: null, newText: 'one\ntwo\n' }],
      locations: [{ path: real, line: 1 }],
    });
    assert.equal(readFileSync(real, 'utf8'), 'one\ntwo\n');
  });

  it('replaces a file and shows what changed', async () => {
    const real = ws.put('ws/a', 'one\ntwo\nthree');
    const run = await runTool(tool(), { path: 'a', content: 'one\n2\nthree' });
    assert.ok(run.ok);
    assert.equal(run.text, 'Replaced a (3 lines, 11 bytes).');
    assert.deepEqual(run.exhibit.diffs, [
      { path: real, oldText: 'one\ntwo\nthree', newText: 'one\n2\nthree' },
    ]);
    assert.deepEqual(run.exhibit.locations, [{ path: real, line: 2 }]);
  });

  it('may empty a file', async () => {
    ws.put('ws/a', 'one');
    assert.equal(
      await textOf(tool(), { path: 'a', content: '' }),
      'Replaced a (0 lines, 0 bytes).',
    );
  });

  it('replaces a binary file without showing its bytes', async () => {
    ws.put('ws/a', Uint8Array.from([0, 1]));
    const run = await runTool(tool(), { path: 'a', content: 'text' });
    assert.equal(run.ok && run.exhibit.diffs[0]?.oldText, '[binary file, 2 bytes]');
  });

  it('bounds the texts it shows, not what it writes', async () => {
    const content = `${'x'.repeat(99)}\n`.repeat(5000);
    const run = await runTool(tool(), { path: 'a', content });
    assert.ok(run.ok);
    const shown = run.exhibit.diffs[0]?.newText ?? '';
    assert.ok(shown.length < 210_000 && /characters are not shown\]\n$/.test(shown));
    assert.equal(readFileSync(path.join(ws.root, 'a'), 'utf8'), content);
  });

  it('expects the text it looked at, so that no change in between is lost', async () => {
    const files = createFakeFiles({ 'a.txt': 'old' });
    const fake = bindTool(write, capabilitiesWith({ files }));
    await runTool(fake, { path: 'a.txt', content: 'new' });
    await runTool(fake, { path: 'b.txt', content: 'new' });
    assert.deepEqual(files.expected, [{ text: 'old' }, { absent: true }]);
  });

  it('decision 44: makes known what it wrote, by the real path', async () => {
    const real = ws.put('ws/a', 'old');
    const run = await runTool(tool(), { path: './a', content: 'new' });
    assert.deepEqual(run.ok && run.seen, [{ real, stamp: stampOfText('new') }]);
  });

  it('DESIGN 43: refuses a redaction mark that the file lacks', async () => {
    ws.put('ws/config', 'password=hunter22\n');
    const run = await runTool(tool(), { path: 'config', content: 'password=[REDACTED:secret]\n' });
    assert.ok(!run.ok);
    assert.equal(run.failure.category, 'invalid_parameters');
    assert.match(run.failure.message, /\[REDACTED:secret\], which stands for a value/);
    assert.equal(readFileSync(path.join(ws.root, 'config'), 'utf8'), 'password=hunter22\n');
    const fresh = await textOf(tool(), { path: 'new', content: '[REDACTED:jwt]' });
    assert.match(fresh, /^validation: /);
  });

  it('DESIGN 43: takes a mark that the file has already', async () => {
    ws.put('ws/doc.md', 'shown as [REDACTED:jwt]');
    const text = await textOf(tool(), { path: 'doc.md', content: 'Shown as [REDACTED:jwt].' });
    assert.match(text, /^Replaced/);
  });

  for (const [args, wanted] of [
    [{ path: '../x', content: '' }, /^policy_denied: /],
    [{ path: '.env', content: '' }, /^policy_denied: /],
    [{ path: '.', content: '' }, /^execution: This is a folder/],
    [{ path: 'a\0b', content: '' }, /^validation: /],
    [{ path: 'a' }, /^validation: /],
    [{ path: 'a', content: 1 }, /^validation: /],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      assert.match(await textOf(tool(), args), wanted);
    });
  }

  it('tells the rules which path it writes', () => {
    const prepared = tool().prepare({ path: 'a', content: '' });
    assert.ok(prepared.ok);
    assert.deepEqual(prepared.value.subject, { text: 'a', reads: [], writes: ['a'] });
    assert.equal(tool().effect, 'state_change');
  });
});
