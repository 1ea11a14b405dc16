import assert from 'node:assert/strict';
import openAiChat from '../../../../src/core/wire/openai-chat';
import { createOpenAiLlm } from '../../../../src/adapters/llm/openai-llm';
import { endpointUrl } from '../../../../src/adapters/llm/endpoint-url';
import { createLlms } from '../../../../src/adapters/llm/llms';
import { failure } from '../../../../src/core/contracts/failure';
import { succeed } from '../../../../src/core/contracts/result';
import type { Http, HttpResponse } from '../../../../src/core/ports/http';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import { createFakeClock } from '../../fakes/clock';

const request = { system: '', messages: [{ role: 'user', text: 'Hi' }], tools: [] } as const;
const noKey = () => Promise.resolve(undefined);

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

describe('OpenAI-compatible servers with habits of their own', () => {
  async function collect(http: Http, clock = createFakeClock()): Promise<LlmEvent[]> {
    const llm = createOpenAiLlm({
      wire: openAiChat,
      http,
      clock,
      baseUrl: 'http://x/v1',
      model: 'm',
      key: noKey,
    });
    const events: LlmEvent[] = [];
    for await (const event of llm.stream(request, new AbortController().signal)) {
      events.push(event);
      if (event.type === 'text') setImmediate(() => clock.advance(3_000));
    }
    return events;
  }

  it('finishes when a server neither says DONE nor closes', async () => {
    async function* open(): AsyncGenerator<string> {
      yield await Promise.resolve(`data: ${stopped}\n\n`);
      await new Promise(() => undefined);
    }
    const events = await collect(httpOf(open));
    assert.equal(events.at(-1)?.type, 'finish');
  });

  it('knows a broken connection that the HTTP bundle reports by a class of its own', async () => {
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
    assert.match(end.failure.message, /broke off: x:80 closed the connection/);
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

  it('says that a web page is no answer, and does not ask for it again', async () => {
    const [only, ...others] = await collect(httpOf(() => oncePlease('<html>'), 'text/html'));
    assert.equal(others.length, 0);
    assert.ok(only?.type === 'error');
    assert.match(only.failure.message, /^x:80 sent a web page/);
  });
});

describe('endpoint address', () => {
  it('keeps the query and takes slashes at the end', () => {
    assert.deepEqual(endpointUrl('https://x.test/v1//?api-version=3#f', '/chat/completions'), {
      ok: true,
      value: 'https://x.test/v1/chat/completions?api-version=3',
    });
  });

  it('refuses what is no http address', () => {
    for (const bad of ['', 'x.test/v1', 'file:///etc/passwd', 'http://']) {
      assert.equal(endpointUrl(bad, '/p').ok, false, bad);
    }
  });
});

describe('models by id', () => {
  const steps = [{ text: 'Hello.', calls: [] }];
  const recording = { title: 't', turns: [{ user: 'u', steps }] };
  function llms(replayFile: string) {
    return createLlms({
      http: httpOf(() => oncePlease('')),
      clock: createFakeClock(),
      baseUrl: () => 'http://x/v1',
      key: noKey,
      replayFile: () => replayFile,
      readRecording: () => Promise.resolve(succeed(recording)),
      replayWordMs: 0,
    });
  }

  it('finds the replay and models of the server, also with a slash in their name', async () => {
    for (const id of ['replay', 'openai/gpt', 'openai/org/model:7b']) {
      assert.equal((await llms('/x.json').get(id)).ok, true, id);
    }
  });

  it('says what to do when no model, an unknown one or no recording is chosen', async () => {
    const cases = [
      ['', /Pick one in the panel/],
      ['claude', /no model "claude"/],
      ['openai/', /no model "openai\/"/],
      ['replay', /gatehouse\.replay\.file/],
    ] as const;
    for (const [id, expected] of cases) {
      const found = await llms('').get(id);
      assert.ok(!found.ok);
      assert.match(found.failure.message, expected);
    }
  });
});
