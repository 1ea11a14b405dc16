import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/base/sentence';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import type { KeySource } from '../../../../src/adapters/llm/server';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import {
  startScriptedLlm,
  type ScriptedLlm,
  type ScriptedStep,
} from '../../../fakes/scripted-llm.mjs';
import { collect, createTestLlm, hello, messageOf, textOf } from './ask';

const secret = 'sk-very-secret';

describe('OpenAI-compatible model', () => {
  const http = new UndiciHttp();
  let server: ScriptedLlm | undefined;

  async function start(steps: readonly ScriptedStep[], key?: string) {
    server = await startScriptedLlm({ steps, ...(key === undefined ? {} : { key }) });
    const { baseUrl } = server;
    const ask = (stored?: string) =>
      createTestLlm({ http, baseUrl, key: () => Promise.resolve(succeed(stored)) }).llm;
    return { ...createTestLlm({ http, baseUrl }), ask, server, baseUrl };
  }

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  after(() => {
    http.dispose();
  });

  it('requests a stream with usage and streams text, thoughts and calls', async () => {
    const { llm, server } = await start([
      { thought: 'Hm.', text: 'I look.', calls: [{ name: 'core__read', args: { path: 'a' } }] },
    ]);
    const events = await collect(llm);
    assert.equal(textOf(events), 'I look.');
    assert.deepEqual(
      events.filter((event) => event.type === 'thought'),
      [{ type: 'thought', text: 'Hm.' }],
    );
    assert.deepEqual(events.at(-1), {
      type: 'finish',
      reason: 'tool_calls',
      calls: [{ wireId: 'call_1_1', name: 'core__read', argsText: '{"path":"a"}' }],
      usage: { inputTokens: 10, outputTokens: 5 },
      thinking: [{ wire: 'openai-chat', block: { reasoning_content: 'Hm.' } }],
    });
    const sent = server.requests[0];
    assert.equal(sent?.path, '/v1/chat/completions');
    assert.deepEqual(Object.keys(sent.body), ['model', 'messages', 'stream', 'stream_options']);
  });

  it('sends an authorization header only if there is a key', async () => {
    const { ask, server } = await start([{ text: 'a' }, { text: 'b' }]);
    await collect(ask());
    await collect(ask(` ${secret}\n`));
    assert.deepEqual(
      server.requests.map((each) => each.headers.authorization),
      [undefined, `Bearer ${secret}`],
    );
  });

  it('says how to set a rejected key, once, without quoting it', async () => {
    const { ask } = await start([], 'right');
    const events = await collect(ask(secret));
    assert.equal(events.length, 1);
    const message = messageOf(events);
    assert.match(message, /refused the key .*Gatehouse: Set API Key" for the OpenAI-compatible/);
    assert.doesNotMatch(message, /secret/);
  });

  it('redacts the rest of a key that the message limit cuts', async () => {
    for (let before = 380; before < 400; before += 1) {
      const error = { message: `${'x'.repeat(before)}${secret}!`, type: 'x' };
      const { ask, server } = await start([{ status: 401, body: { error } }, { error }]);
      for (const place of ['status', 'stream']) {
        assert.doesNotMatch(
          messageOf(await collect(ask(secret))),
          /sk-ve/,
          `${place} ${String(before)}`,
        );
      }
      await server.close();
    }
  });

  it('redacts a key that the server quotes in an error code', async () => {
    const { ask } = await start([{ error: { code: `Bad_${secret}_KEY` } }]);
    assert.match(messageOf(await collect(ask(secret.toUpperCase()))), /bad_\[redacted\]_key/);
  });

  it('sends earlier calls as text once no tool is offered', async () => {
    const { llm, server } = await start([{ text: 'Done.' }]);
    const call = { toolCallId: 'c1', wireId: 'w1', name: 'core__read', argsText: '{"path":"a"}' };
    await collect(llm, {
      ...hello,
      messages: [
        { role: 'user', text: 'Read a' },
        { role: 'assistant', text: 'I look.', calls: [call] },
        {
          role: 'tool',
          toolCallId: 'c1',
          wireId: 'w1',
          name: 'core__read',
          text: 'AAA',
          status: 'completed',
        },
      ],
    });
    const sent = JSON.stringify(server.requests[0]?.body['messages']);
    assert.doesNotMatch(sent, /tool_calls|tool_call_id/);
    assert.match(sent, /core__read.*AAA/);
  });

  it('redacts a key that the server quotes', async () => {
    const error = { message: `Bad key ${secret}!`, type: 'x' };
    const { ask } = await start([{ status: 401, body: { error } }, { error }]);
    assert.match(messageOf(await collect(ask(secret))), /Bad key \[redacted\]!/);
    assert.match(messageOf(await collect(ask(secret))), /Bad key \[redacted\]!/);
  });

  it('rejects a stored key that no header can carry', async () => {
    const { ask } = await start([]);
    assert.match(messageOf(await collect(ask('a\nb'))), /contains invalid characters/);
  });

  it('marks a request that is too long, so that a smaller one can be tried', async () => {
    const { llm } = await start([{ status: 413 }, { status: 400 }]);
    const [large] = await collect(llm);
    assert.equal(large?.type === 'error' && large.tooLong, true);
    const [other] = await collect(llm);
    assert.equal(other?.type === 'error' && 'tooLong' in other, false);
  });

  it('waits as long as a busy server asks, notifies the user, then continues', async () => {
    const { llm, waits } = await start([
      { status: 429, headers: { 'retry-after': '7' } },
      { text: 'Now.' },
    ]);
    const events = await collect(llm);
    assert.deepEqual(waits, [7_000]);
    const [first] = events;
    assert.equal(first?.type, 'wait');
    assert.match(inEnglish(first.text), /asked to wait 7 s.*Attempt 1 of 3 failed\./);
    assert.equal(textOf(events), 'Now.');
  });

  it('decision model-retry: ignores a requested wait of more than a minute', async () => {
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    const { llm, waits } = await start([busy, busy, busy]);
    assert.match(messageOf(await collect(llm)), /status 429.*wait 60 min/);
    assert.deepEqual(waits, [500, 1_000]);
  });

  it('stops waiting immediately when the user stops it', async () => {
    const { llm, server } = await start([{ status: 503 }, { text: 'Too late.' }]);
    const controller = new AbortController();
    const events: LlmEvent[] = [];
    for await (const event of llm.stream(hello, controller.signal)) {
      events.push(event);
      if (event.type === 'wait') controller.abort();
    }
    assert.deepEqual(
      events.map((event) => event.type),
      ['wait', 'error'],
    );
    assert.equal(server.requests.length, 1);
  });

  it('follows the retry advice of the server', async () => {
    const headers = { 'x-should-retry': 'false' };
    const { llm, waits, server } = await start([{ status: 503, headers }]);
    assert.match(messageOf(await collect(llm)), /status 503/);
    assert.deepEqual(waits, []);
    server.push({ status: 400, headers: { 'x-should-retry': 'true' } }, { text: 'Here.' });
    assert.equal(textOf(await collect(llm)), 'Here.');
    assert.deepEqual(waits, [500]);
  });

  it('does not retry when the account has no credit', async () => {
    const error = { message: 'Quota exceeded', code: 'insufficient_quota' };
    const { llm, waits } = await start([{ status: 429, body: { error } }]);
    assert.match(messageOf(await collect(llm)), /no credit left/);
    assert.deepEqual(waits, []);
  });

  it('retries twice with growing delays when the server fails, then reports it', async () => {
    const { llm, waits, server } = await start([500, 502, 503].map((status) => ({ status })));
    const message = messageOf(await collect(llm));
    assert.match(message, /failed: it returned status 503\. It says: Scripted 503/);
    assert.deepEqual(waits, [500, 1_000]);
    assert.equal(server.requests.length, 3);
  });

  it('retries when the connection breaks before anything was streamed', async () => {
    const { llm, waits } = await start([{ cut: true }, { text: 'Here.' }]);
    assert.equal(textOf(await collect(llm)), 'Here.');
    assert.deepEqual(waits, [500]);
  });

  it('G11: a stream cut in the middle is a network error and is not retried', async () => {
    const { llm, waits } = await start([{ text: 'Half an answer', cut: true }]);
    const events = await collect(llm);
    const last = events.at(-1);
    assert.equal(textOf(events), 'Half an answer');
    assert.equal(last?.type === 'error' && last.failure.category, 'network_error');
    assert.deepEqual(waits, []);
  });

  it('G10: an error object after some text ends the answer', async () => {
    const { llm, waits } = await start([
      { text: 'I will', error: { message: 'overloaded', type: 'server_error' } },
    ]);
    const events = await collect(llm);
    assert.match(messageOf(events), /stopped with an error: overloaded/);
    assert.deepEqual(waits, []);
  });

  it('reports garbage as a failure after two retries', async () => {
    const { llm } = await start(Array.from({ length: 3 }, () => ({ garbage: '<html>' })));
    assert.match(messageOf(await collect(llm)), /no JSON: <html>/);
  });

  const statuses: readonly (readonly [ScriptedStep, RegExp])[] = [
    [{ status: 404 }, /has no model "m", or gatehouse\.openai\.baseUrl/],
    [{ status: 400, body: { error: { message: 'too long' } } }, /refused the request.*too long/],
    [{ status: 302, headers: { location: '/x' }, body: '' }, /redirects to another address/],
    [{ status: 422, body: '<html>a page</html>' }, /status 422\.$/],
  ];
  for (const [step, expected] of statuses) {
    it(`explains status ${String(step.status)}`, async () => {
      const { llm, waits } = await start([step]);
      assert.match(messageOf(await collect(llm)), expected);
      assert.deepEqual(waits, []);
    });
  }

  it('names host and port when the server is down', async () => {
    const { llm, server } = await start([]);
    await server.close();
    assert.match(
      messageOf(await collect(llm)),
      new RegExp(`^127\\.0\\.0\\.1:${server.port} refused the connection`),
    );
  });

  it('stops at once while the server is silent', async () => {
    const { llm } = await start([{ text: 'Half', hang: true }]);
    const controller = new AbortController();
    const events: LlmEvent[] = [];
    for await (const event of llm.stream(hello, controller.signal)) {
      events.push(event);
      if (event.type === 'text') controller.abort();
    }
    const last = events.at(-1);
    assert.equal(last?.type === 'error' && last.failure.errorCode, 'cancelled');
  });

  it('says where to enter the address when none is set', async () => {
    const { llm } = createTestLlm({ http, baseUrl: '' });
    assert.match(messageOf(await collect(llm)), /the setting gatehouse\.openai\.baseUrl/);
  });

  it('reports a key store that did not open, without its error', async () => {
    const { baseUrl } = await start([]);
    const key: KeySource = () => Promise.reject(new Error(`keyring: ${secret}`));
    const message = messageOf(await collect(createTestLlm({ http, baseUrl, key }).llm));
    assert.match(message, /key store/);
    assert.doesNotMatch(message, /secret/);
  });

  it('asks for the key of this server only, and says why there is none', async () => {
    const { baseUrl, server } = await start([]);
    const asked: unknown[] = [];
    const key: KeySource = (provider, origin) => {
      asked.push([provider, origin]);
      return Promise.resolve(fail(failure('unavailable', 'The key is for another server.')));
    };
    const events = await collect(createTestLlm({ http, baseUrl, key }).llm);
    assert.equal(messageOf(events), 'The key is for another server.');
    assert.deepEqual(asked, [['openai', server.rootUrl]]);
    assert.equal(server.requests.length, 0);
  });
});
