import assert from 'node:assert/strict';
import { workspaceKey } from '../../../../src/host/workspace/names';

const uri = 'file:///workspace';
const here = { uri, remoteName: undefined, machine: 'laptop' };

describe('workspaceKey', () => {
  it('is the canonical URI of the workspace', () => {
    assert.equal(workspaceKey(here), uri);
  });

  it('one path is another workspace on each kind of remote, and on each machine', () => {
    const places = [
      here,
      { ...here, remoteName: 'dev-container' },
      { ...here, remoteName: 'ssh-remote' },
      { ...here, remoteName: 'ssh-remote', machine: 'build|1' },
      { ...here, uri: '1|file:///workspace', remoteName: 'ssh-remote', machine: 'build' },
    ];
    assert.equal(new Set(places.map(workspaceKey)).size, places.length);
  });

  it('names something for the audit log when no folder is open', () => {
    assert.equal(workspaceKey({ ...here, uri: undefined }), 'no-folder');
  });
});
