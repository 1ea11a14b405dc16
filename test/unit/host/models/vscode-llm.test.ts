import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../../src/core/contracts/chats/messages';
import type { ToolSpec } from '../../../../src/core/contracts/tool-spec';
import type { Llm, LlmEvent, LlmRequest } from '../../../../src/core/ports/llm';
import type { AnswerPart } from '../../../../src/host/models/vscode-chat';
import { createVscodeLlm } from '../../../../src/host/models/vscode-llm';
import { createFakeVscodeChat } from '../../fakes/vscode-chat';

function tool(name: string): ToolSpec {
  const inputSchema = { type: 'object', properties: {} } as const;
  return {
    name,
    title: say`Do`,
    description: `about ${name}`,
    inputSchema,
    effect: 'read_only',
    traits: [],
    redaction: [],
  };
}

function request(more: Partial<LlmRequest> = {}): LlmRequest {
  const messages: readonly ChatMessage[] = [{ role: 'user', text: 'Hi' }];
  return { system: ['You are here.', 'So are we.'], messages, tools: [], ...more };
}

async function ask(
  llm: Llm,
  asked = request(),
  signal = new AbortController().signal,
): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of llm.stream(asked, signal)) events.push(event);
  return events;
}

const hello: readonly AnswerPart[] = [
  { kind: 'text', text: 'Hel' },
  { kind: 'other' },
  { kind: 'text', text: '' },
  { kind: 'text', text: 'lo' },
];

