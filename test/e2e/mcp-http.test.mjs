// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

const secret = 'Bearer not-for-the-model';

/** @typedef {{ method: string, headers: import('node:http').IncomingHttpHeaders, params: any }} Asked */

const form = {
  message: 'Which seat?',
  requestedSchema: { type: 'object', properties: { row: { type: 'integer' } }, required: ['row'] },
};

/** A server of the newest revision; it says the secret that it was given, and asks where to sit. */
async function startServer() {
  /** @type {Asked[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const { id, method = '', params = {} } = JSON.parse((await text(request)) || '{}');
    asked.push({ method, headers: request.headers, params });
    const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
    const said = `echo: ${params.arguments?.text} ${request.headers.authorization}`;
    /** @type {Record<string, object>} */
    const results = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
      'tools/list': { tools: [{ name: 'echo', description: 'Says it again.', inputSchema }] },
      'tools/call': { content: [{ type: 'text', text: said }] },
    };
    if (params.arguments?.text === 'seat' && params.inputResponses === undefined) {
      const inputRequests = { seat: { method: 'elicitation/create', params: form } };
      results['tools/call'] = { resultType: 'input_required', inputRequests };
    }
    response.writeHead(method in results ? 200 : 202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { ...common, ...results[method] } }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}/mcp`, asked, close };
}

describe('An MCP server over HTTP that the settings of the user name', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server;
  before(async () => {
    server = await startServer();
    const talk = { url: server.url, headers: { Authorization: secret } };
    world = await openScriptedWorld({ settings: { 'gatehouse.mcp.servers': { talk } } });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    server?.close();
  });

  const rows = () => world.page.locator('.quick-input-list .monaco-list-row');
  const pick = (/** @type {string} */ what) => rows().filter({ hasText: what }).first().click();

  it('003-mcp-9: is asked nothing by itself; the list shows its address, then its revision', async () => {
    await world.runCommand('Gatehouse: MCP Servers…');
    await rows().filter({ hasText: server.url }).waitFor();
    assert.deepEqual(server.asked, []);
    await pick('talk');
    await pick('Choose its tools');
    await rows().filter({ hasText: 'echo' }).waitFor();
    await pick('echo');
    await world.page.locator('.quick-input-widget .quick-input-box input').press('Enter');
    await pick('provisional');
    const toast = world.page.locator('.notification-list-item');
    await toast.filter({ hasText: '1 of 1 tools of talk are on.' }).waitFor();
    await world.runCommand('Gatehouse: MCP Servers…');
    await rows().filter({ hasText: 'protocol 2026-07-28 (modern)' }).waitFor();
    await world.page.keyboard.press('Escape');
  });

  it('003-mcp-9: its tool runs for the model after the question, and it reads no header', async () => {
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'mcp__talk__echo', args: { text: 'hello' } }] },
      { text: 'It answered.' },
    );
    await panel.send('Ask the server');
    const card = panel.root.locator('article.card-asking', { hasText: 'echo' });
    await card.waitFor();
    assert.equal(server.asked.filter(({ method }) => method === 'tools/call').length, 0);
    await card.locator('[data-allow]').click();
    await panel.answer('It answered.');
    await panel.idle();
    const told = JSON.stringify(world.llm.requests.at(-1)?.body.messages);
    assert.match(told, /echo: hello/);
    assert.doesNotMatch(told, /not-for-the-model/);
    const [call] = server.asked.filter(({ method }) => method === 'tools/call');
    assert.equal(call?.headers.authorization, secret);
    assert.equal(call?.headers['mcp-name'], 'echo');
  });

  it('003-mcp-7: it asks the user, who sees the value again before it is sent', async () => {
    const { panel, page } = world;
    const dialog = page.locator('.monaco-dialog-box');
    const input = page.locator('.quick-input-widget .quick-input-box input');
    const answers = () =>
      server.asked.flatMap(({ params }) => (params.inputResponses ? [params.inputResponses] : []));
    world.llm.push(
      { calls: [{ name: 'mcp__talk__echo', args: { text: 'seat' } }] },
      { text: 'Done.' },
    );
    await panel.send('Take a seat');
    await panel.root
      .locator('article.card-asking', { hasText: 'echo' })
      .locator('[data-allow]')
      .click();
    const toast = page.locator('.notification-list-item', { hasText: 'talk asks you something' });
    await toast.getByRole('button', { name: 'Answer…' }).click();
    await dialog.filter({ hasText: '> Which seat?' }).waitFor();
    await dialog.getByRole('button', { name: 'Answer…' }).click();
    await input.fill('aisle');
    await page.locator('.quick-input-widget', { hasText: 'Type a number.' }).waitFor();
    await input.fill('12');
    await input.press('Enter');
    await dialog.filter({ hasText: 'row: 12' }).waitFor();
    assert.deepEqual(answers(), []);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await panel.answer('Done.');
    await panel.idle();
    assert.deepEqual(answers(), [{ seat: { action: 'accept', content: { row: 12 } } }]);
  });

  it('003-mcp-20: is listed as failed once it is gone, with the reason, and reported once', async () => {
    server.close();
    await world.runCommand('Gatehouse: MCP Servers…');
    const row = rows().filter({ hasText: server.url });
    await row.filter({ hasText: 'failed' }).waitFor();
    assert.match(await row.innerText(), /refused the connection\.\)?\. Check its address/);
    await world.page.keyboard.press('Escape');
    const toast = world.page.locator('.notification-list-item', { hasText: 'server talk ended' });
    await toast.waitFor();
    assert.equal(await toast.count(), 1);
  });
});

describe('An MCP server that starts with the chat', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server;
  before(async () => {
    server = await startServer();
    const servers = { talk: { url: server.url } };
    world = await openScriptedWorld({
      settings: { 'gatehouse.mcp.servers': servers, 'gatehouse.mcp.start': 'chat' },
    });
  });
  after(async () => {
    await world?.close();
    server?.close();
  });

  it('003-mcp-21: runs when the panel is open, before any call', async () => {
    assert.deepEqual(server.asked, []);
    await world.openPanel();
    for (let left = 100; left > 0 && server.asked.length < 2; left -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.deepEqual(
      server.asked.map(({ method }) => method),
      ['server/discover', 'tools/list'],
    );
  });
});
