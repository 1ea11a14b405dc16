import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure } from '../../../../src/core/contracts/failure';
import read from '../../../../src/core/tools/read';
import { createFakeFiles, stampOfText } from '../../fakes/files';
import type { FakeFile } from '../../fakes/file-tree';
import { capabilitiesWith, runTool, textOf } from './run-tool';

const toolFor = (files: Readonly<Record<string, string | FakeFile>>) =>
  bindTool(read, capabilitiesWith({ files: createFakeFiles(files) }));

describe('read', () => {
  it('003-tools-8: answers numbered lines', async () => {
    const tool = toolFor({ 'a.txt': 'one\ntwo\n' });
    assert.equal(await textOf(tool, { path: 'a.txt' }), '    1\tone\n    2\ttwo');
  });

  it('answers where it is and how long it is', async () => {
    const tool = toolFor({ 'src/a.txt': 'one\ntwo\n' });
    const run = await runTool(tool, { path: '/ws/src/../src/a.txt', offset: 2 });
    assert.ok(run.ok);
    assert.deepEqual(run.output, {
      content: '    2\ttwo',
      path: 'src/a.txt',
      real_path: '/ws/src/a.txt',
      total_lines: 2,
      first_line: 2,
      notes: [],
      truncated: false,
    });
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/src/a.txt', line: 2 }]);
  });

  it('says what was left out and how to continue', async () => {
    const tool = toolFor({ a: 'x\n'.repeat(3000) });
    const all = await textOf(tool, { path: 'a' });
    assert.match(all, /\n 2000\tx\n\[Lines 1-2000 of 3000\. Continue with offset 2001\.\]$/);
    assert.equal(
      await textOf(tool, { path: 'a', offset: 10, limit: 1 }),
      '   10\tx\n[Line 10 of 3000. Continue with offset 11.]',
    );
    assert.doesNotMatch(await textOf(tool, { path: 'a', offset: 2001 }), /Continue/);
  });

  it('bounds one answer and continues where it stopped', async () => {
    const tool = toolFor({ a: `${'x'.repeat(999)}\n`.repeat(500) });
    assert.match(
      await textOf(tool, { path: 'a' }),
      /\[Lines 1-100 of 500\. Continue with offset 101\.\]$/,
    );
  });

  it('shows the start of a line that alone is too long', async () => {
    const tool = toolFor({ a: `${'x'.repeat(150_000)}\nnext` });
    assert.match(
      await textOf(tool, { path: 'a' }),
      /x\n\[Line 1 of 2 has 150000 characters; the first 100000 are shown\. Continue with offset 2\.\]$/,
    );
  });

  for (const [name, file, wanted] of [
    ['an empty file', { text: '' }, '[The file is empty.]'],
    [
      'text of Windows without its endings and mark',
      { text: '\uFEFFone\r\ntwo\r\n' },
      '    1\tone\n    2\ttwo',
    ],
    [
      'bytes that are no text',
      { bytes: Uint8Array.from([0x61, 0xff]) },
      '    1\ta\uFFFD\n[Some bytes are not valid text and are shown as \uFFFD.]',
    ],
    [
      'UTF-16 by the name that people use',
      { text: '\uFEFFa', encoding: 'utf16le' },
      '    1\ta\n[The file is UTF-16 LE, shown as text.]',
    ],
    [
      'an old encoding by its name',
      { text: 'caf\u00e9', encoding: 'windows1252' },
      '    1\tcaf\u00e9\n[The file is Windows-1252, shown as text.]',
    ],
    [
      'what the editor holds unsaved',
      { text: 'new', unsaved: true },
      '    1\tnew\n[This is the text in the editor; it has unsaved changes.]',
    ],
  ] as const) {
    it(`shows ${name}`, async () => {
      assert.equal(await textOf(toolFor({ x: file }), { path: 'x' }), wanted);
    });
  }

  it('002-state-3: makes the file known by its real path and whole content', async () => {
    const run = await runTool(toolFor({ a: 'one\ntwo\n' }), { path: './a' });
    const seen = [{ real: '/ws/a', stamp: stampOfText('one\ntwo\n') }];
    assert.deepEqual(run.ok && run.seen, seen);
  });

  it('W14: a partial read makes it known too, a failed one does not', async () => {
    const tool = toolFor({ a: 'one\ntwo\n' });
    const part = await runTool(tool, { path: 'a', offset: 2, limit: 1 });
    const seen = [{ real: '/ws/a', stamp: stampOfText('one\ntwo\n') }];
    assert.deepEqual(part.ok && part.seen, seen);
    assert.equal((await runTool(tool, { path: 'a', offset: 9 })).ok, false);
  });

  const denied = failure('policy_denied', 'The file settings deny access to this path: .env');
  const vanished = failure('execution', 'No such file or folder: gone');
  const rights = failure('execution', 'Permission denied: locked', { category: 'policy_blocked' });
  for (const [args, wanted] of [
    [{ path: 'missing' }, 'execution: No such file or folder: /ws/missing'],
    [{ path: 'src' }, 'execution: This is a folder, not a file: /ws/src'],
    [{ path: '../x' }, 'policy_denied: This path is outside the workspace: /x'],
    [{ path: '.env' }, 'policy_denied: The file settings deny access to this path: .env'],
    [{ path: 'gone' }, 'execution: No such file or folder: gone'],
    [{ path: 'locked' }, 'execution: Permission denied: locked'],
    [{ path: 'src/a', offset: 3 }, 'validation: The file has 1 line; offset 3 is past the end.'],
    [{ path: 'src/a', offset: 0 }, /^validation: /],
    [{ path: 'src/a', limit: 0 }, /^validation: /],
    [{ path: '' }, /^validation: /],
    [{}, /^validation: /],
    [{ path: 'src/a', lines: 3 }, /^validation: /],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      const got = await textOf(
        toolFor({
          'src/a': 'x',
          '.env': { text: 'KEY=1', failure: denied },
          gone: { text: 'x', failure: vanished },
          locked: { text: 'x', failure: rights },
        }),
        args,
      );
      if (typeof wanted === 'string') assert.equal(got, wanted);
      else assert.match(got, wanted);
    });
  }

  it('names the path it reads, for rules', () => {
    const prepared = toolFor({}).prepare({ path: 'src/a' });
    assert.ok(prepared.ok);
    assert.deepEqual(prepared.value.subject, { text: 'src/a', reads: ['src/a'], writes: [] });
    assert.equal(prepared.value.label, 'src/a');
  });
});

