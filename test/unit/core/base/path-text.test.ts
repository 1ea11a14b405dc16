import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { classifyPathText } from '../../../../src/core/base/path-text';

describe('classifyPathText', () => {
  for (const text of [
    'src/a.ts',
    '/ws/a',
    'a b',
    'a:b',
    'x.con',
    '...',
    '..',
    'ünï/文.ts',
    'c:\\x',
  ]) {
    it(`takes ${text} on posix`, () => {
      assert.equal(classifyPathText(text, '/'), undefined);
    });
  }

  for (const text of ['src\\a.ts', 'C:\\ws\\a', 'c:/ws', 'console.ts', 'com10', 'a.b', '..\\x']) {
    it(`takes ${text} on Windows`, () => {
      assert.equal(classifyPathText(text, '\\'), undefined);
    });
  }

  for (const text of [
    '',
    '  ',
    'a\0b',
    'a\uD800b',
    'file:///etc/passwd',
    'FILE:x',
    'data:text/plain,x',
    'vscode-remote://host/x',
    'https://example.org/x',
    '~',
    '~/x',
    'x'.repeat(5000),
  ]) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))} as wrong arguments`, () => {
      assert.equal(classifyPathText(text, '/')?.blocked, false);
      assert.equal(classifyPathText(text, '\\')?.blocked, false);
    });
  }

  it('blocks network paths everywhere', () => {
    assert.equal(classifyPathText('\\\\server\\share', '/')?.blocked, true);
    assert.equal(classifyPathText('\\\\?\\C:\\ws', '\\')?.blocked, true);
  });

  for (const text of [
    '//server/share',
    '\\\\.\\pipe\\x',
    'C:relative',
    '\\rooted',
    '/rooted',
    'NUL',
    'src\\con',
    'aux.txt',
    'COM1',
    'lpt9.log',
    'nul .txt',
    'a.txt:stream',
    'C:\\ws\\a:$DATA',
    '.env.',
    '.env ',
    'secrets. \\x',
  ]) {
    it(`blocks ${text} on Windows`, () => {
      assert.equal(classifyPathText(text, '\\')?.blocked, true);
    });
  }

  it('refuses wildcards and quotes in Windows names', () => {
    assert.equal(classifyPathText('a*b', '\\')?.blocked, false);
  });

  it('always says what to do, and never repeats the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 3 }), (text) => {
        const problem = classifyPathText(`${text}\0`, '\\');
        assert.ok(problem !== undefined && problem.remedy !== '');
      }),
    );
  });
});
