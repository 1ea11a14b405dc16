import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createUndiciHttp } from '../../../../src/adapters/http/undici-entry';
import { createLazyHttp } from '../../../../src/adapters/http/undici-http';
import { failure, fail } from '../../../../src/core/contracts/failure';
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
  // No test but that of the silence may meet a limit, however busy the machine is.
  const http = createUndiciHttp();
  const hasty = createUndiciHttp({ idleMs: 150 });

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

describe('lazy http', () => {
  it('loads on the first request, once, and disposes what it loaded', async () => {
    const log: string[] = [];
    const answer = { ok: true, value: { status: 200, headers: {}, body: none() } } as const;
    const lazy = createLazyHttp(() => {
      log.push('load');
      return Promise.resolve({
        post: () => Promise.resolve(answer),
        get: () => Promise.resolve(answer),
        dispose: () => log.push('dispose'),
      });
    }, assert.ifError);
    assert.deepEqual(log, []);
    await lazy.get({ url: '', headers: {} }, never);
    await lazy.post({ url: '', headers: {}, body: '' }, never);
    lazy.dispose();
    assert.deepEqual(log, ['load', 'dispose']);
    assert.equal((await lazy.get({ url: '', headers: {} }, never)).ok, false);
  });

  it('also disposes a client that finishes loading later', async () => {
    let disposals = 0;
    const closed = fail(failure('cancelled', 'closed'));
    const client = {
      post: () => Promise.resolve(closed),
      get: () => Promise.resolve(closed),
      dispose: () => (disposals += 1),
    };
    let finish = (): void => undefined;
    const lazy = createLazyHttp(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(client);
        }),
      assert.ifError,
    );
    const asked = lazy.get({ url: '', headers: {} }, never);
    lazy.dispose();
    finish();
    assert.equal((await asked).ok, false);
    assert.equal(disposals, 1);
  });

  it('returns a failure when the client does not load, and tries again later', async () => {
    let loads = 0;
    const errors: unknown[] = [];
    const noted = (error: unknown) => errors.push(error);
    const lazy = createLazyHttp(() => {
      loads += 1;
      return Promise.reject(new Error('/home/me/secret/path'));
    }, noted);
    const first = await lazy.get({ url: '', headers: {} }, never);
    assert.ok(!first.ok);
    assert.doesNotMatch(first.failure.message, /secret/);
    await lazy.get({ url: '', headers: {} }, never);
    assert.equal(loads, 2);
    assert.equal(errors.length, 2);
  });
});

async function* none(): AsyncGenerator<string> {
  yield await Promise.resolve('');
}
