import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject } from '../../../../../src/core/contracts/json';
import { jsonItems, jsonMembers } from '../../../../../src/core/tools/files/json-spans';
import { parseNotebook, withSources } from '../../../../../src/core/tools/files/notebook';

const cell = (source: unknown, more: object = {}) => ({
  cell_type: 'code',
  execution_count: 1,
  metadata: {},
  outputs: [{ output_type: 'stream', name: 'stdout', text: ['1.0\n'] }],
  source,
  ...more,
});
const notebook = (cells: readonly unknown[], metadata: object = {}) => ({
  cells,
  metadata,
  nbformat: 4,
  nbformat_minor: 5,
});

function cellsOf(text: string) {
  const parsed = parseNotebook(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.cells;
}

describe('parseNotebook', () => {
  it('reads sources of lines and of one text, with kind and language', () => {
    const cells = [
      { cell_type: 'markdown', metadata: {}, source: '# Title' },
      cell(['a = 1\n', 'b']),
      cell('SELECT', { metadata: { vscode: { languageId: 'sql' } } }),
      { cell_type: 'raw', metadata: {}, source: [] },
    ];
    const read = cellsOf(JSON.stringify(notebook(cells, { language_info: { name: 'julia' } })));
    assert.deepEqual(
      read.map(({ kind, language, source }) => [kind, language, source]),
      [
        ['markdown', undefined, '# Title'],
        ['code', 'julia', 'a = 1\nb'],
        ['code', 'sql', 'SELECT'],
        ['raw', undefined, ''],
      ],
    );
    assert.equal(read[1]?.outputs.length, 1);
  });

  it('takes the language of the kernel, else Python', () => {
    const kernel = { kernelspec: { language: 'R' } };
    assert.equal(cellsOf(JSON.stringify(notebook([cell('')], kernel)))[0]?.language, 'R');
    assert.equal(cellsOf(JSON.stringify(notebook([cell('')])))[0]?.language, 'python');
  });

  for (const [text, problem] of [
    ['', 'it is no JSON'],
    ['{"cells": [', 'it is no JSON'],
    ['[]', 'it has no list "cells"'],
    ['{"cells": {}}', 'it has no list "cells"'],
    ['{"cells": []}', 'it has no number "nbformat"'],
    ['{"worksheets": [], "nbformat": 3}', 'it has no list "cells"'],
    [JSON.stringify(notebook([cell(''), 7])), /^its cell 2 has no "cell_type"/],
    [JSON.stringify(notebook([{ cell_type: 'heading' }])), /^its cell 1 has no "cell_type"/],
    [JSON.stringify(notebook([cell(['a', 1])])), 'its cell 1 has no "source" of text'],
  ] as const) {
    it(`says of ${JSON.stringify(text).slice(0, 40)} why it is none`, () => {
      const parsed = parseNotebook(text);
      assert.ok(!parsed.ok);
      if (typeof problem === 'string') assert.equal(parsed.problem, problem);
      else assert.match(parsed.problem, problem);
    });
  }
});

describe('withSources', () => {
  const text = `{
 "cells": [
  {"cell_type": "code", "outputs": [{"data": {"x": 1.0, "y": 1e-05}}], "metadata": {},
   "source": [
    "caf\\u00e9 = 1\\n",
    "b \\/ 2"
   ]},
  {"cell_type": "markdown", "metadata": {"source": ["not me"]}, "source": "one"}
 ],
 "nbformat": 4,\r
 "nbformat_minor": 5
}
`;

  it('replaces the source alone, in its own layout, and keeps lines that stay as they were', () => {
    const changed = withSources(text, new Map([[0, 'caf\u00e9 = 1\nnew\nb / 2']]));
    const expected = text.replace('"b \\/ 2"', '"new\\n",\n    "b \\/ 2"');
    assert.equal(changed, expected);
  });

  it('replaces a source of one text, and empties one', () => {
    const changed = withSources(
      text,
      new Map([
        [0, ''],
        [1, 'a "b"'],
      ]),
    );
    assert.match(changed, /"source": \[\]\}/);
    assert.match(changed, /"source": "a \\"b\\""\}/);
    assert.match(changed, /"source": \["not me"\]/);
  });

  it('lays out the lines of a source on one line as they were', () => {
    const one = JSON.stringify(notebook([cell(['a\n', 'b'])]));
    const changed = withSources(one, new Map([[0, 'a\nb\nc']]));
    assert.equal(changed, one.replace('["a\\n","b"]', '["a\\n","b\\n","c"]'));
  });

  it('changes nothing but the sources, for any notebook in any layout', () => {
    const source = fc.oneof(fc.string(), fc.array(fc.string()));
    const value = fc.jsonValue({ maxDepth: 3 });
    const cells = fc.array(
      fc.record({ cell_type: fc.constant('code'), metadata: value, outputs: value, source }),
      { minLength: 1, maxLength: 4 },
    );
    const layout = fc.constantFrom('', ' ', '\t', '    ');
    fc.assert(
      fc.property(cells, layout, fc.string(), fc.nat(), (some, indent, fresh, pick) => {
        const whole = notebook(some);
        const at = pick % some.length;
        const before = JSON.stringify(whole, null, indent);
        const after = withSources(before, new Map([[at, fresh]]));
        assert.equal(cellsOf(after)[at]?.source, fresh);
        const blank = (json: string) => withSources(json, new Map([[at, '']]));
        assert.equal(blank(after), blank(before));
        assert.equal(withSources(before, new Map()), before);
      }),
    );
  });
});

describe('jsonMembers and jsonItems', () => {
  it('find every value of any object and array, however it is laid out', () => {
    const values = fc.array(fc.jsonValue());
    const named = fc.dictionary(fc.string(), fc.jsonValue());
    const layout = fc.constantFrom('', ' ', '\r\n\t');
    fc.assert(
      fc.property(values, named, layout, (list, object, indent) => {
        const listText = JSON.stringify(list, null, indent);
        const items = jsonItems(listText, 0).map(({ start, end }) => listText.slice(start, end));
        assert.deepEqual(items.map(parsed), parsed(listText));
        const objectText = JSON.stringify(object, null, indent);
        const members = [...jsonMembers(objectText, 0)].map(
          ([name, { start, end }]) => [name, parsed(objectText.slice(start, end))] as const,
        );
        const whole = parsed(objectText);
        assert.deepEqual(new Map(members), new Map(isObject(whole) ? Object.entries(whole) : []));
      }),
    );
  });

  it('take the last of a name that comes twice, as a parser does', () => {
    const text = '{"a": 1, "\\u0061": [2]}';
    assert.deepEqual(jsonMembers(text, 0).get('a'), { start: 19, end: 22 });
  });

  it('go into any depth', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    assert.deepEqual(jsonItems(deep, 0), [{ start: 1, end: deep.length - 1 }]);
  });
});

function parsed(text: string): unknown {
  return JSON.parse(text);
}
