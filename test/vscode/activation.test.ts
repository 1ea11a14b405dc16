import * as assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { commands } from '../../src/core/contracts/commands';
import { settings } from '../../src/core/contracts/settings/settings';
import { parts, runTyped } from './world';

describe('activation', () => {
  it('opens no database and writes nothing before the first call', async () => {
    const { store, storageFolder } = await parts();
    const files = existsSync(storageFolder) ? readdirSync(storageFolder) : [];
    assert.deepEqual(files, []);
    assert.deepEqual(store.problems(), []);
  });

  it('registers every command in the contract', async () => {
    await parts();
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = Object.keys(commands).filter((name) => !known.has(`gatehouse.${name}`));
    assert.deepEqual(missing, []);
  });

  it('contributes every setting with the default in its contract', async () => {
    await parts();
    const configuration = vscode.workspace.getConfiguration('gatehouse');
    for (const [key, setting] of Object.entries(settings)) {
      assert.deepEqual(configuration.inspect(key)?.defaultValue, setting.default, key);
    }
  });

  it('001-catalog-1: the catalog is the registry minus what the policy denies, sorted by id', async () => {
    const { pipeline } = await parts();
    const names = pipeline.catalog().map(({ name }) => name);
    assert.deepEqual(names, [...names].sort());
    assert.equal(names.includes('core__bash'), true);
    const configuration = vscode.workspace.getConfiguration('gatehouse');
    await configuration.update('allowedTools', ['read'], vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual(
        pipeline.catalog().map(({ name }) => name),
        ['core__read'],
      );
      const { outcome } = await runTyped('bash', { command: 'echo hidden' });
      assert.equal(outcome.failure?.errorCode, 'policy_denied');
    } finally {
      await configuration.update('allowedTools', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('reports a setting of the wrong type and uses the safe value instead', async () => {
    const { settings: read } = await parts();
    const configuration = vscode.workspace.getConfiguration('gatehouse');
    await configuration.update('shell.timeout', 'soon', vscode.ConfigurationTarget.Global);
    try {
      assert.equal(read.get('shell.timeout'), 120);
      assert.deepEqual(
        read.problems().map(({ key }) => key),
        ['shell.timeout'],
      );
    } finally {
      await configuration.update('shell.timeout', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
