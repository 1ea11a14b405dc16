import assert from 'node:assert/strict';
import { boundedArgs } from '../../../../../src/core/pipeline/stages/audit';

describe('arguments in the audit log', () => {
  it('are whole where they are short, at every depth', () => {
    const args = { path: 'a.ts', limit: 3, deep: [{ text: 'x', none: null }] };
    assert.deepEqual(boundedArgs(args), args);
  });

  it('show the length of a long text, and keep its beginning', () => {
    const { content } = boundedArgs({ content: 'x'.repeat(5000) });
    assert.equal(content, `${'x'.repeat(4000)}… [5000 characters in total]`);
  });

  it('never cut a character in half', () => {
    const { content } = boundedArgs({ content: `${'x'.repeat(3999)}😀${'y'.repeat(9)}` });
    assert.match(String(content), /x… \[4010 characters in total\]$/);
  });

  it('are bounded in lists and objects, too, and however deep they nest', () => {
    let nested: unknown = 'x'.repeat(5000);
    for (let depth = 0; depth < 100; depth += 1) nested = [{ nested }];
    assert.ok(JSON.stringify(boundedArgs({ nested })).length < 1000);
  });
});
