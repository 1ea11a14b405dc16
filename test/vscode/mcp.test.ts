import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { commandText, stateText } from '../../src/host/views/mcp/server-texts';
import { HttpServer, json, said } from '../unit/adapters/mcp/http-server';
import { freshFolder, parts, put, textOf } from './world';
import { call, freshSession } from './rules/calls';
import { withAnything } from './rules/settings';

const script = path.resolve(__dirname, '../../../test/fixtures/mcp/server.mjs');
const id = 'mcp__fixture__echo';

/** The fixture, by the Node of this VS Code. */
function serverOf(...args: readonly string[]) {
  const env = { ELECTRON_RUN_AS_NODE: '1', KEY: 'not-for-the-output' };
  return { fixture: { command: process.execPath, args: [script, ...args], env } };
}

describe('MCP servers', () => {
  const { signal } = new AbortController();

  it('003-mcp-1: a tool of a real server runs once the user has switched it on, and asks', async () => {
    const { mcp, pipeline, trust } = await parts();
    const settings = { 'mcp.servers': serverOf('plain'), 'mcp.allowedTools': undefined };
    await withAnything(settings, async () => {
      const [server] = mcp.servers.all();
      assert.ok(server);
      assert.deepEqual([server.state, mcp.servers.bind(id)], ['stopped', undefined]);
      assert.ok((await server.start(signal)).ok);
      assert.equal((await call(id, { text: 'hi' })).code, 'policy_denied');
      const on = await mcp.servers.allow('fixture', mcp.servers.toolsOf('fixture'), 'provisional');
      assert.ok(on.ok);
      assert.ok(pipeline.catalog().some(({ name }) => name === id));
      assert.equal(trust.setFor(freshSession(), 'mcp:fixture'), 'provisional');
      const made = await call(id, { text: 'hi' });
      assert.match(made.outcome.text, /\necho: hi\n/);
      assert.equal(made.asked.length, 1);
      assert.deepEqual([made.entry.tool, made.entry.result], [id, 'success']);
      assert.equal(made.entry.mcp_server_id, 'fixture');
      const denied = await call(id, { text: './.git/config', path: '.git/config' });
      assert.deepEqual([denied.code, denied.asked.length], ['policy_denied', 0]);
      assert.match(denied.outcome.text, /\.git\/config/);
      const changed = serverOf('plain', 'other');
      await vscode.workspace
        .getConfiguration('gatehouse')
        .update('mcp.servers', changed, vscode.ConfigurationTarget.Global);
      assert.equal(mcp.servers.bind(id), undefined);
      assert.equal((await call(id, { text: 'hi' })).code, 'unavailable');
    });
    assert.deepEqual(mcp.servers.all(), []);
  });

  it('003-mcp-5: what a server did to a file that its arguments name can be undone', async () => {
    const { mcp, access } = await parts();
    const folder = await freshFolder('mcp-undo');
    const file = await put(folder, 'kept.txt', 'before\n');
    const settings = { 'mcp.servers': serverOf('writes'), 'mcp.allowedTools': undefined };
    await withAnything(settings, async () => {
      const [server] = mcp.servers.all();
      assert.ok(server && (await server.start(signal)).ok);
      await mcp.servers.allow('fixture', mcp.servers.toolsOf('fixture'), 'provisional');
      const made = await call(id, { path: file, text: 'after\n' });
      assert.match(made.outcome.text, /\nwritten\n/);
      assert.equal(await textOf(file), 'after\n');
      const by = { sessionId: made.entry.session, toolCallId: made.entry.tool_call_id };
      const undone = await access.changes.undoCall(by, signal);
      assert.ok(undone.ok, undone.ok ? '' : undone.failure.message);
      assert.equal(await textOf(file), 'before\n');
    });
  });

  it('003-mcp-9: a tool of a server over HTTP on this machine runs, with the headers of the user', async () => {
    const server = new HttpServer();
    await server.start();
    try {
      const { mcp } = await parts();
      const headers = { Authorization: 'Bearer not-for-the-model' };
      const talk = { url: server.url, headers };
      const settings = { 'mcp.servers': { talk }, 'mcp.allowedTools': undefined };
      await withAnything(settings, async () => {
        const [configured] = mcp.servers.all();
        assert.ok(configured);
        assert.ok((await configured.start(signal)).ok);
        assert.match(stateText(configured), /fixture 1\.2\.3.*2025-11-25.*legacy/);
        assert.equal(commandText(configured), server.url);
        assert.ok((await mcp.servers.allow('talk', mcp.servers.toolsOf('talk'), 'provisional')).ok);
        const made = await call('mcp__talk__echo', { text: 'hi' });
        assert.match(made.outcome.text, /\necho: hi\n/);
        assert.deepEqual([made.asked.length, made.entry.mcp_server_id], [1, 'talk']);
        const [asked] = server.of('tools/call');
        assert.equal(asked?.headers.authorization, headers.Authorization);
        server.instead['tools/call'] = ({ id }, response) =>
          json(response, id, said(headers.Authorization));
        const told = await call('mcp__talk__echo', { text: 'hi' });
        assert.doesNotMatch(JSON.stringify([told.outcome, told.entry]), /not-for-the-model/);
      });
      assert.equal(server.of('DELETE').length, 0);
    } finally {
      server.stop();
    }
  });
});
