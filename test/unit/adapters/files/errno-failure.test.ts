import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { errnoFailure } from '../../../../src/adapters/files/errno-failure';
import { classifyErrno } from '../../../../src/core/contracts/classify-cause';
import { errnoOf } from '../../../../src/adapters/system/errno';

function errno(code: string): Error {
  return Object.assign(new Error(`${code}: secret detail '/home/me'`), { code });
}

describe('errnoFailure', () => {
  for (const [code, category, text] of [
    ['ENOENT', 'permanent_failure', 'No such file or folder'],
    ['EACCES', 'policy_blocked', 'Permission denied'],
    ['EPERM', 'policy_blocked', 'Operation not permitted'],
    ['EISDIR', 'permanent_failure', 'This is a folder, not a file'],
    ['ENOTDIR', 'permanent_failure', 'A part of the path is a file, not a folder'],
    ['ENOSPC', 'permanent_failure', 'No space is left on the disk'],
    ['ELOOP', 'permanent_failure', 'Too many symbolic links, or a link loop'],
    ['ENAMETOOLONG', 'permanent_failure', 'The name is too long'],
    ['EROFS', 'permanent_failure', 'The file system is read-only'],
    ['EBUSY', 'permanent_failure', 'The file is in use'],
    ['EWEIRD', 'permanent_failure', 'The file system rejected the operation (EWEIRD)'],
  ] as const) {
    it(`000-errors-4: ${code} is ${category}`, () => {
      const failed = errnoFailure(errno(code), 'src/a');
      assert.equal(failed.errorCode, 'execution');
      assert.equal(failed.category, category);
      assert.equal(failed.message, `${text}: src/a`);
      assert.equal(failed.retryable, false);
      assert.notEqual(failed.suggestion, '');
    });
  }

  it('003-errors-4: uses one table for all errno codes', () => {
    for (const code of Object.keys(constants.errno)) {
      assert.equal(errnoFailure(errno(code), 'a').category, classifyErrno(code), code);
    }
  });

  it('accepts anything thrown', () => {
    assert.match(errnoFailure('text', 'a').message, /rejected the operation: a/);
    assert.equal(errnoOf({ code: 'ENOENT' }), '');
  });
});
