import assert from 'node:assert/strict';
import { parseJson } from '../../../../src/core/contracts/json';
import { withoutComments } from '../../../../src/core/mcp/json-comments';

describe('JSON with comments', () => {
  const good: readonly (readonly [string, unknown])[] = [
    ['[1, /* , */ ]', [1]],
    ['{"a": 1, // x\n}', { a: 1 }],
    ['// first\n{"a": [1,2,],}\n// last', { a: [1, 2] }],
    ['["//", "/*", "\\"//", ",]"]', ['//', '/*', '"//', ',]']],
    ['["\\\\", 1,]', ['\\', 1]],
    ['/**/[/***/1/* * / */]', [1]],
  ];
  for (const [text, value] of good) {
    it(`reads ${text}`, () => assert.deepEqual(parseJson(withoutComments(text)), value));
  }

  for (const text of ['[,]x', '[1,,]', '[1 /', '"', '/* [1]', '[1]/', 'tr/**/ue', '{"a":1,"b"}']) {
    it(`refuses ${text}`, () => assert.equal(parseJson(withoutComments(text)), undefined));
  }

  it('takes time in proportion to a hostile text', () => {
    for (const part of ['/*', '"\\', ',/**/', ',\n', '//\n', '/']) {
      assert.ok(withoutComments(part.repeat(500_000)).length < 4_000_000, part);
    }
  });
});
