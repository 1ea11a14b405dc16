// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

/**
 * A server that leaves a file when it starts.
 *
 * @param {string} folder
 */
function nameServer(folder) {
  const args = ['-e', `require('node:fs').writeFileSync('started.txt', '')`];
  const content = { mcpServers: { planted: { command: process.execPath, args } } };
  return writeFile(path.join(folder, '.mcp.json'), JSON.stringify(content));
}

describe('A workspace that is not trusted', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({ trust: false, prepare: nameServer });
    await world.openPanel();
  });
  after(() => world?.close());

  it('is reported in the panel, with what to do', async () => {
    const { root } = world.panel;
    await root.getByRole('heading', { name: 'Trust this folder to continue' }).waitFor();
    await root.getByRole('button', { name: 'Manage Trust' }).waitFor();
  });

  it('refuses typed calls, and runs nothing', async () => {
    const { panel } = world;
    await panel.send('!touch made.txt');
    const card = await panel.waitForCard('bash touch made.txt', 'failed');
    await card.getByText('Blocked', { exact: true }).waitFor();
    await card.getByText('Details', { exact: true }).click();
    await card.getByRole('button', { name: 'Manage Trust' }).waitFor();
    await panel.idle();
    assert.equal(existsSync(world.file('made.txt')), false);
  });

  it('refuses calls of the model without asking, with the reason', async () => {
    const { panel } = world;
    world.llm.push(
      {
        calls: [
          { name: 'core__bash', args: { command: 'touch made.txt' } },
          { name: 'core__read', args: { path: 'package.json' } },
        ],
      },
      { text: 'I may not.' },
    );
    await panel.send('Make a file');
    await panel.answer('I may not.');
    await panel.idle();
    const told = world.llm.requests.at(-1)?.body.messages.slice(-2) ?? [];
    for (const { content } of told) assert.match(content ?? '', /trust/i);
    assert.equal(
      told.some(({ content }) => content?.includes('corner-shop')),
      false,
    );
    assert.equal(existsSync(world.file('made.txt')), false);
    assert.deepEqual(
      (await readAudit(world)).map(({ tool, result, error_code }) => [tool, result, error_code]),
      [
        ['core__bash', 'denied', 'authz_denied'],
        ['core__bash', 'denied', 'authz_denied'],
        ['core__read', 'denied', 'authz_denied'],
      ],
    );
  });

  it('003-mcp-4: names no MCP server, and starts none', async () => {
    await world.runCommand('Gatehouse: MCP Servers…');
    const rows = world.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'This workspace is not trusted' }).waitFor();
    // What VS Code itself offers is listed in any case; no tool runs here.
    const others = rows.filter({ hasNotText: 'Tools of other extensions' });
    assert.equal(await others.count(), 1);
    assert.equal(existsSync(world.file('started.txt')), false);
  });
});
