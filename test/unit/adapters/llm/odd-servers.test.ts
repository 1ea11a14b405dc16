import assert from 'node:assert/strict';
import { endpointUrl } from '../../../../src/adapters/llm/server';
import { providers } from '../../../../src/adapters/llm/providers';
import { failure, succeed } from '../../../../src/core/contracts/failure';
import type { Http, HttpResponse } from '../../../../src/core/ports/http';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import { createTestLlm, hello, never } from './ask';

function httpOf(body: () => AsyncIterable<string>, contentType = 'text/event-stream'): Http {
  const headers = { 'content-type': contentType };
  const answer = (): Promise<{ ok: true; value: HttpResponse }> =>
    Promise.resolve(succeed({ status: 200, headers, body: body() }));
  return { post: answer, get: answer };
}

const stopped = '{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}';

async function* oncePlease(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

describe('unusual OpenAI-compatible servers', () => {
  async function collect(http: Http): Promise<LlmEvent[]> {
    const { llm, clock } = createTestLlm({ http, baseUrl: 'http://x/v1' });
    const events: LlmEvent[] = [];
    for await (const event of llm.stream(hello, never)) {
      events.push(event);
      if (event.type === 'text') setImmediate(() => clock.advance(3_000));
    }
    return events;
  }

  it('finishes when a server neither sends DONE nor closes', async () => {
    async function* open(): AsyncGenerator<string> {
      yield await Promise.resolve(`data: ${stopped}\n\n`);
      await new Promise(() => undefined);
    }
    const events = await collect(httpOf(open));
    assert.equal(events.at(-1)?.type, 'finish');
  });

  it('finishes when a server keeps sending keep-alive messages after its end', async () => {
    async function* alive(): AsyncGenerator<string> {
      yield await Promise.resolve(`data: ${stopped}\n\n`);
      for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, ': ping\n\n'));
    }
    assert.equal((await collect(httpOf(alive))).at(-1)?.type, 'finish');
  });

  it('recognizes a broken connection reported with the error class of the HTTP bundle', async () => {
    const broken = failure('execution', 'x:80 closed the connection.', {
      category: 'network_error',
    });
    async function* breaks(): AsyncGenerator<string> {
      yield await Promise.resolve('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n');
      throw Object.assign(new Error(broken.message), { name: 'ConnectionError', failure: broken });
    }
    const end = (await collect(httpOf(breaks))).at(-1);
    assert.ok(end?.type === 'error');
    assert.equal(end.failure.category, 'network_error');
    assert.match(end.failure.message, /interrupted: x:80 closed the connection/);
  });

  it('finishes when the connection breaks after the model has stopped', async () => {
    async function* breaks(): AsyncGenerator<string> {
      yield await Promise.resolve(`data: ${stopped}\n\n`);
      throw new Error('reset');
    }
    const events = await collect(httpOf(breaks));
    assert.equal(events.at(-1)?.type, 'finish');
  });

  it('reads a server that sends one JSON object instead of a stream', async () => {
    const whole = '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}';
    const events = await collect(httpOf(() => oncePlease(whole), 'application/json'));
    assert.deepEqual(
      events.map((event) => event.type),
      ['text', 'finish'],
    );
  });

  it('reports a web page as such, without a retry', async () => {
    const [only, ...others] = await collect(httpOf(() => oncePlease('<html>'), 'text/html'));
    assert.equal(others.length, 0);
    assert.ok(only?.type === 'error');
    assert.match(only.failure.message, /^x:80 sent a web page/);
  });
});

describe('endpoint address', () => {
  const { openai, anthropic, ollama } = providers;

  it('keeps the query and accepts trailing slashes', () => {
    const base = 'https://x.test/v1//?api-version=3#f';
    assert.deepEqual(endpointUrl(base, '/chat/completions', openai), {
      ok: true,
      value: 'https://x.test/v1/chat/completions?api-version=3',
    });
  });

  it('merges its own query with that of the base', () => {
    const own = endpointUrl('https://x.test/?tenant=a', '/v1/models?limit=9', anthropic);
    assert.equal(own.ok && own.value, 'https://x.test/v1/models?tenant=a&limit=9');
  });

  it('accepts a base that ends with the start of the path', () => {
    for (const [base, path, expected] of [
      ['https://x.test', '/v1/messages', 'https://x.test/v1/messages'],
      ['https://x.test/v1/', '/v1/messages', 'https://x.test/v1/messages'],
      ['https://x.test/gate/v1', '/v1/messages', 'https://x.test/gate/v1/messages'],
      ['http://x.test/api', '/api/chat', 'http://x.test/api/chat'],
      ['http://x.test/myapi', '/api/chat', 'http://x.test/myapi/api/chat'],
    ] as const) {
      assert.deepEqual(endpointUrl(base, path, anthropic), { ok: true, value: expected });
    }
  });

  it('rejects an address that is not HTTP, and names the setting of the provider', () => {
    for (const bad of ['', 'x.test/v1', 'file:///etc/passwd', 'http://']) {
      const url = endpointUrl(bad, '/p', ollama);
      assert.ok(!url.ok, bad);
      assert.match(url.failure.message, /for Ollama.*gatehouse\.ollama\.baseUrl.*:11434/);
    }
  });
});
