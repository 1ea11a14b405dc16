import assert from 'node:assert/strict';
import { createUndiciHttp } from '../../../../src/adapters/http/undici-entry';
import openAiChat from '../../../../src/core/wire/openai-chat';
import { createOpenAiLlm } from '../../../../src/adapters/llm/openai-llm';
import type { Llm, LlmEvent } from '../../../../src/core/ports/llm';
import { startScriptedLlm, type ScriptedLlm } from '../../../fakes/scripted-llm.mjs';
import type { ScriptedStep } from '../../../fakes/scripted-llm.mjs';
import { createFakeClock } from '../../fakes/clock';

const never = new AbortController().signal;
const request = {
  system: 'Be good.',
  messages: [{ role: 'user', text: 'Hi' }],
  tools: [],
} as const;
const secret = 'sk-very-secret';

async function collect(llm: Llm, signal = never): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of llm.stream(request, signal)) events.push(event);
  return events;
}

function messageOf(events: readonly LlmEvent[]): string {
  const last = events.at(-1);
  return last?.type === 'error' ? last.failure.message : '';
}

function textOf(events: readonly LlmEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
}

describe('OpenAI-compatible model', () => {
  const http = createUndiciHttp();
  let server: ScriptedLlm | undefined;

  /** A clock whose timers fire at once and are written down: nothing sleeps. */
  function impatientClock() {
    const waits: number[] = [];
    const clock = createFakeClock();
    return {
      waits,
      clock: {
        ...clock,
        after: (ms: number, callback: () => void) => {
          // The grace after the end of an answer, which the server here never needs.
          if (ms === 3_000) return { dispose: () => undefined };
          waits.push(ms);
          queueMicrotask(callback);
          return { dispose: () => undefined };
        },
      },
    };
  }

  async function start(steps: readonly ScriptedStep[], key?: string) {
    server = await startScriptedLlm({ steps, ...(key === undefined ? {} : { key }) });
    const { clock, waits } = impatientClock();
    const { baseUrl } = server;
    const ask = (stored?: string) =>
      createOpenAiLlm({
        wire: openAiChat,
        http,
        clock,
        baseUrl,
        model: 'm',
        key: () => Promise.resolve(stored),
      });
    return { llm: ask(key), ask, waits, server, baseUrl };
  }

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  after(() => {
    http.dispose();
  });

  it('asks for a stream with usage and streams text, thoughts and calls', async () => {
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
    });
    const sent = server.requests[0];
    assert.equal(sent?.path, '/v1/chat/completions');
    assert.deepEqual(Object.keys(sent.body), ['model', 'messages', 'stream', 'stream_options']);
  });

  it('sends no authorization without a key, and the key where there is one', async () => {
    const { ask, server } = await start([{ text: 'a' }, { text: 'b' }]);
    await collect(ask());
    await collect(ask(` ${secret}\n`));
    assert.deepEqual(
      server.requests.map((each) => each.headers.authorization),
      [undefined, `Bearer ${secret}`],
    );
  });

  it('says how to set a key that the server refuses, once, without quoting it', async () => {
    const { ask, waits } = await start([], 'right');
    const message = messageOf(await collect(ask(secret)));
    assert.match(message, /refused the key .*Gatehouse: Set API Key/);
    assert.doesNotMatch(message, /secret/);
    assert.deepEqual(waits, []);
  });

  it('blots the key out where the server quotes it', async () => {
    const error = { message: `Bad key ${secret}!`, type: 'x' };
    const { ask } = await start([{ status: 401, body: { error } }, { error }]);
    assert.match(messageOf(await collect(ask(secret))), /Bad key \[redacted\]!/);
    assert.match(messageOf(await collect(ask(secret))), /Bad key \[redacted\]!/);
  });

  it('refuses a stored key that no header can carry', async () => {
    const { ask } = await start([]);
    assert.match(messageOf(await collect(ask('a\nb'))), /characters that no key has/);
  });

  it('waits as long as a busy server asks, tells the person, then goes on', async () => {
    const { llm, waits } = await start([
      { status: 429, headers: { 'retry-after': '7' } },
      { text: 'Now.' },
    ]);
    const events = await collect(llm);
    assert.deepEqual(waits, [7_000]);
    const [notice] = events;
    assert.equal(notice?.type, 'notice');
    assert.match(notice.text, /asks to wait 7 s.*Trying again in 7 s \(1 of 2\)/);
    assert.equal(textOf(events), 'Now.');
  });

  it('does not wait for a server that asks for more than a minute', async () => {
    const { llm, waits } = await start([{ status: 429, headers: { 'retry-after': '3600' } }]);
    assert.match(messageOf(await collect(llm)), /status 429.*wait 60 min/);
    assert.deepEqual(waits, []);
  });

  it('does not try again when the account has no credit', async () => {
    const error = { message: 'Quota exceeded', code: 'insufficient_quota' };
    const { llm, waits } = await start([{ status: 429, body: { error } }]);
    assert.match(messageOf(await collect(llm)), /no credit left/);
    assert.deepEqual(waits, []);
  });

  it('tries again twice, ever later, when the server fails; then says so', async () => {
    const { llm, waits, server } = await start([500, 502, 503].map((status) => ({ status })));
    const message = messageOf(await collect(llm));
    assert.match(message, /failed: it answered with status 503\. It says: Scripted 503/);
    assert.deepEqual(waits, [500, 1_000]);
    assert.equal(server.requests.length, 3);
  });

  it('tries again when the connection breaks before anything was streamed', async () => {
    const { llm, waits } = await start([{ cut: true }, { text: 'Here.' }]);
    assert.equal(textOf(await collect(llm)), 'Here.');
    assert.deepEqual(waits, [500]);
  });

  it('G11: a stream cut in the middle is a network error and is not asked for again', async () => {
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

  it('answers garbage as a failure, after two more tries', async () => {
    const { llm } = await start(Array.from({ length: 3 }, () => ({ garbage: '<html>' })));
    assert.match(messageOf(await collect(llm)), /no JSON: <html>/);
  });

  const statuses: readonly (readonly [ScriptedStep, RegExp])[] = [
    [{ status: 404 }, /has no model "m", or gatehouse\.openai\.baseUrl/],
    [{ status: 400, body: { error: { message: 'too long' } } }, /refused the request.*too long/],
    [{ status: 302, headers: { location: '/x' }, body: '' }, /redirects elsewhere/],
    [{ status: 422, body: '<html>a page</html>' }, /status 422\.$/],
  ];
  for (const [step, expected] of statuses) {
    it(`says what status ${String(step.status)} means`, async () => {
      const { llm, waits } = await start([step]);
      assert.match(messageOf(await collect(llm)), expected);
      assert.deepEqual(waits, []);
    });
  }

  it('names host and port when nobody listens', async () => {
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
    for await (const event of llm.stream(request, controller.signal)) {
      events.push(event);
      if (event.type === 'text') controller.abort();
    }
    const last = events.at(-1);
    assert.equal(last?.type === 'error' && last.failure.errorCode, 'cancelled');
  });

  it('says where to enter the address when none is set', async () => {
    const { clock } = impatientClock();
    const key = () => Promise.resolve(undefined);
    const llm = createOpenAiLlm({ wire: openAiChat, http, clock, baseUrl: '', model: 'm', key });
    assert.match(messageOf(await collect(llm)), /gatehouse\.openai\.baseUrl/);
  });

  it('says that the key store did not open, and nothing of its error', async () => {
    const { baseUrl } = await start([]);
    const { clock } = impatientClock();
    const key = () => Promise.reject(new Error(`keyring: ${secret}`));
    const message = messageOf(
      await collect(createOpenAiLlm({ wire: openAiChat, http, clock, baseUrl, model: 'm', key })),
    );
    assert.match(message, /key store/);
    assert.doesNotMatch(message, /secret/);
  });
});
