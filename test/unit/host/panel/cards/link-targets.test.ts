import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { linkedFile } from '../../../../../src/host/panel/cards/link-targets';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../fakes/temporary-workspace';

describe('a link to a file of the workspace', () => {
  let workspace: TemporaryWorkspace;
  beforeEach(() => {
    workspace = createTemporaryWorkspace();
    workspace.put('ws/AGENTS.md', 'x');
    workspace.put('ws/a (b)/CLAUDE.md', 'x');
    workspace.put('outside/secret.md', 'x');
    symlinkSync('../outside/secret.md', path.join(workspace.root, 'link.md'));
  });
  afterEach(() => workspace.dispose());

  const target = (link: string) => linkedFile(link, [workspace.root]);
  const inRoot = (name: string) => path.join(workspace.root, name);

  it('names it by its path, with the name of its folder or without', async () => {
    assert.equal(await target('workspace:AGENTS.md'), inRoot('AGENTS.md'));
    assert.equal(await target('workspace:ws/AGENTS.md'), inRoot('AGENTS.md'));
    assert.equal(await target('workspace:a%20%28b%29/CLAUDE.md'), inRoot('a (b)/CLAUDE.md'));
  });

  for (const link of [
    'workspace:../outside/secret.md',
    'workspace:%2e%2e/outside/secret.md',
    'workspace:link.md',
    'workspace:/etc/passwd',
    'workspace:%2Fetc%2Fpasswd',
    'workspace:none.md',
    'workspace:%',
    'file:///etc/passwd',
    'https://example.com/AGENTS.md',
  ]) {
    it(`${link} leads nowhere`, async () => {
      assert.equal(await target(link), undefined);
    });
  }
});
