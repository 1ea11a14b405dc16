import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/bind-tool';
import read from '../../../../src/core/tools/read';
import { stampOfText } from '../../fakes/files';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { capabilitiesWith, runTool, textOf } from './run-tool';

describe('read', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  const tool = () => bindTool(read, capabilitiesWith({ files: ws.files, workspace: ws }));
  const text = (args: unknown) => textOf(tool(), args);

  it('answers numbered lines', async () => {
    ws.put('ws/a.txt', 'one\ntwo\n');
    assert.equal(await text({ path: 'a.txt' }), '    1\tone\n    2\ttwo');
  });

  it('answers where it is and how long it is', async () => {
    const real_path = ws.put('ws/src/a.txt', 'one\ntwo\n');
    const run = await runTool(tool(), { path: `${ws.root}/src/../src/a.txt`, offset: 2 });
    assert.ok(run.ok);
    assert.deepEqual(run.output, {
      content: '    2\ttwo',
      path: 'src/a.txt',
      real_path,
      total_lines: 2,
      first_line: 2,
      notes: [],
      truncated: false,
    });
    assert.deepEqual(run.exhibit.locations, [{ path: real_path, line: 2 }]);
  });

  it('says what was left out and how to continue', async () => {
    ws.put('ws/a', 'x\n'.repeat(3000));
    const all = await text({ path: 'a' });
    assert.match(all, /\n 2000\tx\n\[Lines 1-2000 of 3000\. Continue with offset 2001\.\]$/);
    assert.equal(
      await text({ path: 'a', offset: 10, limit: 1 }),
      '   10\tx\n[Lines 10 of 3000. Continue with offset 11.]',
    );
    assert.doesNotMatch(await text({ path: 'a', offset: 2001 }), /Continue/);
  });

  it('bounds one answer and continues where it stopped', async () => {
    ws.put('ws/a', `${'x'.repeat(999)}\n`.repeat(500));
    assert.match(await text({ path: 'a' }), /\[Lines 1-100 of 500\. Continue with offset 101\.\]$/);
  });

  it('shows the start of a line that alone is too long', async () => {
    ws.put('ws/a', `${'x'.repeat(150_000)}\nnext`);
    assert.match(
      await text({ path: 'a' }),
      /x\n\[Line 1 of 2 has 150000 characters; the first 100000 are shown\. Continue with offset 2\.\]$/,
    );
  });

  it('shows text of Windows without its line endings and mark', async () => {
    ws.put('ws/a', '\uFEFFone\r\ntwo\r\n');
    assert.equal(await text({ path: 'a' }), '    1\tone\n    2\ttwo');
  });

  for (const [name, content, wanted] of [
    ['an empty file', '', '[The file is empty.]'],
    [
      'a binary file',
      Uint8Array.from([1, 0, 2]),
      '[x is a binary file (3 bytes); its content is not shown.]',
    ],
    [
      'bytes that are no text',
      Uint8Array.from([0x61, 0xff]),
      '    1\ta\uFFFD\n[Some bytes are no valid text and are shown as \uFFFD.]',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFFa', 'utf16le'),
      '    1\ta\n[The file is UTF-16LE, shown as text.]',
    ],
  ] as const) {
    it(`tells of ${name}`, async () => {
      ws.put('ws/x', content);
      assert.equal(await text({ path: 'x' }), wanted);
    });
  }

  it('002: makes the file known by its real path and whole content', async () => {
    const real = ws.put('ws/a', 'one\ntwo\n');
    const run = await runTool(tool(), { path: './a' });
    assert.deepEqual(run.ok && run.seen, [{ real, stamp: stampOfText('one\ntwo\n') }]);
  });

  it('W14: a partial read makes it known too, a failed one does not', async () => {
    const real = ws.put('ws/a', 'one\ntwo\n');
    const part = await runTool(tool(), { path: 'a', offset: 2, limit: 1 });
    assert.deepEqual(part.ok && part.seen, [{ real, stamp: stampOfText('one\ntwo\n') }]);
    const past = await runTool(tool(), { path: 'a', offset: 9 });
    assert.equal(past.ok, false);
  });

  it('002: a binary file is known when it was looked at', async () => {
    const real = ws.put('ws/x', '\0');
    const run = await runTool(tool(), { path: 'x' });
    assert.deepEqual(run.ok && run.seen, [{ real, stamp: stampOfText('\0') }]);
  });

  for (const [args, wanted] of [
    [{ path: 'missing' }, 'execution: No such file or folder: missing'],
    [{ path: 'src' }, 'execution: This is a folder, not a file: src'],
    [{ path: '../x' }, /^policy_denied: This path lies outside the workspace/],
    [{ path: '.env' }, 'policy_denied: The file settings forbid this path: .env'],
    [{ path: 'file:///etc/passwd' }, 'validation: This is a URI, not a path.'],
    [{ path: 'src/a', offset: 3 }, 'validation: The file has 1 lines; offset 3 is past its end.'],
    [{ path: 'src/a', offset: 0 }, /^validation: /],
    [{ path: '' }, /^validation: /],
    [{}, /^validation: /],
    [{ path: 'src/a', lines: 3 }, /^validation: /],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      ws.put('ws/src/a', 'x');
      const got = await text(args);
      if (typeof wanted === 'string') assert.equal(got, wanted);
      else assert.match(got, wanted);
    });
  }

  it('does not read more than 10 MB and says what else to do', async () => {
    ws.put('ws/big', new Uint8Array(10 * 1024 * 1024 + 1));
    const run = await runTool(tool(), { path: 'big' });
    assert.match(run.ok ? '' : run.failure.suggestion, /grep/);
  });

  it('tells the rules which path it reads', () => {
    const prepared = tool().prepare({ path: 'src/a' });
    assert.ok(prepared.ok);
    assert.deepEqual(prepared.value.subject, { text: 'src/a', reads: ['src/a'], writes: [] });
    assert.equal(prepared.value.label, 'src/a');
  });
});
