import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure } from '../../../../src/core/contracts/failure';
import edit from '../../../../src/core/tools/edit';
import { createFakeFiles, stampOfText, type FakeFiles } from '../../fakes/files';
import type { FakeFile } from '../../fakes/file-tree';
import { capabilitiesWith, runTool, textOf } from './run-tool';

const source = 'function sum(a, b) {\n  return a - b;\n}\n\nfunction twice(a) {\n  return a;\n}\n';

const bound = (files: FakeFiles) => bindTool(edit, capabilitiesWith({ files }));

/** What the file holds then, else the refusal. */
async function change(before: string | FakeFile, args: Record<string, unknown>): Promise<string> {
  const files = createFakeFiles({ 'a.js': before });
  const text = await textOf(bound(files), { path: 'a.js', ...args });
  return text.startsWith('Edited') ? (files.contents.get('/ws/a.js') ?? '') : text;
}

describe('edit', () => {
  it('003-tools-9: replaces the one place and shows it', async () => {
    const files = createFakeFiles({ 'a.js': source });
    const args = { path: 'a.js', old_string: 'a - b', new_string: 'a + b' };
    const run = await runTool(bound(files), args);
    assert.ok(run.ok);
    assert.equal(run.text, 'Edited a.js: 1 replacement, +1 \u22121.');
    const newText = source.replace('a - b', 'a + b');
    assert.deepEqual(run.exhibit.diffs, [{ path: '/ws/a.js', oldText: source, newText }]);
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/a.js', line: 2 }]);
    assert.equal(files.contents.get('/ws/a.js'), newText);
    assert.deepEqual(files.origins, [{ sessionId: 's1', toolCallId: 'c1' }]);
  });

  it('decision 44: makes known what it left, by the real path', async () => {
    const files = createFakeFiles({ 'a.js': '\uFEFFone' });
    const args = { path: './a.js', old_string: 'one', new_string: 'two' };
    const run = await runTool(bound(files), args);
    const seen = [{ real: '/ws/a.js', stamp: stampOfText('\uFEFFtwo') }];
    assert.deepEqual(run.ok && run.seen, seen);
  });

  it('003-tools-9: replaces every occurrence on request', async () => {
    const args = { old_string: 'x', new_string: '$&y', replace_all: true };
    assert.equal(await change('x x x', args), '$&y $&y $&y');
    const files = createFakeFiles({ a: 'x\nx\n' });
    const text = await textOf(bound(files), { path: 'a', ...args });
    assert.equal(text, 'Edited a: 2 replacements, +2 \u22122.');
  });

  it('removes text', async () => {
    assert.equal(await change('one two', { old_string: ' two', new_string: '' }), 'one');
  });

  it('expects the text it looked at', async () => {
    const files = createFakeFiles({ f: '\uFEFFold' });
    await runTool(bound(files), { path: 'f', old_string: 'old', new_string: 'new' });
    assert.deepEqual(files.expected, [{ text: 'old' }]);
  });

  it('fails when the file changed in between, and leaves that', async () => {
    const files = createFakeFiles({ f: 'old' });
    const raced: FakeFiles = {
      ...files,
      read: async (...args) => {
        const read = await files.read(...args);
        files.put('f', 'old and theirs');
        return read;
      },
    };
    const args = { path: 'f', old_string: 'old', new_string: 'new' };
    assert.match(await textOf(bound(raced), args), /^execution: The file changed since/);
    assert.equal(files.contents.get('/ws/f'), 'old and theirs');
  });

  it('changes what the editor holds unsaved, and does not say that it is saved', async () => {
    const files = createFakeFiles({ f: { text: 'theirs\nold\n', unsaved: true } });
    const args = { path: 'f', old_string: 'old', new_string: 'new' };
    assert.equal(
      await textOf(bound(files), args),
      'Edited f: 1 replacement, +1 \u22121.\n[It was not saved.]',
    );
    assert.equal(files.contents.get('/ws/f'), 'theirs\nnew\n');
  });

  it('reports what saving changed, in result, diff and stamp', async () => {
    const onSave = (text: string) => text.replace('new', 'NEW;');
    const files = createFakeFiles({ f: { text: 'a\nold\nb\n', onSave } });
    const run = await runTool(bound(files), { path: 'f', old_string: 'old', new_string: 'new' });
    assert.ok(run.ok);
    assert.match(run.text, /\n\[Saving changed line 2 to:\n {4}2\tNEW;\]$/);
    assert.equal(run.exhibit.diffs[0]?.newText, 'a\nNEW;\nb\n');
    assert.deepEqual(run.seen, [{ real: '/ws/f', stamp: stampOfText('a\nNEW;\nb\n') }]);
  });
});

