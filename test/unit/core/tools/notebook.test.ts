import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseNotebook } from '../../../../src/core/tools/files/notebook';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import edit from '../../../../src/core/tools/edit';
import read from '../../../../src/core/tools/read';
import { createFakeFiles, type FakeFiles } from '../../fakes/files';
import { capabilitiesWith, textOf } from './run-tool';

const code = (source: unknown, outputs: readonly unknown[] = []) => ({
  cell_type: 'code',
  execution_count: null,
  metadata: {},
  outputs,
  source,
});
const markdown = (source: unknown) => ({ cell_type: 'markdown', metadata: {}, source });
const notebook = (cells: readonly unknown[], indent = ' ') =>
  `${JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 }, null, indent)}\n`;

const readIn = (files: FakeFiles, args: object = {}) =>
  textOf(bindTool(read, capabilitiesWith({ files })), { path: 'a.ipynb', ...args });
const editIn = (files: FakeFiles, old_string: string, new_string: string, more: object = {}) =>
  textOf(bindTool(edit, capabilitiesWith({ files })), {
    path: 'a.ipynb',
    old_string,
    new_string,
    ...more,
  });

const png = { data: { 'image/png': 'iVBO'.repeat(3000), 'text/plain': ['<Figure>'] } };
const cells = [
  markdown('# Title\n\nText'),
  code(['import x\n', 'x.plot()'], [{ output_type: 'display_data', ...png, metadata: {} }]),
  code([]),
  code('y = 2', [
    { output_type: 'stream', name: 'stdout', text: ['\u001b[31mred\u001b[0m\n', '10%\r100%\n'] },
    { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['long'] },
  ]),
];
const note = (count: string) =>
  `[Notebook of ${count}. Use edit to change the source of a cell; to add or remove cells, write the whole JSON.]`;

describe('read of a notebook', () => {
  it('answers cells with type and language, numbered lines, and outputs in short', async () => {
    const files = createFakeFiles({ 'a.ipynb': notebook(cells) });
    assert.equal(
      await readIn(files),
      [
        '[cell 1: markdown]',
        '    1\t# Title',
        '    2\t',
        '    3\tText',
        '[cell 2: code, python]',
        '    4\timport x',
        '    5\tx.plot()',
        '  out\t<Figure>',
        '  out\t[image/png, 8.8 KB, not shown]',
        '[cell 3: code, python, empty]',
        '[cell 4: code, python]',
        '    6\ty = 2',
        '  out\tred',
        '  out\t100%',
        '  out\tValueError: no',
        note('4 cells'),
      ].join('\n'),
    );
  });

  it('lets offset and limit go by the numbered lines', async () => {
    const files = createFakeFiles({ 'a.ipynb': notebook(cells) });
    assert.equal(
      await readIn(files, { offset: 3, limit: 2 }),
      [
        '[cell 1: markdown]',
        '    3\tText',
        '[cell 2: code, python]',
        '    4\timport x',
        note('4 cells'),
        '[Lines 3-4 of 6. Continue with offset 5.]',
      ].join('\n'),
    );
    assert.match(await readIn(files, { offset: 5 }), /^\[cell 2: .*\n {4}5\tx\.plot/);
    assert.equal(
      await readIn(files, { offset: 7 }),
      'validation: The file has 6 lines; offset 7 is past the end.',
    );
  });

  it('bounds outputs and answers of any length', async () => {
    const text = Array.from({ length: 500 }, (_, at) => `row ${String(at)}\n`);
    const long = code('x', [{ output_type: 'stream', text }]);
    const shown = await readIn(createFakeFiles({ 'a.ipynb': notebook([long]) }));
    assert.match(
      shown,
      / {2}out\trow 9\n {2}out\t\u2026 480 lines omitted \u2026\n {2}out\trow 490\n/,
    );
    const huge = Array.from({ length: 5 }, () => code(`${'x'.repeat(999)}\n`.repeat(90)));
    const part = await readIn(createFakeFiles({ 'a.ipynb': notebook(huge) }));
    assert.ok(part.length < 110_000);
    assert.match(part, /\[Lines 1-(\d+) of 450\. Continue with offset \d+\.\]$/);
  });

  it('shows a broken one as the text it is, and says why', async () => {
    for (const [text, why] of [
      ['{"cells": [', 'it is no JSON'],
      ['{"worksheets": []}', 'it has no list "cells"'],
    ] as const) {
      assert.equal(
        await readIn(createFakeFiles({ 'a.ipynb': text })),
        `    1\t${text}\n[This is not a valid notebook: ${why}. It is shown as plain text.]`,
      );
    }
    assert.equal(await readIn(createFakeFiles({ 'a.ipynb': '' })), '[The file is empty.]');
  });

  it('shows one without cells, and one of empty cells', async () => {
    const none = createFakeFiles({ 'a.ipynb': notebook([]) });
    assert.equal(await readIn(none), note('0 cells'));
    const empty = createFakeFiles({ 'a.ipynb': notebook([markdown(''), code([])]) });
    assert.equal(
      await readIn(empty),
      `[cell 1: markdown, empty]\n[cell 2: code, python, empty]\n${note('2 cells')}`,
    );
  });

  it('lets no source pass for a heading or an output', async () => {
    const source = '[cell 9: code]\n  out\tdone\n[Notebook of 1 cell.]';
    const text = await readIn(createFakeFiles({ 'a.ipynb': notebook([markdown(source)]) }));
    const lines = text.split('\n');
    assert.deepEqual(
      lines.filter((line) => !/^ +\d\t/.test(line)),
      ['[cell 1: markdown]', note('1 cell')],
    );
  });

  it('shows every line of every cell once, however it is read in parts', async () => {
    const source = fc.array(fc.constantFrom('a', '', '  b', '\u2028'), { maxLength: 4 });
    const some = fc.array(
      source.map((lines) => code(lines.join('\n'))),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 5 }), async (list, limit) => {
        const files = createFakeFiles({ 'a.ipynb': notebook(list) });
        const numbered = (text: string) => text.split('\n').filter((line) => /^ +\d+\t/.test(line));
        const headings = (text: string) => text.match(/^\[cell \d+/gm) ?? [];
        const whole = await readIn(files);
        const total = numbered(whole).length;
        const parts: string[] = [];
        for (let offset = 1; offset <= Math.max(1, total); offset += limit) {
          parts.push(await readIn(files, { offset, limit }));
        }
        assert.deepEqual(parts.flatMap(numbered), numbered(whole));
        assert.deepEqual([...new Set(parts.flatMap(headings))], headings(whole));
      }),
      { numRuns: 30 },
    );
  });
});

