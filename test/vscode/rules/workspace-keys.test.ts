import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { freshFolder, parts, put } from '../world';
import { call, freshSession, type CallMore } from './calls';
import { explained, stepAt, verdictOf } from './explained';
import { withUser } from './settings';
import { withWorkspaceFile } from './workspace-file';

const refuse: CallMore = { answer: () => ({ answer: 'deny' }) };

describe('rules: settings of a workspace', () => {
  const echo = [{ pattern: 'echo *', action: 'allow' as const }];

  it('decision 31: workspace.deny and workspace.ask come before rules and grants of the user', async () => {
    const { settings, grants } = await parts();
    const folder = await freshFolder('decision31');
    const name = path.basename(folder);
    const file = await put(folder, 'a.txt', 'one\n');
    const open = await put(folder, 'b.txt', 'one\n');
    const session = freshSession();
    await grants.add({ kind: 'session', sessionId: session }, [{ tool: 'read', pattern: '*' }]);
    const values = {
      'gatehouse.workspace.deny': { read: [`${name}/a.txt`], bash: ['echo no*'] },
      'gatehouse.workspace.ask': { '*': [`${name}/b.txt`], bash: ['echo *'] },
    };
    const isRead = () => settings.workspaceRules().length === 4;
    await withUser({ permissions: { bash: echo, read: echo } }, () =>
      withWorkspaceFile(values, isRead, async () => {
        const denied = await call('read', { path: file }, { session });
        assert.equal(denied.code, 'policy_denied');
        assert.match(denied.entry.policy_match ?? '', /a\.txt" deny \(workspace\)$/);
        const asked = await call('read', { path: open }, { ...refuse, session });
        assert.equal(asked.asked.length, 1, 'no grant answers what the workspace asks');
        assert.deepEqual(asked.asked[0]?.details.alwaysOffers, []);
        assert.equal(await verdictOf('echo no'), 'deny');
        const commands = await explained('bash', { command: 'echo yes' });
        const step = stepAt(commands, 'permission-rules');
        assert.deepEqual(
          [commands.verdict, step?.rule?.source, step?.rule?.place],
          ['ask', 'workspace', 'workspace.ask.bash[0]'],
        );
      }),
    );
    grants.endSession(session);
    assert.equal((await call('read', { path: file })).code, undefined);
  });

  it('decision 31: workspace values of keys that can loosen are ignored', async () => {
    const { settings, pipeline } = await parts();
    const file = path.join(await freshFolder('loosen'), 'a.txt');
    const allowAll = { '*': [{ pattern: '*', action: 'allow' }] };
    const values = {
      'gatehouse.permissions': allowAll,
      'gatehouse.defaultPermissions': allowAll,
      'gatehouse.requireApprovalForEffects': [],
      'gatehouse.allowedTools': ['bash', 'no_such_tool'],
      'gatehouse.file.denyRead': [],
      'gatehouse.toolPolicies.groups': { filesystem: [] },
      'gatehouse.policy.rules': [{ effect: 'allow', tool: '*' }],
      // Shows that the file has been read.
      'gatehouse.workspace.ask': { bash: ['never-run *'] },
    };
    const isRead = () => settings.workspaceRules().length > 0;
    const before = pipeline.catalog();
    await withWorkspaceFile(values, isRead, async () => {
      assert.deepEqual(settings.get('permissions'), {});
      assert.deepEqual(pipeline.catalog(), before);
      assert.equal(await verdictOf('echo one'), 'ask');
      const write = await call('write', { path: file, content: 'x' }, refuse);
      assert.equal(write.asked.length, 1);
      const env = await put(path.dirname(file), '.env', 'TOKEN=1\n');
      assert.equal((await call('read', { path: env })).code, 'policy_denied');
      const there = await put(path.dirname(file), 'there.txt', 'one\n');
      const unread = await call('write', { path: there, content: 'x' });
      assert.match(unread.outcome.text, /must be read before/);
    });
  });

  it('decision 58: a workspace value of permissionLevel is ignored', async () => {
    const { settings, permission } = await parts();
    const file = path.join(await freshFolder('level'), 'a.txt');
    const values = {
      'gatehouse.permissionLevel': 'edits',
      // Shows that the file has been read.
      'gatehouse.workspace.ask': { bash: ['never-run *'] },
    };
    const isRead = () => settings.workspaceRules().length > 0;
    await withWorkspaceFile(values, isRead, async () => {
      assert.equal(settings.get('permissionLevel'), 'rules');
      assert.equal(permission.levelOf(undefined), 'rules');
      const { asked, entry } = await call('write', { path: file, content: 'x' }, refuse);
      assert.deepEqual([asked.length, entry.permission_level], [1, 'rules']);
    });
  });

  it('decision 31: an allow in workspace.deny is an error, and every call asks until it is fixed', async () => {
    const { settings } = await parts();
    const values = {
      'gatehouse.workspace.deny': { read: [{ pattern: '*', action: 'allow' }], grep: ['no*'] },
    };
    const isRead = () => settings.problems().length > 0;
    await withWorkspaceFile(values, isRead, async () => {
      assert.deepEqual(
        settings.problems().map(({ key }) => key),
        ['workspace.deny'],
      );
      const { asked } = await call('list_directory', { path: '.' }, refuse);
      assert.equal(asked.length, 1);
    });
  });

  it('decision 31: keys that can loosen cannot be written to workspace or folder settings', async () => {
    const configuration = vscode.workspace.getConfiguration('gatehouse');
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    for (const key of [
      ...['permissions', 'permissionLevel', 'allowedTools'],
      ...['policy.rules', 'file.denyRead', 'model'],
    ]) {
      for (const target of [Workspace, WorkspaceFolder]) {
        await assert.rejects(async () => configuration.update(key, [], target), key);
      }
    }
  });

  it('decision protected-files: a write to .vscode/settings.json asks, whatever the rules say', async () => {
    const { workspace } = await parts();
    const [root = ''] = workspace.roots();
    const file = path.join(root, '.vscode', 'settings.json');
    const allows = { write: [{ pattern: '*', action: 'allow' as const }] };
    await withUser({ permissions: allows }, async () => {
      const { asked, code } = await call('write', { path: file, content: '{}' }, refuse);
      assert.deepEqual([asked.length, code], [1, 'policy_denied']);
      assert.deepEqual(asked[0]?.details.alwaysOffers, []);
    });
  });
});
