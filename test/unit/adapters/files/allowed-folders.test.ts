import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createAllowedFolders } from '../../../../src/adapters/files/allowed-folders';
import type { Result } from '../../../../src/core/contracts/failure';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
  type TemporaryWorkspaceOptions,
} from '../../fakes/temporary-workspace';

const signal = quietSignal();

describe('allowed folders', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  function setUp(options: TemporaryWorkspaceOptions): void {
    ws = createTemporaryWorkspace(options);
    ws.put('ws/a', 'a');
    ws.put('ws/src/b', 'b');
    ws.put('extra/x', 'x');
    ws.put('second/src/y', 'y');
  }

  const read = async (name: string): Promise<string> =>
    answer(await ws.files.read(name, { maxBytes: 10, signal }));
  const below = (name: string): string => path.join(ws.base, name);

  it('003-tools-2: default to the open folders', async () => {
    setUp({ roots: ['ws', 'second'] });
    assert.equal(await read('a'), 'ok');
    assert.equal(await read(below('second/src/y')), 'ok');
    assert.equal(await read(below('extra/x')), 'policy_denied');
  });

  it('003-tools-2: replace the open folders if set', async () => {
    setUp({ allowedPaths: ['{base}/extra'] });
    assert.equal(await read(below('extra/x')), 'ok');
    assert.equal(await read('a'), 'policy_denied');
    const refused = await ws.files.resolve('a');
    assert.match(
      refused.ok ? '' : refused.failure.message,
      /outside the folders that the settings/,
    );
    assert.equal(ws.guard.mayRead(below('extra/x')), true);
    assert.equal(ws.guard.mayRead(below('ws/a')), false);
  });

  it('expand ${workspaceFolder} to every open folder', async () => {
    setUp({ roots: ['ws', 'second'], allowedPaths: ['${workspaceFolder}/src', '{base}/extra'] });
    assert.equal(await read('src/b'), 'ok');
    assert.equal(await read(below('second/src/y')), 'ok');
    assert.equal(await read(below('extra/x')), 'ok');
    assert.equal(await read('a'), 'policy_denied');
    assert.deepEqual(ws.logged, []);
  });

  it('resolve a link to its real folder', async () => {
    ws = createTemporaryWorkspace({ allowedPaths: ['{base}/door'] });
    ws.put('extra/x', 'x');
    symlinkSync('extra', below('door'));
    assert.equal(await read(below('door/x')), 'ok');
    assert.equal(await read(below('extra/x')), 'ok');
  });

  it('allow nothing for entries that are not folders, and log that once', async () => {
    setUp({ allowedPaths: ['src', '{base}/missing', '{base}/ws/a', '~/x'] });
    assert.equal(await read('a'), 'policy_denied');
    assert.equal(await read('src/b'), 'policy_denied');
    const end = 'It allows nothing until settings or folders change.';
    assert.deepEqual(ws.logged, [
      `gatehouse.file.allowedPaths: src is not absolute. ${end}`,
      `gatehouse.file.allowedPaths: ${below('missing')} does not exist. ${end}`,
      `gatehouse.file.allowedPaths: ${below('ws/a')} is not a folder. ${end}`,
      `gatehouse.file.allowedPaths: ~/x is not absolute. ${end}`,
    ]);
  });

  it('leave denied paths denied', async () => {
    setUp({ allowedPaths: ['{base}/extra'], denyRead: ['**/x'] });
    assert.equal(await read(below('extra/x')), 'policy_denied');
  });

  it('have a separate list for commands, where commands run', async () => {
    setUp({ commandPaths: ['{base}/extra'] });
    const cwd = async (name: string): Promise<string> =>
      answer(await ws.files.resolve(name, { use: 'command' }));
    assert.equal(await cwd(below('extra')), 'ok');
    assert.equal(await cwd('.'), 'policy_denied');
    assert.equal(await read('a'), 'ok');
    assert.equal(await read(below('extra/x')), 'policy_denied');
  });

  it('judge paths named by a command by the command list', async () => {
    setUp({ commandPaths: ['{base}/extra', '${workspaceFolder}/src'] });
    const rootOf = async (name: string): Promise<string | undefined> => {
      const located = await ws.files.locate(below(name));
      return located.ok ? located.value.root : 'failed';
    };
    assert.equal(await rootOf('extra/x'), below('extra'));
    assert.equal(await rootOf('ws/src/b'), below('ws/src'));
    assert.equal(await rootOf('ws/a'), undefined);
  });

  it('prefer the innermost folder that contains a path', async () => {
    setUp({ allowedPaths: ['{base}/ws', '{base}/ws/src'] });
    const resolved = await ws.files.resolve('src/b');
    assert.equal(resolved.ok && resolved.value.root, below('ws/src'));
  });

  it('are resolved again only when the setting or the open folders change', () => {
    setUp({});
    let roots = [below('ws')];
    let entries: readonly string[] = [below('later')];
    const logged: string[] = [];
    const folders = createAllowedFolders({
      workspace: { roots: () => roots },
      list: () => entries,
      setting: 's',
      log: (line) => void logged.push(line),
    });
    assert.deepEqual(folders(), []);
    mkdirSync(below('later'));
    assert.deepEqual(folders(), []);
    entries = [...entries, '${workspaceFolder}'];
    assert.deepEqual(folders(), [below('later'), below('ws')]);
    roots = [below('second')];
    assert.deepEqual(folders(), [below('later'), below('second')]);
    assert.equal(logged.length, 1);
  });
});

function answer(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.failure.errorCode;
}