describe('edit of a notebook', () => {
  it('replaces in the source of a cell, and nothing else by a byte', async () => {
    for (const indent of ['', ' ', '\t', '    ']) {
      const before = notebook(cells, indent);
      const files = createFakeFiles({ 'a.ipynb': before });
      const text = await editIn(files, 'import x\nx.plot()', 'import x\nx.show()');
      assert.match(text, /^Edited a\.ipynb \(cell 2\): 1 replacement, \+1 \u22121\.$/);
      assert.equal(files.contents.get('/ws/a.ipynb'), before.replace('x.plot()', 'x.show()'));
    }
  });

  it('seeks in sources alone', async () => {
    const files = createFakeFiles({ 'a.ipynb': notebook(cells) });
    assert.match(
      await editIn(files, '"nbformat": 4', 'x'),
      /^validation: old_string was not found/,
    );
    assert.match(await editIn(files, 'ValueError', 'x'), /^validation: old_string was not found/);
  });

  it('reports near lines by the numbers that read shows', async () => {
    const files = createFakeFiles({ 'a.ipynb': notebook(cells) });
    const text = await editIn(files, 'X.plot()', 'x');
    assert.match(text, /Only upper and lower case differ\. The nearest lines are:\n {4}5\tx\.plot/);
  });

  it('wants a text that is unique over all cells, or all of them', async () => {
    const twice = notebook([markdown('one\ntwo'), code('zero\none')]);
    const files = createFakeFiles({ 'a.ipynb': twice });
    const refused = await editIn(files, 'one', 'x');
    assert.match(refused, /^validation: old_string occurs 2 times, at lines 1, 4:/);
    const text = await editIn(files, 'one', 'x', { replace_all: true });
    assert.match(text, /^Edited a\.ipynb \(cells 1, 2\): 2 replacements, \+2 \u22122\.$/);
    const parsed = parseNotebook(files.contents.get('/ws/a.ipynb') ?? '');
    assert.deepEqual(parsed.ok && parsed.cells.map(({ source }) => source), ['x\ntwo', 'zero\nx']);
  });

  it('decision 43: refuses a redaction mark that the notebook lacks', async () => {
    const files = createFakeFiles({ 'a.ipynb': notebook(cells) });
    assert.match(
      await editIn(files, 'y = 2', 'y = [REDACTED:jwt]'),
      /^validation: The text contains/,
    );
  });

  it('mends a broken one as the text it is', async () => {
    const files = createFakeFiles({ 'a.ipynb': '{"cells": [,]}' });
    await editIn(files, '[,]', '[]');
    assert.equal(files.contents.get('/ws/a.ipynb'), '{"cells": []}');
  });

  it('changes exactly the unique text, in any notebook', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u00e9', '\t') });
    const other = part.map((text) => code(text));
    const around = fc.record({ above: fc.array(other), below: fc.array(other) });
    const layout = fc.constantFrom('', ' ', '\t');
    await fc.assert(
      fc.asyncProperty(
        around,
        part,
        part,
        layout,
        async ({ above, below }, head, fresh, indent) => {
          const whole = (source: string) => [...above, code(`${head}#MARK#${source}`), ...below];
          const files = createFakeFiles({ 'a.ipynb': notebook(whole('end'), indent) });
          await editIn(files, '#MARK#end', `#MARK#${fresh}x`);
          const expected: unknown = JSON.parse(notebook(whole(`${fresh}x`)));
          assert.deepEqual(JSON.parse(files.contents.get('/ws/a.ipynb') ?? ''), expected);
        },
      ),
    );
  });
});
