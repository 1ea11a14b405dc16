import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withUser } from './rules/settings';
import { runTyped } from './world';

const key = 'env.linux';

/** Runs with values of `terminal.integrated.env.linux`, and removes them afterwards. */
async function withVariables(
  values: { readonly user: object; readonly workspace: object },
  body: () => Promise<void>,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('terminal.integrated');
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update(key, values.user, Global);
  await configuration.update(key, values.workspace, Workspace);
  try {
    await body();
  } finally {
    await configuration.update(key, undefined, Global);
    await configuration.update(key, undefined, Workspace);
  }
}

async function printed(command: string): Promise<unknown> {
  const { outcome } = await runTyped('bash', { command });
  return outcome.output['stdout'];
}

describe('environment variables for terminals', () => {
  it('decision command-environment: reach a command from user settings, never from a workspace', async () => {
    const user = { FROM_USER: 'mine', FROM_BOTH: 'mine', HOME: null };
    const workspace = { FROM_WORKSPACE: 'planted', FROM_BOTH: 'planted', PATH: '/planted' };
    await withVariables({ user, workspace }, async () => {
      const inspected = vscode.workspace.getConfiguration('terminal.integrated').inspect(key);
      assert.deepEqual(inspected?.workspaceValue, workspace);
      const shown = await printed('echo "$FROM_USER|$FROM_BOTH|${FROM_WORKSPACE-}|${HOME-}|$PATH"');
      assert.match(String(shown), /^mine\|mine\|\|\|/);
      assert.doesNotMatch(String(shown), /planted/);
    });
  });

  it('decision command-environment: a credential reaches a command only if the user names it', async () => {
    const name = 'SUITE_API_TOKEN';
    process.env['SUITE_API_TOKEN'] = 'of the suite';
    try {
      const command = `echo "\${${name}-none}"`;
      assert.equal(await printed(command), 'none\n');
      await withUser({ 'shell.passEnvironment': [name] }, async () => {
        assert.equal(await printed(command), 'of the suite\n');
      });
      assert.equal(await printed(command), 'none\n', 'the setting is read for each command');
    } finally {
      delete process.env['SUITE_API_TOKEN'];
    }
  });

  it('decision command-environment: cannot run other code before the command', async () => {
    const user = { 'BASH_FUNC_ls%%': '() { echo planted; }', PROMPT_COMMAND: 'echo x', ENV: '/x' };
    await withVariables({ user, workspace: {} }, async () => {
      assert.equal(await printed('ls /proc/self/comm; echo "${ENV-}"'), '/proc/self/comm\n\n');
    });
  });
});