describe('edit and how the file was', () => {
  for (const [name, before, old_string, new_string, after] of [
    [
      'line endings and byte order mark of Windows',
      '\uFEFFa\r\nb\r\nc\r\n',
      'b\nc',
      'B\nand\nC',
      '\uFEFFa\r\nB\r\nand\r\nC\r\n',
    ],
    ['endings for new lines of a one-line edit', 'a\r\nb\r\n', 'b', 'b\nc', 'a\r\nb\r\nc\r\n'],
    ['plain endings against those given', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
    [
      'the other ending in a part of a mixed file',
      'a\r\nb\r\nc\r\nx\ny\r\n',
      'x\ny',
      'z\nz',
      'a\r\nb\r\nc\r\nz\nz\r\n',
    ],
    ['a whole line ending at the start of the place', 'a\r\nb', '\nb', '\nc', 'a\r\nc'],
    ['a missing final line ending', 'a\r\nb', 'b', 'b\nc', 'a\r\nb\r\nc'],
    ['lines that are no lines of a file', 'a\u2028b\rc', 'b', 'B', 'a\u2028B\rc'],
  ] as const) {
    it(`keeps ${name}`, async () => {
      assert.equal(await change(before, { old_string, new_string }), after);
    });
  }

  for (const encoding of ['utf16le', 'utf16be', 'windows1252'] as const) {
    it(`keeps ${encoding} byte for byte around the change`, async () => {
      const mark = encoding === 'windows1252' ? '' : '\uFEFF';
      const text = `${mark}key=\u00e9\u00ff\nname=old\n`;
      const files = createFakeFiles({ f: { text, encoding } });
      const expected = createFakeFiles({
        f: { text: text.replace('old', 'n\u00e9w'), encoding },
      });
      const run = await runTool(bound(files), {
        path: 'f',
        old_string: 'name=old',
        new_string: 'name=n\u00e9w',
      });
      assert.ok(run.ok);
      assert.deepEqual(files.bytes('f'), expected.bytes('f'));
    });
  }

  it('decisions 43, 44: a line with a key stays byte for byte when another is edited', async () => {
    const key = `key = "sk-${'a1B2'.repeat(12)}"\r\n`;
    const args = { old_string: 'debug = false', new_string: 'debug = true' };
    const after = await change(`${key}debug = false\n`, args);
    assert.equal(after, `${key}debug = true\n`);
  });

  for (const [name, bytes, why] of [
    [
      'bytes that are no UTF-8',
      Uint8Array.from([0x61, 0xff, 0x62]),
      'execution: Some bytes of the file are not valid UTF-8, and editing would damage it.',
    ],
    [
      'a binary file',
      Uint8Array.from([0x61, 0, 0x62]),
      'execution: This file is not text, and editing would damage it: binary file of unknown type, 3 bytes.',
    ],
    [
      'a PDF that looks like text',
      Buffer.from('%PDF-1.4 a'),
      'execution: This file is not text, and editing would damage it: PDF document, 10 bytes.',
    ],
  ] as const) {
    it(`does not damage ${name}`, async () => {
      const files = createFakeFiles({ x: { bytes } });
      const text = await textOf(bound(files), { path: 'x', old_string: 'a', new_string: 'c' });
      assert.equal(text, why);
      assert.deepEqual(files.bytes('x'), bytes);
    });
  }
});

describe('edit refuses', () => {
  it('decision 43: a redaction mark that the file lacks', async () => {
    const args = { old_string: 'b;', new_string: 'b; // [REDACTED:secret]' };
    assert.match(await change(source, args), /^validation: The text contains \[REDACTED:secret\]/);
  });

  it('decision 43: but not a mark that the file has', async () => {
    const args = { old_string: 'is [REDACTED:jwt]', new_string: 'was [REDACTED:jwt]' };
    assert.equal(await change('it is [REDACTED:jwt]', args), 'it was [REDACTED:jwt]');
  });

  const full = failure('execution', 'No space is left on the disk: /ws/full');
  const denied = failure('policy_denied', 'The file settings deny access to this path: .env');
  const vanished = failure('execution', 'No such file or folder: gone');
  const x = { old_string: 'x', new_string: 'y' };
  for (const [args, wanted] of [
    [{ path: 'a.js', old_string: '', new_string: 'x' }, 'validation: old_string is empty.'],
    [
      { path: 'a.js', old_string: 'x', new_string: 'x' },
      'validation: old_string and new_string are the same: nothing would change. Check both and call again.',
    ],
    [
      { path: 'a.js', old_string: ';\r\n', new_string: ';\n' },
      'validation: Nothing would change: edit keeps the line endings of the file.',
    ],
    [{ path: 'a.js', old_string: 'x' }, /^validation: /],
    [{ path: 'new', ...x }, /^execution: No such file/],
    [{ path: 'src', ...x }, /^execution: This is a folder/],
    [{ path: '../a.js', ...x }, /^policy_denied: /],
    [{ path: '.env', ...x }, /^policy_denied: The file settings deny/],
    [{ path: 'huge', ...x }, /^execution: The file is too large/],
    [{ path: 'gone', ...x }, /^execution: No such file/],
    [{ path: 'full', ...x }, /^execution: No space is left on the disk/],
  ] as const) {
    it(`${JSON.stringify(args)}, and changes nothing`, async () => {
      const files = createFakeFiles({
        'a.js': 'a;\nb\n',
        'src/x': 'x',
        '.env': { text: 'x', failure: denied },
        gone: { text: 'x', failure: vanished },
        huge: { text: 'x', size: 2 ** 30 },
        full: { text: 'x', writeFailure: full },
      });
      const before = new Map(files.contents);
      const got = await textOf(bound(files), args);
      if (typeof wanted === 'string') assert.equal(got, wanted);
      else assert.match(got, wanted);
      assert.deepEqual(files.contents, before);
    });
  }
});
