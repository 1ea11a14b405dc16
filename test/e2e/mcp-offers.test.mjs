// @ts-check
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { repository } from '../harness/install.mjs';
import { readAudit } from './support/audit.mjs';
import { screenshot } from './support/screenshots.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

const script = path.join(repository, 'test/fixtures/mcp/server.mjs');

describe('What an MCP server offers to the user', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    const fixture = { command: process.execPath, args: [script, 'offers'] };
    world = await openScriptedWorld({ settings: { 'gatehouse.mcp.servers': { fixture } } });
    await world.openPanel();
  });
  after(() => world?.close());

  const last = () => world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
  const option = (/** @type {string} */ text) =>
    world.panel.root.getByRole('option').filter({ hasText: text });
  const allow = async () => {
    const card = world.panel.root.locator('article.card-asking').last();
    await card.locator('[data-allow]').click();
  };

  it('003-mcp-12: `@mcp` starts it and suggests its resources; a chosen one is read and fenced', async () => {
    const { panel } = world;
    await panel.input.pressSequentially('@mcp');
    await option('Hello memo').waitFor();
    await screenshot(world, 'mcp-resources');
    await option('Hello memo').click();
    await panel.root.locator('.chip', { hasText: 'Hello memo' }).waitFor();
    assert.equal(world.llm.requests.length, 0);
    world.llm.push({ text: 'It says hello.' });
    const sent = panel.send('What does it say?');
    await allow();
    await sent;
    await panel.answer('It says hello.');
    await panel.idle();
    assert.match(last(), /<untrusted_content source="mcp:fixture">\nContent of memo:\/\/hello\.\n/);
    assert.match(last(), /\[image\/png, 3 bytes, not shown\]/);
    assert.match(last(), /What does it say\?$/);
    const read = (await readAudit(world)).at(-1);
    assert.deepEqual(
      [read?.tool, read?.phase, read?.mcp_server_id, read?.caller_id],
      ['mcp__fixture__resources-read', 'planner', 'fixture', read?.session],
    );
  });

  it('003-mcp-13: its prompt is a command, which says what it needs before anything is sent', async () => {
    const { panel } = world;
    await panel.input.pressSequentially('/mcp.fix');
    await option('who=… [how=…]').waitFor();
    await screenshot(world, 'mcp-prompts');
    await panel.input.fill('');
    const before = world.llm.requests.length;
    // Keyed in, it is approved.
    await panel.send('/mcp.fixture.greet');
    await panel.notice('The prompt greet needs who');
    assert.equal(world.llm.requests.length, before);
    world.llm.push({ text: 'Hello, Ada!' });
    await panel.send('/mcp.fixture.greet who=Ada how="very loudly"');
    await panel.answer('Hello, Ada!');
    assert.match(last(), /<untrusted_content source="mcp:fixture">\ngreet Ada very loudly\n/);
    assert.match(last(), /\/mcp\.fixture\.greet who=Ada how="very loudly"$/);
  });
});