describe('read of what is no text', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0', 'latin1');
  for (const [path, bytes, wanted] of [
    [
      'a.png',
      png,
      '[a.png: PNG image, 640 \u00d7 480 pixels, 24 bytes. Its content is not shown.]',
    ],
    [
      'a.pdf',
      Buffer.from('%PDF-1.7\nplain text all through\n'),
      '[a.pdf: PDF document, 32 bytes. Its content is not shown. To read its text, use bash with a program such as pdftotext.]',
    ],
    [
      'a.bin',
      Uint8Array.from([1, 0, 255]),
      '[a.bin: binary file of unknown type, 3 bytes. Its content is not shown. First bytes: 01 00 ff]',
    ],
    [
      'a.gz',
      Uint8Array.from([0x1f, 0x8b, 8, 0]),
      '[a.gz: gzip archive, 4 bytes. Its content is not shown. First bytes: 1f 8b 08 00]',
    ],
    [
      'key.bin',
      Buffer.from(`\0\x01AKIAIOSFODNN7EXAMPLE\0`, 'latin1'),
      '[key.bin: binary file of unknown type, 23 bytes. Its content is not shown.]',
    ],
    [
      'a.gif, whose bytes are no valid text',
      Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
      '[a.gif, whose bytes are no valid text: GIF image, 65535 \u00d7 65535 pixels, 10 bytes. Its content is not shown.]',
    ],
  ] as const) {
    it(`describes ${path}`, async () => {
      assert.equal(await textOf(toolFor({ [path]: { bytes } }), { path }), wanted);
    });
  }

  it('shows text that only begins like a program', async () => {
    assert.equal(
      await textOf(toolFor({ a: 'MZ is a text' }), { path: 'a' }),
      '    1\tMZ is a text',
    );
  });

  it('002-state-3: a binary file is known when it was looked at', async () => {
    const run = await runTool(toolFor({ x: { text: '\0' } }), { path: 'x' });
    assert.deepEqual(run.ok && run.seen, [{ real: '/ws/x', stamp: stampOfText('\0') }]);
  });
});

describe('read of a file that is too large', () => {
  const size = 1.5 * 1024 * 1024 * 1024;
  const log = { text: 'line\n'.repeat(300), size };
  const note =
    '[log is 1.5 GB, too large to read whole (at most 10 MB): only these lines are shown.]';
  const remedy =
    "[Search it with grep, or read other lines with bash, for example: sed -n '1000,1200p' FILE]";

  it('shows its first lines and says how to go on', async () => {
    const lines = (await textOf(toolFor({ log }), { path: 'log' })).split('\n');
    assert.deepEqual(lines.slice(-3), ['  200\tline', note, remedy]);
    assert.equal(lines.length, 202);
  });

  it('shows other lines that are near its beginning, and none further down', async () => {
    const part = await textOf(toolFor({ log }), { path: 'log', offset: 20, limit: 1 });
    assert.equal(part, `   20\tline\n${note}\n${remedy}`);
    const far = await textOf(toolFor({ log }), { path: 'log', offset: 5000 });
    assert.equal(
      far,
      `[log is 1.5 GB, too large to read whole (at most 10 MB): lines this far down cannot be shown.]\n${remedy}`,
    );
  });

  it('leaves out the last line of its beginning, which is cut', async () => {
    const cut = { text: 'first\nsecond is cut he', size };
    const text = await textOf(toolFor({ cut }), { path: 'cut' });
    assert.match(text, /^ {4}1\tfirst\n\[/);
  });

  it('decision 44: does not make it known', async () => {
    const run = await runTool(toolFor({ log }), { path: 'log' });
    assert.deepEqual(run.ok && [run.seen, run.output['truncated']], [[], true]);
  });

  it('names a large file that is no text', async () => {
    const bytes = Buffer.from('\0\0\0\x18ftypisom', 'latin1');
    assert.equal(
      await textOf(toolFor({ 'a.mp4': { bytes, size } }), { path: 'a.mp4' }),
      '[a.mp4: MP4 video, 1.5 GB. Its content is not shown. First bytes: 00 00 00 18 66 74 79 70 69 73 6f 6d]',
    );
  });
});