describe('a model of VS Code', () => {
  it('is known by what VS Code says of it', () => {
    assert.deepEqual(createVscodeLlm(createFakeVscodeChat(hello), {}).facts, {
      id: 'vscode/acme/big',
      label: 'Acme Big',
      contextTokens: 64_000,
      contextSource: 'provider',
      tools: 'native',
      images: true,
      reasoning: false,
      lacks: ['system messages', 'token usage', 'thinking'],
    });
  });

  it('has no tools where VS Code says so, and no images where it does not say', () => {
    const chat = createFakeVscodeChat(hello, { takesTools: false, takesImages: undefined });
    const { facts } = createVscodeLlm(chat, {});
    assert.deepEqual([facts.tools, facts.images], ['none', false]);
  });

  it('has an assumed context size when the extension reports none that is valid', () => {
    for (const maxInputTokens of [0, -1, Number.NaN, 1e308, 1.5]) {
      const { facts } = createVscodeLlm(createFakeVscodeChat(hello, { maxInputTokens }), {});
      assert.deepEqual([facts.contextTokens, facts.contextSource], [32_768, 'assumed']);
    }
  });

  it('runs nothing of more calls than any model makes, nor of one without a name', async () => {
    const call = { kind: 'call', callId: 'same', name: 'core__read', input: {} } as const;
    const many = Array.from({ length: 100_000 }, () => call);
    for (const parts of [many, [call, { ...call, name: '' }]]) {
      const last = (await ask(createVscodeLlm(createFakeVscodeChat(parts), {}))).at(-1);
      assert.ok(last?.type === 'error');
      assert.match(last.failure.message, /nothing was run/);
    }
  });

  it('gets calls of earlier rounds as text once no tool is offered', async () => {
    const chat = createFakeVscodeChat(hello);
    const one = { toolCallId: 'c1', wireId: 'w1', name: 'core__read', argsText: '{}' };
    const messages: readonly ChatMessage[] = [
      { role: 'user', text: 'Read a' },
      { role: 'assistant', text: '', calls: [one] },
      { ...one, role: 'tool', text: 'AAA', status: 'completed' },
    ];
    await ask(createVscodeLlm(chat, {}), request({ messages }));
    const parts = chat.requests[0]?.messages.flatMap((message) => message.parts) ?? [];
    assert.equal(
      parts.every(({ kind }) => kind === 'text'),
      true,
    );
    assert.match(JSON.stringify(parts), /AAA/);
  });

  it('is what the user says of it, first of all', () => {
    const prices = { input: 1, output: 2 };
    const options = {
      contextTokens: 9,
      maxOutputTokens: 5,
      tools: 'none',
      images: false,
      reasoning: true,
      prices,
    } as const;
    const { facts } = createVscodeLlm(createFakeVscodeChat(hello), options);
    assert.equal(facts.contextSource, 'settings');
    for (const [key, value] of Object.entries(options)) {
      assert.deepEqual(Object.entries(facts).find(([name]) => name === key)?.[1], value, key);
    }
  });

  it('streams its text, skips unknown parts, and reports no usage', async () => {
    const events = await ask(createVscodeLlm(createFakeVscodeChat(hello), {}));
    assert.deepEqual(events, [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'finish', reason: 'stop', calls: [], usage: {} },
    ]);
  });

  it('gets the system prompt as the first user message', async () => {
    const chat = createFakeVscodeChat(hello);
    await ask(createVscodeLlm(chat, {}));
    assert.deepEqual(chat.requests[0]?.messages, [
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'You are here.' },
          { kind: 'text', text: 'So are we.' },
        ],
      },
      { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
    ]);
  });

  it('calls tools by their canonical names, whatever the wire makes of them', async () => {
    const long = `mcp__server__${'x'.repeat(80)}`;
    const chat = createFakeVscodeChat((): AsyncIterable<AnswerPart> => answer());
    async function* answer(): AsyncGenerator<AnswerPart> {
      const [wire] = chat.requests[0]?.tools.map(({ name }) => name).slice(-1) ?? [];
      assert.match(wire ?? '', /^[\w-]{64}$/);
      yield await Promise.resolve({ kind: 'call', callId: 'a', name: wire ?? '', input: { p: 1 } });
      yield { kind: 'call', callId: 'b', name: 'core__read', input: undefined };
      yield { kind: 'call', callId: 'c', name: 'invented', input: ['not', 'an object'] };
    }
    const asked = request({ tools: [tool(long), tool('core__read')] });
    const events = await ask(createVscodeLlm(chat, {}), asked);
    assert.deepEqual(events, [
      {
        type: 'finish',
        reason: 'tool_calls',
        calls: [
          { wireId: 'a', name: long, argsText: '{"p":1}' },
          { wireId: 'b', name: 'core__read', argsText: '{}' },
          { wireId: 'c', name: 'invented', argsText: '["not","an object"]' },
        ],
        usage: {},
      },
    ]);
    assert.deepEqual(
      chat.requests[0]?.tools.map(({ name }) => name.slice(0, 10)),
      ['core__read', 'mcp__serve'],
    );
  });

  it('is offered no tools when it takes none', async () => {
    const chat = createFakeVscodeChat(hello, { takesTools: false });
    await ask(createVscodeLlm(chat, {}), request({ tools: [tool('core__read')] }));
    assert.deepEqual(chat.requests[0]?.tools, []);
  });

  it('without tools gets earlier calls as text', async () => {
    const chat = createFakeVscodeChat(hello, { takesTools: false });
    const made = { toolCallId: 'a', wireId: 'a', name: 'core__read', argsText: '{"path":"x"}' };
    const messages: readonly ChatMessage[] = [
      { role: 'user', text: 'Read x' },
      { role: 'assistant', text: '', calls: [made] },
      { role: 'tool', ...made, text: 'the content', status: 'completed' },
    ];
    await ask(createVscodeLlm(chat, {}), request({ messages }));
    const kinds = chat.requests[0]?.messages.flatMap(({ parts }) => parts.map(({ kind }) => kind));
    assert.deepEqual(new Set(kinds), new Set(['text']));
    assert.match(JSON.stringify(chat.requests[0]), /core__read.*the content/);
  });

  it('that takes no images is asked without them; that it is so, the agent says', async () => {
    const chat = createFakeVscodeChat(hello, { takesImages: undefined });
    const images = [{ mediaType: 'image/png', data: 'AAAA' }];
    const messages: readonly ChatMessage[] = [{ role: 'user', text: 'See', images }];
    const events = await ask(createVscodeLlm(chat, {}), request({ messages }));
    assert.equal(events[0]?.type, 'text');
    assert.doesNotMatch(JSON.stringify(chat.requests), /AAAA/);
  });

  const errors: readonly (readonly [string, Error, string, RegExp])[] = [
    [
      'no consent',
      coded('NoPermissions'),
      'permanent_failure',
      /no access to Acme Big.*choose Allow.*Manage Language Model Access/,
    ],
    [
      'a spent quota',
      coded('Blocked'),
      'rate_limited',
      /quota.*choose another model\. It says: x$/,
    ],
    ['a model that is gone', coded('NotFound'), 'permanent_failure', /no longer offers Acme Big/],
    [
      'anything else',
      new Error('boom'),
      'server_error',
      /Acme Big failed in VS Code\. It says: boom/,
    ],
    ['a silent error', new Error(''), 'server_error', /^Acme Big failed in VS Code\.$/],
  ];
  for (const [what, error, category, message] of errors) {
    it(`maps ${what} to ${category}, at the request and within the answer`, async () => {
      async function* breaking(): AsyncGenerator<AnswerPart> {
        yield await Promise.resolve({ kind: 'text', text: 'Well' });
        throw error;
      }
      const inAnswer = await ask(createVscodeLlm(createFakeVscodeChat(breaking), {}));
      const send = () => Promise.reject(error);
      const atRequest = await ask(createVscodeLlm(createFakeVscodeChat(hello, { send }), {}));
      assert.equal(inAnswer.length, 2);
      assert.equal(atRequest.length, 1);
      for (const last of [inAnswer.at(-1), atRequest.at(-1)]) {
        assert.ok(last?.type === 'error');
        assert.equal(last.failure.category, category);
        assert.match(last.failure.message, message);
      }
    });
  }

  it('maps what is no error at all', async () => {
    // VS Code rejects with an event of the browser where it cannot open a picture.
    const send = () => Promise.reject(Object.assign(new Error(), { code: 7 }));
    const plain = () => new Promise<never>((_, reject) => reject.call(undefined, { type: 'x' }));
    for (const each of [send, plain]) {
      const [event] = await ask(createVscodeLlm(createFakeVscodeChat(hello, { send: each }), {}));
      assert.ok(event?.type === 'error');
      assert.equal(event.failure.message, 'Acme Big failed in VS Code.');
    }
  });

  it('shows no credential and no control character of what a provider says', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const send = () => Promise.reject(new Error(`bad\u0007 ${token} ${'x'.repeat(5000)}`));
    const [event] = await ask(createVscodeLlm(createFakeVscodeChat(hello, { send }), {}));
    assert.ok(event?.type === 'error');
    assert.doesNotMatch(event.failure.message, /ghp_|\u0007/);
    assert.ok(event.failure.message.length < 500);
  });

  it('stops at once, while it waits for consent and in the middle of an answer', async () => {
    const never = new Promise<AsyncIterable<AnswerPart>>(() => undefined);
    const asking = new AbortController();
    const waiting = ask(
      createVscodeLlm(createFakeVscodeChat(hello, { send: () => never }), {}),
      request(),
      asking.signal,
    );
    asking.abort();
    const inAnswer = new AbortController();
    const seen: AbortSignal[] = [];
    const chat = createFakeVscodeChat((signal) => hanging(signal));
    async function* hanging(signal: AbortSignal): AsyncGenerator<AnswerPart> {
      seen.push(signal);
      yield { kind: 'text', text: 'Well' };
      inAnswer.abort();
      await never;
    }
    const events = await ask(createVscodeLlm(chat, {}), request(), inAnswer.signal);
    assert.deepEqual(
      (await waiting).map((event) => event.type === 'error' && event.failure.category),
      ['cancelled'],
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['text', 'error'],
    );
    assert.equal(seen[0]?.aborted, true);
  });

  it('is not asked when the turn is stopped already', async () => {
    const chat = createFakeVscodeChat(hello);
    const events = await ask(createVscodeLlm(chat, {}), request(), AbortSignal.abort());
    assert.deepEqual(chat.requests, []);
    assert.ok(events[0]?.type === 'error' && events[0].failure.category === 'cancelled');
  });
});

function coded(code: string): Error {
  return Object.assign(new Error('x'), { code });
}
