// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { repository } from '../harness/install.mjs';
import { answerDialog } from '../harness/workbench-actions.mjs';
import { screenshot } from './support/screenshots.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

const script = path.join(repository, 'test/fixtures/mcp/server.mjs');

/**
 * @param {string} folder
 * @param {...string} more arguments of the server
 */
function nameServer(folder, ...more) {
  const content = {
    inputs: [{ type: 'promptString', id: 'key', description: 'The key', password: true }],
    servers: {
      fixture: {
        command: process.execPath,
        args: [script, 'marks', '${workspaceFolder}/started', ...more],
        env: { KEY: '${input:key}', NODE_OPTIONS: '--no-deprecation' },
      },
    },
  };
  return writeFile(path.join(folder, '.vscode/mcp.json'), JSON.stringify(content));
}

describe('MCP servers that a workspace names', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({ prepare: (folder) => nameServer(folder) });
    await world.openPanel();
  });
  after(() => world?.close());

  const rows = () => world.page.locator('.quick-input-list .monaco-list-row');
  const input = () => world.page.locator('.quick-input-widget .quick-input-box input');
  const pick = (/** @type {string} */ text) => rows().filter({ hasText: text }).first().click();
  const openList = async () => {
    await world.runCommand('Gatehouse: MCP Servers…');
    await rows().filter({ hasText: 'fixture' }).waitFor();
  };
  const started = () => existsSync(world.file('started'));

  it('003-mcp-4: a server is listed as not approved, and the dialog shows what would start', async () => {
    await openList();
    const row = await rows().filter({ hasText: 'fixture' }).innerText();
    assert.match(row, /not approved/);
    assert.match(row, /\.vscode\/mcp\.json/);
    await screenshot(world, 'mcp-workspace-list');
    await pick('fixture');
    await rows().filter({ hasText: 'Look at it and approve' }).waitFor();
    assert.equal(await rows().filter({ hasText: 'Choose its tools' }).count(), 0);
    await pick('Look at it and approve');
    await world.page.locator('.monaco-dialog-box').waitFor();
    await screenshot(world, 'mcp-workspace-dialog');
    const text = await answerDialog(world.page, 'Approve');
    assert.ok(text.includes(`Command: ${process.execPath} ${script} marks`), text);
    assert.ok(text.includes(`Named by: .vscode/mcp.json in ${world.folder}`), text);
    assert.match(text, /Variables: KEY, NODE_OPTIONS/);
    assert.match(text, /NODE_OPTIONS can make it run other code: --no-deprecation/);
    assert.match(text, /Gets what you type for: key/);
    assert.equal(started(), false);
  });

  it('003-mcp-4: what an input asks for is typed masked, and the server starts', async () => {
    await rows().filter({ hasText: 'Choose its tools' }).waitFor();
    await screenshot(world, 'mcp-workspace-actions');
    await pick('Choose its tools');
    await world.page.locator('.quick-input-widget').getByText('The key').waitFor();
    assert.equal(await input().getAttribute('type'), 'password');
    await input().fill('typed-by-the-user');
    await input().press('Enter');
    await rows().filter({ hasText: 'echo' }).waitFor();
    await screenshot(world, 'mcp-workspace-tools');
    assert.equal(await readFile(world.file('started'), 'utf8'), 'typed-by-the-user');
    await pick('echo');
    await input().press('Enter');
    await pick('provisional');
    const toast = world.page.locator('.notification-list-item');
    await toast.filter({ hasText: '1 of 1 tools of fixture are on.' }).waitFor();
  });

  it('003-mcp-4: its tool runs in a chat, and asks', async () => {
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'mcp__fixture__echo', args: { text: 'hello' } }] },
      { text: 'It answered.' },
    );
    await panel.send('Ask the server');
    const card = panel.root.locator('article.card-asking', { hasText: 'echo' });
    await card.locator('[data-allow]').click();
    await panel.answer('It answered.');
    await panel.idle();
    const told = world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
    assert.match(told, /echo: hello/);
  });

  it('003-mcp-4: a changed file starts nothing until it is approved again, with the difference', async () => {
    await nameServer(world.folder, 'other');
    await openList();
    const row = rows().filter({ hasText: 'changed since you approved it' });
    await row.waitFor();
    await row.click();
    await pick('Look at it and approve');
    await world.page.locator('.monaco-dialog-box').waitFor();
    await screenshot(world, 'mcp-workspace-changed');
    const text = await answerDialog(world.page, 'Cancel');
    assert.match(text, /has changed since you approved it/);
    assert.match(text, /Changed: it was .*started$/m);
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'mcp__fixture__echo', args: { text: 'again' } }] },
      { text: 'It is gone.' },
    );
    await panel.send('Ask it again');
    await panel.answer('It is gone.');
    await panel.idle();
    assert.doesNotMatch(JSON.stringify(world.llm.requests.at(-1)?.body.messages), /echo: again/);
  });
});
