import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { noProxySettings, type ProxySettings } from '../../../../src/adapters/http/proxy-route';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import type { HttpResponse } from '../../../../src/core/ports/http';
import type { Result } from '../../../../src/core/contracts/failure';
import { portOf, startProxyServer, type ProxyServer } from '../../fakes/proxy-server';

const never = new AbortController().signal;

const cert = readFileSync('test/fixtures/tls/models.test.cert.pem');
const key = readFileSync('test/fixtures/tls/models.test.key.pem');

async function said(answer: Result<HttpResponse>): Promise<string> {
  if (!answer.ok) return answer.failure.message;
  let text = '';
  for await (const part of answer.value.body) text += part;
  return `${String(answer.value.status)} ${text}`;
}

describe('requests through a proxy', () => {
  const closing: (() => Promise<void> | void)[] = [];
  let settings: ProxySettings = noProxySettings;

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    settings = noProxySettings;
  });

  async function serve(server: Server): Promise<number> {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return portOf(server.address());
  }

  function plain(): Promise<number> {
    return serve(
      createServer((request, response) => {
        const { host, authorization } = request.headers;
        const seen = { host, authorization, proxy: request.headers['proxy-authorization'] };
        response.end(JSON.stringify(seen));
      }),
    );
  }

  function secure(): Promise<number> {
    return serve(
      createSecureServer({ cert, key }, (_request, response) => {
        response.end('behind the tunnel');
      }),
    );
  }

  async function proxyTo(target: number, refuse?: number): Promise<ProxyServer> {
    const proxy = await startProxyServer({ target, ...(refuse === undefined ? {} : { refuse }) });
    closing.push(() => proxy.close());
    settings = { ...settings, url: proxy.url };
    return proxy;
  }

  function client(environment: Readonly<Record<string, string>> = {}) {
    const http = new UndiciHttp({
      connectMs: 2_000,
      proxy: () => settings,
      environment: () => environment,
    });
    closing.push(() => {
      http.dispose();
    });
    return (url: string, signal = never) =>
      http.get({ url, headers: { authorization: 'Bearer k' } }, signal);
  }

  it('request a plain server by its full address, without a tunnel', async () => {
    const proxy = await proxyTo(await plain());
    const answer = await said(await client()('http://models.test/v1/models?a=1'));
    assert.deepEqual(proxy.asked, ['GET http://models.test/v1/models?a=1']);
    assert.equal(answer, '200 {"host":"models.test","authorization":"Bearer k"}');
  });

  it('tunnel to a secure server, and reject an untrusted certificate', async () => {
    const proxy = await proxyTo(await secure());
    const answer = await said(await client()('https://models.test/v1'));
    assert.deepEqual(proxy.asked, ['CONNECT models.test:443']);
    assert.match(answer, /^The certificate of models\.test:443 was not accepted/);
  });

  it('accept any certificate behind the proxy when http.proxyStrictSSL is off', async () => {
    await proxyTo(await secure());
    settings = { ...settings, strictTls: false };
    assert.equal(await said(await client()('https://models.test/v1')), '200 behind the tunnel');
  });

  it('send the credentials to the proxy only', async () => {
    const proxy = await proxyTo(await secure());
    settings = { ...settings, strictTls: false, authorization: 'Basic c2VjcmV0' };
    await said(await client()('https://models.test/v1'));
    assert.deepEqual(proxy.authorizations, ['Basic c2VjcmV0']);
  });

  it('use the proxy of the environment, but reach loopback directly', async () => {
    const port = await plain();
    const proxy = await proxyTo(port);
    settings = noProxySettings;
    const get = client({ HTTP_PROXY: proxy.url });
    await said(await get('http://models.test/one'));
    await said(await get(`http://127.0.0.1:${String(port)}/two`));
    assert.deepEqual(proxy.asked, ['GET http://models.test/one']);
  });

  for (const url of ['http://models.test/', 'https://models.test/']) {
    it(`report that the proxy requires credentials: ${url}`, async () => {
      const proxy = await proxyTo(0, 407);
      const host = new URL(proxy.url).host;
      assert.match(
        await said(await client()(url)),
        new RegExp(
          `^The proxy ${host} requires a user name and password.*http\\.proxyAuthorization`,
        ),
      );
    });
  }

  it('report that the proxy rejected the request', async () => {
    await proxyTo(0, 403);
    const message = await said(await client()('https://models.test/'));
    assert.match(message, /^The proxy .* rejected the request \(status 403\)/);
  });

  it('name a proxy that does not answer, without its password', async () => {
    const proxy = await proxyTo(0);
    const { port } = new URL(proxy.url);
    await proxy.close();
    settings = { ...settings, url: `http://me:secret@127.0.0.1:${port}` };
    const message = await said(await client()('https://models.test/v1'));
    assert.equal(
      message,
      `The proxy 127.0.0.1:${port} refused the connection. Check that the server is running.`,
    );
  });

  it('name http.proxy when its address is invalid', async () => {
    settings = { ...settings, url: 'no proxy' };
    assert.match(await said(await client()('https://models.test/v1')), /http\.proxy/);
  });

  it('use the current proxy setting, and let a response through the previous proxy finish', async () => {
    let finish = (): void => undefined;
    const port = await serve(
      createServer((_request, response) => {
        response.write('begun ');
        finish = () => response.end('ended');
      }),
    );
    const get = client();
    const first = await proxyTo(port);
    const streaming = await get('http://models.test/first');
    const second = await proxyTo(await plain());
    await said(await get('http://models.test/second'));
    finish();
    assert.equal(await said(streaming), '200 begun ended');
    assert.deepEqual(first.asked, ['GET http://models.test/first']);
    assert.deepEqual(second.asked, ['GET http://models.test/second']);
  });

  it('stop at once while the proxy is silent', async () => {
    const controller = new AbortController();
    const port = await serve(createServer(() => controller.abort()));
    await proxyTo(port);
    const answer = await client()('http://models.test/', controller.signal);
    assert.equal(!answer.ok && answer.failure.errorCode, 'cancelled');
  });
});
