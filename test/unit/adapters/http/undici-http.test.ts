import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import type { HttpResponse } from '../../../../src/core/ports/http';

const secret = 'sk-very-secret';
const never = new AbortController().signal;

async function read(response: HttpResponse): Promise<string> {
  let text = '';
  for await (const part of response.body) text += part;
  return text;
}

describe('undici http', () => {
  let server: Server | undefined;
  // Only the test of silence may reach a time limit, however busy the machine is.
  const http = new UndiciHttp();
  const hasty = new UndiciHttp({ idleMs: 150 });

  async function serve(listener: RequestListener): Promise<string> {
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => {
      started.listen(0, '127.0.0.1', resolve);
    });
    const address = started.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    return `http://127.0.0.1:${port}/v1/x?api_key=${secret}`;
  }

  function post(url: string, signal = never, client = http) {
    return client.post({ url, headers: { authorization: `Bearer ${secret}` }, body: '{}' }, signal);
  }

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  after(() => {
    http.dispose();
    hasty.dispose();
  });

  it('streams a body and decodes characters split across chunks', async () => {
    const bytes = Buffer.from('Grüße 👩‍👩‍👧');
    const url = await serve((_request, response) => {
      for (const byte of bytes) response.write(Uint8Array.of(byte));
      response.end();
    });
    const answer = await post(url);
    assert.ok(answer.ok);
    assert.equal(await read(answer.value), 'Grüße 👩‍👩‍👧');
  });

  it('returns an error status as a value, with its headers', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'Retry-After': '7' }).end('slow down');
    });
    const answer = await post(url);
    assert.ok(answer.ok);
    assert.equal(answer.value.status, 429);
    assert.equal(answer.value.headers['retry-after'], '7');
    assert.equal(await read(answer.value), 'slow down');
  });

  it('reads at most 64 KB of an error response', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500).end('x'.repeat(1_000_000));
    });
    const answer = await post(url);
    assert.ok(answer.ok);
    assert.equal((await read(answer.value)).length, 64 * 1024);
  });

  it('follows no redirect, so that the key is not sent elsewhere', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const answer = await post(url);
    assert.ok(answer.ok);
    assert.equal(answer.value.status, 307);
    assert.equal(asked, 1);
  });

  it('names host and port of a refused connection, and no secret', async () => {
    const url = await serve(() => undefined);
    const port = new URL(url).port;
    await new Promise((resolve) => server?.close(resolve));
    const answer = await post(url);
    assert.ok(!answer.ok);
    assert.equal(
      answer.failure.message,
      `127.0.0.1:${port} refused the connection. Check that the server is running.`,
    );
    assert.equal(answer.failure.category, 'network_error');
  });

  it('rejects a broken body with a connection error that contains no secret', async () => {
    const url = await serve((_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const answer = await post(url);
    assert.ok(answer.ok);
    await assert.rejects(read(answer.value), (error: Error) => {
      assert.equal(error.name, 'ConnectionError');
      assert.match(error.message, /^127\.0\.0\.1:\d+ closed the connection\.$/);
      return !`${error.message}${error.stack ?? ''}`.includes(secret);
    });
  });

  it('gives up a silent body after the idle time', async () => {
    const url = await serve((_request, response) => {
      response.write('half');
    });
    const answer = await post(url, never, hasty);
    assert.ok(answer.ok);
    await assert.rejects(read(answer.value), /stopped responding/);
  });

  it('aborts at once, before and during the response', async () => {
    const url = await serve((_request, response) => {
      response.write('half');
    });
    const before = await post(url, AbortSignal.abort());
    assert.equal(!before.ok && before.failure.errorCode, 'cancelled');
    const controller = new AbortController();
    const answer = await post(url, controller.signal);
    assert.ok(answer.ok);
    const reading = read(answer.value);
    controller.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('returns failures for an invalid address and for a header that cannot be sent', async () => {
    const bad = await post('no address');
    assert.ok(!bad.ok);
    const headers = { authorization: `Bearer ${secret}\n` };
    const header = await http.get({ url: 'http://127.0.0.1:1/', headers }, never);
    assert.ok(!header.ok);
    assert.doesNotMatch(`${bad.failure.message}${header.failure.message}`, /secret/);
  });
});

describe('the bundle of undici', () => {
  const request = { url: 'http://127.0.0.1:1/', headers: {} };

  it('loads with the first request, once', async () => {
    let loads = 0;
    const http = new UndiciHttp({
      load: () => {
        loads += 1;
        return import('undici');
      },
    });
    assert.equal(loads, 0);
    await Promise.all([http.get(request, never), http.get(request, never)]);
    assert.equal(loads, 1);
    http.dispose();
    const late = await http.get(request, never);
    assert.equal(late.ok ? undefined : late.failure.errorCode, 'cancelled');
  });

  it('sends nothing when the window closes while it loads', async () => {
    let finish = (): void => undefined;
    const loaded = new Promise<void>((settle) => (finish = settle));
    const http = new UndiciHttp({
      load: async () => {
        await loaded;
        return import('undici');
      },
    });
    const asked = http.get(request, never);
    http.dispose();
    finish();
    const answer = await asked;
    assert.equal(answer.ok ? undefined : answer.failure.errorCode, 'cancelled');
  });

  it('that does not load fails the request, and is tried again by the next', async () => {
    const errors: unknown[] = [];
    const http = new UndiciHttp({
      load: () => Promise.reject(new Error('/home/me/secret/path')),
      onLoadFailed: (error) => errors.push(error),
    });
    const first = await http.get(request, never);
    assert.ok(!first.ok);
    assert.match(first.failure.message, /reinstall Gatehouse/);
    assert.doesNotMatch(first.failure.message, /secret/);
    await http.get(request, never);
    assert.equal(errors.length, 2);
  });
});
