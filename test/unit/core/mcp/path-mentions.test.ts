import assert from 'node:assert/strict';
import { pathMentions } from '../../../../src/core/mcp/path-mentions';

describe('paths in the arguments of a server', () => {
  const found = (args: unknown, schema: unknown = {}) =>
    pathMentions(schema, args, undefined)
      ?.map(({ text, isPath }) => `${text}${isPath ? '' : ' ?'}`)
      .sort();

  it('003-mcp-2: takes what a property with the name of a path holds, at any depth', () => {
    const args = {
      filePath: '.env',
      output_file: ' a.txt\n',
      FILE_NAMES: ['b', 'c'],
      edits: [{ path: 'd', content: 'e' }],
      files: { f: 'g' },
      profile: 'h',
    };
    assert.deepEqual(found(args), ['.env', 'a.txt', 'b', 'c', 'd', 'f']);
  });

  it('003-mcp-2: takes URLs of files, and texts and names with a separator, but no long texts', () => {
    const uri = { properties: { at: { type: 'string', format: 'uri' } } };
    assert.deepEqual(found({ at: 'file:///ws/a%20b', link: 'FILE:/c' }, uri), [
      '/c',
      '/ws/a b',
      '/ws/a%20b',
    ]);
    assert.deepEqual(found({ at: '.env' }, uri), ['.env']);
    assert.deepEqual(found({ text: 'src/a.ts', 'b/c': 1 }), ['b/c ?', 'src/a.ts ?']);
    // A server that takes a URL for a path may still end at a file.
    assert.deepEqual(found({ uri: 'memory://../.env' }), ['memory://../.env ?']);
    assert.deepEqual(found({ uri: 'memory:notes', path: `/${'x'.repeat(300)}` }), []);
    assert.deepEqual(found({ text: 'one/two\nthree', path: '' }), []);
  });

  it('refuses more than it looks at', () => {
    const many = Array.from({ length: 201 }, (_, at) => `a/${String(at)}`);
    assert.equal(found({ many }), undefined);
    assert.equal(found({ many: many.slice(1) })?.length, 200);
    assert.equal(found({ numbers: Array.from({ length: 30_000 }, () => 1) }), undefined);
  });
});
