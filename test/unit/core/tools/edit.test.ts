import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { bindTool } from '../../../../src/core/contracts/bind-tool';
import edit from '../../../../src/core/tools/edit';
import { createFakeFiles, stampOfText } from '../../fakes/files';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { capabilitiesWith, runTool, textOf } from './run-tool';

const source = 'function sum(a, b) {\n  return a - b;\n}\n\nfunction twice(a) {\n  return a;\n}\n';

describe('edit', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
  });
  afterEach(() => ws.dispose());

  const tool = () => bindTool(edit, capabilitiesWith({ files: ws.files, workspace: ws }));

  async function change(before: string, args: Record<string, unknown>): Promise<string> {
    const file = ws.put('ws/a.js', before);
    const text = await textOf(tool(), { path: 'a.js', ...args });
    return text.startsWith('Edited') ? readFileSync(file, 'utf8') : text;
  }

  it('replaces the one place and shows it', async () => {
    const real = ws.put('ws/a.js', source);
    const run = await runTool(tool(), { path: 'a.js', old_string: 'a - b', new_string: 'a + b' });
    assert.ok(run.ok);
    assert.equal(run.text, 'Edited a.js: 1 replacement.');
    const newText = source.replace('a - b', 'a + b');
    assert.deepEqual(run.exhibit.diffs, [{ path: real, oldText: source, newText }]);
    assert.deepEqual(run.exhibit.locations, [{ path: real, line: 2 }]);
    assert.equal(readFileSync(real, 'utf8'), newText);
  });

  it('decision 44: makes known what it left, by the real path', async () => {
    const real = ws.put('ws/a.js', '\uFEFFone');
    const run = await runTool(tool(), { path: './a.js', old_string: 'one', new_string: 'two' });
    assert.deepEqual(run.ok && run.seen, [{ real, stamp: stampOfText('\uFEFFtwo') }]);
  });

  it('replaces every place when told', async () => {
    const text = await change('x x x', { old_string: 'x', new_string: '$&y', replace_all: true });
    assert.equal(text, '$&y $&y $&y');
  });

  it('removes text', async () => {
    assert.equal(await change('one two', { old_string: ' two', new_string: '' }), 'one');
  });

  it('keeps line endings and byte order mark of Windows', async () => {
    const args = { old_string: 'b\nc', new_string: 'B\nand\nC' };
    assert.equal(await change('\uFEFFa\r\nb\r\nc\r\n', args), '\uFEFFa\r\nB\r\nand\r\nC\r\n');
  });

  it('gives new lines of a one-line edit the endings of the file', async () => {
    const args = { old_string: 'b', new_string: 'b\nc' };
    assert.equal(await change('a\r\nb\r\n', args), 'a\r\nb\r\nc\r\n');
    assert.equal(await change('a\nb\n', { old_string: 'a\r\nb', new_string: 'x\r\ny' }), 'x\ny\n');
  });

  it('finds text in the part of a mixed file that has the other ending', async () => {
    const args = { old_string: 'x\ny', new_string: 'z' };
    assert.equal(await change('a\r\nb\r\nc\r\nx\ny\r\n', args), 'a\r\nb\r\nc\r\nz\r\n');
  });

  it('changes nothing but the place, whatever the texts', async () => {
    const files = createFakeFiles();
    const fake = bindTool(edit, capabilitiesWith({ files }));
    const part = fc.stringMatching(/^[ab\n$&]{0,6}$/);
    await fc.assert(
      fc.asyncProperty(part, part, part, async (head, tail, new_string) => {
        await files.write('f', `${head}#MARK#${tail}`, {
          expect: { any: true },
          signal: new AbortController().signal,
        });
        const run = await runTool(fake, { path: 'f', old_string: '#MARK#', new_string });
        assert.ok(run.ok);
        assert.equal(files.contents.get('/ws/f'), head + new_string + tail);
      }),
    );
  });

  it('shows the nearest lines when the text is not there', async () => {
    const text = await change(source, { old_string: '  return a * b;', new_string: 'x' });
    assert.equal(
      text,
      'validation: old_string was not found. The nearest lines are:\n    2\t  return a - b;',
    );
  });

  it('says when only blanks differ', async () => {
    const text = await change(source, { old_string: '\treturn a - b;', new_string: 'x' });
    assert.match(text, /Only blanks at the ends of lines differ\. The nearest lines are:\n {4}2\t/);
  });

  it('knows a copied line number and a redacted value', async () => {
    const numbered = await change(source, { old_string: '    2\t  return a - b;', new_string: '' });
    assert.match(numbered, /begins with a line number/);
    const marked = await change(source, { old_string: 'key=[REDACTED:jwt]', new_string: '' });
    assert.match(marked, /holds a \[REDACTED:\] mark/);
  });

  it('says where the text stands when it is not unique', async () => {
    const text = await change(source, { old_string: 'return a', new_string: 'x' });
    assert.equal(text, 'validation: old_string stands in the file 2 times, at lines 2, 6.');
    const many = await change('x\n'.repeat(30), { old_string: 'x', new_string: 'y' });
    assert.match(many, /30 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more\.$/);
  });

  it('DESIGN 43: refuses a redaction mark that the file lacks', async () => {
    const args = { old_string: 'b;', new_string: 'b; // [REDACTED:secret]' };
    assert.match(await change(source, args), /^validation: The text holds \[REDACTED:secret\]/);
  });

  it('DESIGN 43: edits beside a mark that the file has', async () => {
    const args = { old_string: 'is [REDACTED:jwt]', new_string: 'was [REDACTED:jwt]' };
    assert.equal(await change('it is [REDACTED:jwt]', args), 'it was [REDACTED:jwt]');
  });

  it('expects the text it looked at, mark and all', async () => {
    const files = createFakeFiles({ f: '\uFEFFold' });
    const fake = bindTool(edit, capabilitiesWith({ files }));
    await runTool(fake, { path: 'f', old_string: 'old', new_string: 'new' });
    assert.deepEqual(files.expected, [{ text: '\uFEFFold' }]);
    assert.equal(files.contents.get('/ws/f'), '\uFEFFnew');
  });

  for (const [name, bytes] of [
    ['bytes that are no UTF-8', Uint8Array.from([0x61, 0xff, 0x62])],
    ['a binary file', Uint8Array.from([0x61, 0, 0x62])],
    ['UTF-16', Buffer.from('\uFEFFab', 'utf16le')],
  ] as const) {
    it(`does not damage ${name}`, async () => {
      const file = ws.put('ws/x', bytes);
      const text = await textOf(tool(), { path: 'x', old_string: 'a', new_string: 'c' });
      assert.match(text, /^execution: The file is not UTF-8 text/);
      assert.deepEqual(new Uint8Array(readFileSync(file)), new Uint8Array(bytes));
    });
  }

  for (const [args, wanted] of [
    [{ old_string: '', new_string: 'x' }, 'validation: old_string is empty.'],
    [{ old_string: 'x', new_string: 'x' }, /are the same: nothing would change/],
    [{ old_string: 'x' }, /^validation: /],
    [{ old_string: 'zzzz qqqq', new_string: '' }, /no line looks like it\.$/],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      const text = await change(source, args);
      if (typeof wanted === 'string') assert.equal(text, wanted);
      else assert.match(text, wanted);
    });
  }

  it('does not edit outside through a link, nor create a file', async () => {
    ws.put('outside/a', 'x');
    symlinkSync('../outside/a', path.join(ws.root, 'l'));
    const args = { old_string: 'x', new_string: 'y' };
    assert.match(await textOf(tool(), { path: 'l', ...args }), /^policy_denied: /);
    assert.match(await textOf(tool(), { path: 'new', ...args }), /^execution: No such file/);
  });
});
