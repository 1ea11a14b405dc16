import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { existingFiles, namedFile } from '../../../../../src/host/panel/cards/named-files';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../fakes/temporary-workspace';

describe('a file that a text names', () => {
  let workspace: TemporaryWorkspace;
  beforeEach(() => {
    workspace = createTemporaryWorkspace();
    workspace.put('ws/src/cart.js', 'x');
    workspace.put('ws/.env', 'x');
    workspace.put('outside/secret.js', 'x');
    symlinkSync('../outside/secret.js', path.join(workspace.root, 'link.js'));
    symlinkSync('../outside', path.join(workspace.root, 'out'));
    symlinkSync('src', path.join(workspace.root, 'lib'));
    mkdirSync(path.join(workspace.root, 'folder.js'));
  });
  afterEach(() => workspace.dispose());

  const target = (name: string) => namedFile(name, [workspace.root]);
  const cart = () => path.join(workspace.root, 'src/cart.js');

  it('is relative to the open folder, with its name or without, or absolute', async () => {
    assert.equal(await target('src/cart.js'), cart());
    assert.equal(await target('./src/../src/cart.js'), cart());
    assert.equal(await target('ws/src/cart.js'), cart());
    assert.equal(await target(cart()), cart());
    assert.equal(await target('lib/cart.js'), cart(), 'a link that stays inside');
  });

  for (const name of [
    '../outside/secret.js',
    'src/../../outside/secret.js',
    'link.js',
    'out/secret.js',
    'folder.js',
    'src',
    'none.js',
    '/etc/passwd',
    '//server/share/a.js',
    '\\\\server\\share\\a.js',
    'C:\\Windows\\win.ini',
    '~/.bashrc',
    'src/cart.js\0',
    '',
    '.',
  ]) {
    it(`${JSON.stringify(name)} names none`, async () => {
      assert.equal(await target(name), undefined);
    });
  }

  it('is one of many: those that exist', async () => {
    const many = Array.from({ length: 190 }, (_, at) => `src/none${at}.js`);
    const found = await existingFiles([...many, 'src/cart.js', 'link.js'], [workspace.root]);
    assert.deepEqual(found, ['src/cart.js']);
    assert.deepEqual(await existingFiles(['src/cart.js'], []), [], 'without an open folder');
  });
});
