import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure } from '../../../../src/core/contracts/failure';
import write from '../../../../src/core/tools/write';
import { createFakeFiles, stampOfText, type FakeFiles } from '../../fakes/files';
import type { FakeFile } from '../../fakes/file-tree';
import { capabilitiesWith, runTool, textOf } from './run-tool';

const bound = (files: FakeFiles) => bindTool(write, capabilitiesWith({ files }));
const toolFor = (files: Readonly<Record<string, string | FakeFile>>) =>
  bound(createFakeFiles(files));

describe('write', () => {
  it('003-tools-10: creates a file and shows it as new', async () => {
    const files = createFakeFiles();
    const run = await runTool(bound(files), { path: 'src/a.ts', content: 'one\ntwo\n' });
    assert.ok(run.ok);
    assert.equal(run.text, 'Created src/a.ts: 2 lines, 8 bytes.');
    assert.deepEqual(run.output['created'], true);
    assert.deepEqual(run.exhibit, {
      diffs: [{ path: '/ws/src/a.ts', oldText: null, newText: 'one\ntwo\n' }],
      locations: [{ path: '/ws/src/a.ts', line: 1 }],
    });
    assert.equal(files.contents.get('/ws/src/a.ts'), 'one\ntwo\n');
  });

  it('003-tools-10: replaces a file and shows what changed', async () => {
    const args = { path: 'a', content: 'one\n2\nthree' };
    const run = await runTool(toolFor({ a: 'one\ntwo\nthree' }), args);
    assert.ok(run.ok);
    assert.equal(run.text, 'Replaced a: 3 lines, 11 bytes, +1 \u22121.');
    assert.deepEqual(run.exhibit.diffs, [
      { path: '/ws/a', oldText: 'one\ntwo\nthree', newText: 'one\n2\nthree' },
    ]);
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/a', line: 2 }]);
  });

  it('may empty a file', async () => {
    const text = await textOf(toolFor({ a: 'one' }), { path: 'a', content: '' });
    assert.equal(text, 'Replaced a: 0 lines, 0 bytes, +0 \u22121.');
  });

  it('replaces a binary file, which the card names instead of its bytes', async () => {
    const tool = toolFor({ a: { bytes: Uint8Array.from([0x1f, 0x8b, 0]) } });
    const run = await runTool(tool, { path: 'a', content: 'text' });
    assert.ok(run.ok);
    assert.equal(
      run.text,
      'Replaced a: 1 line, 4 bytes.\n[The file was not text before: gzip archive, 3 bytes.]',
    );
    assert.equal(run.exhibit.diffs[0]?.oldText, '[gzip archive, 3 bytes]');
  });

  it('bounds the texts it shows, not what it writes', async () => {
    const files = createFakeFiles();
    const content = `${'x'.repeat(99)}\n`.repeat(5000);
    const run = await runTool(bound(files), { path: 'a', content });
    assert.ok(run.ok);
    const shown = run.exhibit.diffs[0]?.newText ?? '';
    assert.ok(shown.length < 210_000 && /characters not shown: [\d,]+\]\n$/.test(shown));
    assert.equal(files.contents.get('/ws/a'), content);
  });

  it('expects the text it looked at, so that no change in between is lost', async () => {
    const files = createFakeFiles({ a: 'old', b: { bytes: Uint8Array.from([0]) } });
    for (const path of ['a', 'b', 'c']) await runTool(bound(files), { path, content: 'new' });
    assert.deepEqual(files.expected, [{ text: 'old' }, { any: true }, { absent: true }]);
    assert.deepEqual(files.origins[0], { sessionId: 's1', toolCallId: 'c1' });
  });

  it('does not write what the file holds already, and makes it known', async () => {
    const files = createFakeFiles({ a: 'same\n' });
    const run = await runTool(bound(files), { path: 'a', content: 'same\n' });
    assert.ok(run.ok);
    assert.equal(run.text, 'a already has exactly this content; nothing was written.');
    assert.deepEqual([files.expected, run.exhibit.diffs], [[], []]);
    assert.deepEqual(run.seen, [{ real: '/ws/a', stamp: stampOfText('same\n') }]);
  });

  it('decision 44: makes known what it wrote, by the real path', async () => {
    const run = await runTool(toolFor({ a: 'old' }), { path: './a', content: 'new' });
    assert.deepEqual(run.ok && run.seen, [{ real: '/ws/a', stamp: stampOfText('new') }]);
  });

  describe('and how the file was', () => {
    it('keeps the line endings of Windows, and says so', async () => {
      const files = createFakeFiles({ a: '\uFEFFone\r\ntwo\r\n' });
      const text = await textOf(bound(files), { path: 'a', content: '1\ntwo\n' });
      assert.equal(
        text,
        'Replaced a: 2 lines, 11 bytes, +1 \u22121.\n[The line endings of the file (CRLF) are kept.]',
      );
      assert.equal(files.contents.get('/ws/a'), '\uFEFF1\r\ntwo\r\n');
    });

    it('writes the line endings it was given otherwise', async () => {
      const files = createFakeFiles({ a: 'one\ntwo\n', b: 'one\r\ntwo\r\n' });
      await runTool(bound(files), { path: 'a', content: 'x\r\ny\r\n' });
      await runTool(bound(files), { path: 'b', content: 'x\r\ny\n' });
      assert.equal(files.contents.get('/ws/a'), 'x\r\ny\r\n');
      assert.equal(files.contents.get('/ws/b'), 'x\r\ny\n');
    });

    it('takes a byte order mark of a new text for one', async () => {
      const text = await textOf(toolFor({}), { path: 'a', content: '\uFEFFone\n' });
      assert.equal(text, 'Created a: 1 line, 7 bytes.');
    });

    it('keeps the encoding', async () => {
      const files = createFakeFiles({ a: { text: 'caf\u00e9', encoding: 'windows1252' } });
      await runTool(bound(files), { path: 'a', content: '\u00e9t\u00e9' });
      assert.deepEqual([...(files.bytes('a') ?? [])], [0xe9, 0x74, 0xe9]);
    });
  });

  describe('when saving changes the text', () => {
    const formatted = { text: 'x\n', onSave: (text: string) => text.replaceAll("'", '"') };

    it('reports what is on disk: diff, lines, stamp and the lines that differ', async () => {
      const tool = toolFor({ a: { ...formatted, notes: ['It was formatted on saving.'] } });
      const run = await runTool(tool, { path: 'a', content: "one\n'two'\nthree\n" });
      assert.ok(run.ok);
      const onDisk = 'one\n"two"\nthree\n';
      assert.equal(
        run.text,
        'Replaced a: 3 lines, 16 bytes, +3 \u22121.\n[It was formatted on saving.]\n[Saving changed line 2 to:\n    2\t"two"]',
      );
      assert.equal(run.exhibit.diffs[0]?.newText, onDisk);
      assert.deepEqual(run.seen, [{ real: '/ws/a', stamp: stampOfText(onDisk) }]);
    });

    it('asks to read again what changed all over', async () => {
      const onSave = (text: string) => text.replaceAll('x', 'y');
      const content = 'x\n'.repeat(100);
      const text = await textOf(toolFor({ a: { text: '', onSave } }), { path: 'a', content });
      assert.match(
        text,
        /\[Saving changed 100 lines\. Read the file again before you edit it\.\]$/,
      );
    });

    it('says which lines saving removed', async () => {
      const onSave = (text: string) => text.replace(/\n\n+$/, '\n');
      const content = 'x\n\n\n';
      const text = await textOf(toolFor({ a: { onSave } }), { path: 'a', content });
      assert.match(text, /\[Saving removed lines after line 1\.\]$/);
    });
  });

  it('says that a file with unsaved changes is not saved', async () => {
    const tool = toolFor({ a: { text: 'mine', unsaved: true } });
    assert.equal(
      await textOf(tool, { path: 'a', content: 'new' }),
      'Replaced a: 1 line, 3 bytes, +1 \u22121.\n[It was not saved.]',
    );
  });

  it('passes on the notes of the port', async () => {
    const tool = toolFor({ a: { text: 'old', notes: ['This change cannot be undone.'] } });
    const text = await textOf(tool, { path: 'a', content: 'new' });
    assert.match(text, /\n\[This change cannot be undone\.\]$/);
  });

  describe('of a notebook', () => {
    const notebook = { cells: [{ cell_type: 'raw', source: 'x' }], nbformat: 4 };
    it('takes one that opens', async () => {
      const content = JSON.stringify(notebook);
      assert.match(await textOf(toolFor({}), { path: 'a.ipynb', content }), /^Created/);
    });

    it('refuses what would not open any more, and says why', async () => {
      const files = createFakeFiles();
      for (const [content, why] of [
        ['print(1)', 'it is no JSON'],
        ['{}', 'it has no list "cells"'],
        ['{"cells": [{}], "nbformat": 4}', 'its cell 1 has no "cell_type"'],
      ] as const) {
        const text = await textOf(bound(files), { path: 'A.IPYNB', content });
        assert.ok(text.startsWith(`validation: The content is not a valid notebook: ${why}`), text);
      }
      assert.deepEqual(files.expected, []);
    });
  });

  it('decision 43: refuses a redaction mark that the file lacks', async () => {
    const files = createFakeFiles({ config: 'password=hunter22\n' });
    const args = { path: 'config', content: 'password=[REDACTED:secret]\n' };
    const run = await runTool(bound(files), args);
    assert.ok(!run.ok);
    assert.equal(run.failure.category, 'invalid_parameters');
    assert.match(run.failure.message, /\[REDACTED:secret\], a mark for a value/);
    assert.equal(files.contents.get('/ws/config'), 'password=hunter22\n');
    const fresh = await textOf(bound(files), { path: 'new', content: '[REDACTED:jwt]' });
    assert.match(fresh, /^validation: /);
  });

  it('decision 43: judges by what the editor holds, and takes a mark that is there', async () => {
    const tool = toolFor({ 'doc.md': { text: 'shown as [REDACTED:jwt]', unsaved: true } });
    const text = await textOf(tool, { path: 'doc.md', content: 'Shown as [REDACTED:jwt].' });
    assert.match(text, /^Replaced/);
  });

  const full = failure('execution', 'No space is left on the disk: /ws/full');
  const denied = failure('policy_denied', 'The file settings deny access to this path: .env');
  for (const [args, wanted] of [
    [{ path: '../x', content: '' }, /^policy_denied: This path is outside/],
    [{ path: '.env', content: '' }, /^policy_denied: The file settings deny/],
    [{ path: 'src', content: '' }, /^execution: This is a folder, not a file/],
    [{ path: 'a/b', content: 'x' }, /^execution: A part of the path is a file/],
    [{ path: 'huge', content: 'x' }, /^execution: The file is too large/],
    [{ path: 'full', content: 'x' }, /^execution: No space is left on the disk/],
    [{ path: 'new/full', content: 'x' }, /^execution: No space is left on the disk/],
    [{ path: 'a' }, /^validation: /],
    [{ path: 'a', content: 1 }, /^validation: /],
    [{ path: '', content: '' }, /^validation: /],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}, and changes nothing`, async () => {
      const files = createFakeFiles({
        a: 'file',
        'src/x': '',
        huge: { text: 'old', size: 2 ** 30 },
        full: { text: 'old', writeFailure: full },
        'new/full': { writeFailure: full },
        '.env': { text: 'KEY=1', failure: denied },
      });
      const before = new Map(files.contents);
      assert.match(await textOf(bound(files), args), wanted);
      assert.deepEqual(files.contents, before);
    });
  }

  it('names the path it writes, for rules', () => {
    const tool = toolFor({});
    const prepared = tool.prepare({ path: 'a', content: '' });
    assert.ok(prepared.ok);
    assert.deepEqual(prepared.value.subject, { text: 'a', reads: [], writes: ['a'] });
    assert.equal(tool.effect, 'state_change');
  });
});
