import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { portOf } from '../../unit/fakes/proxy-server';
import { parts, until } from '../world';
import { repositoryFolder } from './extension-folder';
import { useModelChats } from './model-chat';
import { withUser } from './settings';

const page = `<html><head><title>Guide</title></head><body><nav>Menu</nav><main><h1>Guide</h1>
<p>Read <a href="/more">more</a>.</p></main></body></html>`;
const publicAddress = '93.184.216.34';
const url = 'https://example.com/guide';

describe('rules: web pages', () => {
  const open = useModelChats();
  let server: Server;
  const asked: string[] = [];

  before(async () => {
    const tls = (name: string) =>
      readFileSync(path.join(repositoryFolder('test/fixtures/tls'), `example.com.${name}.pem`));
    server = createServer({ cert: tls('cert'), key: tls('key') }, (request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/silent') return;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = portOf(server.address());
    const { useNetwork } = (await parts()).stages.work.parts.calls.web;
    assert.ok(useNetwork, 'VS Code runs tests');
    // Below the guard: a public name and address that lead to this machine.
    useNetwork({
      lookup: () => Promise.resolve([publicAddress]),
      connect: () => {
        const socket = connect(port, '127.0.0.1');
        return Object.defineProperty(socket, 'remoteAddress', { get: () => publicAddress });
      },
      trustAnchor: tls('cert').toString('utf8'),
    });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('003-web-2: a page is read after an approval, and card and audit entry say where it came from', async () => {
    const { approvals } = await parts();
    const chat = await open({ calls: [{ name: 'core__fetch', args: { url } }] }, { text: 'ok' });
    chat.begin(`Read ${url}`);
    const { approvalId } = await chat.pending();
    assert.deepEqual(asked, []);
    assert.equal(approvals.pending.answer(approvalId, { answer: 'allow' }), true);
    await chat.ended();
    const sent = JSON.stringify(chat.server.requests[1]?.body.messages);
    assert.match(sent, /<untrusted_content source=[^>]*example\.com\/guide/);
    assert.match(sent, /# Guide\\+n/);
    assert.match(sent, /\[more\]\(https:\/\/example\.com\/more\)/);
    assert.doesNotMatch(sent, /Menu/);
    const [entry] = await chat.entries();
    assert.deepEqual(
      [entry?.result, entry?.claim_source, entry?.web?.status, entry?.web?.addresses],
      ['success', 'web_scrape', 200, [publicAddress]],
    );
    assert.equal(chat.cards()[0]?.status, 'completed');
  });

  it('003-web-1: a rule of the user allows its host, and web_scrape reads elements', async () => {
    const rule = { pattern: 'https://example.com/*', action: 'allow' as const };
    await withUser({ permissions: { web_scrape: [rule] } }, async () => {
      const args = { url, select: 'main a', extract: 'attr:href' };
      const chat = await open({ calls: [{ name: 'core__web_scrape', args }] }, { text: 'ok' });
      await chat.say(`Read ${url}`);
      const sent = JSON.stringify(chat.server.requests[1]?.body.messages);
      assert.match(sent, /\[1\] https:\/\/example\.com\/more/);
    });
  });

  it('a stop ends a request that waits', async () => {
    const rule = { pattern: 'https://example.com/*', action: 'allow' as const };
    await withUser({ permissions: { fetch: [rule] } }, async () => {
      const args = { url: 'https://example.com/silent' };
      const chat = await open({ calls: [{ name: 'core__fetch', args }] }, { text: 'ok' });
      chat.begin('Wait.');
      await until('the server was asked', () => asked.length > 0);
      chat.stop();
      await chat.ended();
      const [entry] = await chat.entries();
      assert.deepEqual([entry?.result, entry?.web?.addresses], ['cancelled', [publicAddress]]);
    });
  });

  describe('through a proxy that stalls', () => {
    /** Requests of the proxy, and its connections that are still open. */
    const seen: { readonly requests: string[]; open: number } = { requests: [], open: 0 };
    const http = vscode.workspace.getConfiguration('http');
    const { Global } = vscode.ConfigurationTarget;
    const proxy = createTcpServer((socket) => {
      seen.open += 1;
      socket.on('error', () => undefined).on('close', () => (seen.open -= 1));
      socket.once('data', (chunk) => seen.requests.push(chunk.toString('latin1')));
    });

    before(async () => {
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      await http.update('proxy', `http://127.0.0.1:${String(portOf(proxy.address()))}`, Global);
    });
    after(async () => {
      await http.update('proxy', undefined, Global);
      await new Promise((resolve) => proxy.close(resolve));
    });
    beforeEach(() => {
      seen.requests.length = 0;
    });

    const rule = { pattern: 'https://example.com/*', action: 'allow' as const };
    const call = { name: 'core__fetch', args: { url } };

    it('decision 64: it is not used unless the user accepts that', async () => {
      const chat = await open({ calls: [call] }, { text: 'ok' });
      await chat.say(`Read ${url}`);
      const [entry] = await chat.entries();
      assert.deepEqual([entry?.error_category, entry?.refused_by], ['policy_blocked', 'proxy']);
      assert.deepEqual(seen.requests, []);
    });

    it('each call asks, whatever a rule allows, and a stop ends it', async () => {
      await withUser({ 'web.trustProxy': true, permissions: { fetch: [rule] } }, async () => {
        const { approvals } = await parts();
        const chat = await open({ calls: [call] }, { text: 'ok' });
        chat.begin(`Read ${url}`);
        const { approvalId } = await chat.pending();
        assert.equal(approvals.pending.answer(approvalId, { answer: 'allow' }), true);
        await until('the proxy was asked', () => seen.requests.length > 0);
        assert.match(seen.requests[0] ?? '', /^CONNECT example\.com:443 /);
        chat.stop();
        await chat.ended();
        const [entry] = await chat.entries();
        assert.equal(entry?.result, 'cancelled');
        await until('no connection is left', () => seen.open === 0);
        assert.equal(seen.requests.length, 1);
        assert.deepEqual(asked, []);
      });
    });

    it('the deadline ends it too', async () => {
      const settings = { 'web.trustProxy': true, 'scrape.timeout': 1, 'retry.maxAttempts': 0 };
      await withUser(settings, async () => {
        const { approvals } = await parts();
        const chat = await open({ calls: [call] }, { text: 'ok' });
        chat.begin(`Read ${url}`);
        const { approvalId } = await chat.pending();
        assert.equal(approvals.pending.answer(approvalId, { answer: 'allow' }), true);
        await chat.ended();
        const [entry] = await chat.entries();
        assert.deepEqual([entry?.result, entry?.error_category], ['error', 'timeout']);
        await until('no connection is left', () => seen.open === 0);
      });
    });
  });

  it('003-web-3: a local address asks no one and reaches no server', async () => {
    const args = { url: 'https://127.0.0.1/' };
    const chat = await open({ calls: [{ name: 'core__fetch', args }] }, { text: 'ok' });
    await chat.say('Look.');
    const [entry] = await chat.entries();
    assert.deepEqual(
      [entry?.result, entry?.error_category, entry?.refused_by],
      ['denied', 'policy_blocked', 'url'],
    );
    assert.deepEqual(asked, []);
  });
});
