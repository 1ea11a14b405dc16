import assert from 'node:assert/strict';
import * as path from 'node:path';
import { sharedStorage } from '../../../../src/host/workspace/storage-folder';

const all = path.join(path.sep, 'data', 'User', 'workspaceStorage');
const storageOf = (workspace: string) => path.join(all, workspace, 'gatehouse.gatehouse');

describe('the storage folder', () => {
  it('is one for all windows of a workspace', () => {
    for (const id of ['0d2e8a5c1b7f4e6d9a3c5b7e1f2d4a6c', '-1bab67a1', '1763769600000']) {
      assert.equal(sharedStorage(storageOf(id)), storageOf(id));
      assert.equal(sharedStorage(storageOf(`${id}-1`)), storageOf(id));
      assert.equal(sharedStorage(storageOf(`${id}-9`)), storageOf(id));
    }
  });

  it('is left as VS Code names it where that is no number of a window', () => {
    for (const id of ['-12345678', 'ext-dev', 'ext-dev-1', 'abcdef0-10', 'my-2']) {
      assert.equal(sharedStorage(storageOf(id)), storageOf(id));
    }
    const none = path.join(path.sep, 'data', 'User', 'globalStorage', 'gatehouse.gatehouse');
    assert.equal(sharedStorage(none), none);
  });
});
