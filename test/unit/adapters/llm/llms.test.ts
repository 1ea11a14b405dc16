import assert from 'node:assert/strict';
import { inEnglish, asIs } from '../../../../src/core/base/sentence';
import { vscodeModelId } from '../../../../src/adapters/llm/model-id';
import { UndiciHttp } from '../../../../src/adapters/http/undici-http';
import type { ModelOptions, HttpProvider } from '../../../../src/core/contracts/models';
import { succeed } from '../../../../src/core/contracts/failure';
import type { LlmRequest } from '../../../../src/core/ports/llm';
import {
  startScriptedLlm,
  type ScriptedLlm,
  type ScriptedLlmOptions,
} from '../../../fakes/scripted-llm.mjs';
import { createFakeLlm, fakeFacts } from '../../fakes/llm';
import { collect, hello, never, textOf } from './ask';
import { createTestLlms } from './test-llms';

const read = {
  name: 'core__read',
  title: asIs('Read'),
  description: 'Reads.',
  inputSchema: { type: 'object', properties: {} },
  effect: 'read_only',
  traits: [],
  redaction: [],
} as const;

const withTools: LlmRequest = { ...hello, tools: [read] };

describe('models by id', () => {
  const steps = [{ text: 'Hello.', calls: [] }];
  const recording = { title: 't', turns: [{ user: 'u', steps }] };

  it('are the replay, models of servers and models of VS Code', async () => {
    const asked: unknown[] = [];
    const llms = createTestLlms({
      replayFile: () => '/x.json',
      readRecording: () => Promise.resolve(succeed(recording)),
      vscodeModel: ({ vendor, model }, options) => {
        asked.push([vendor, model], options);
        return Promise.resolve(
          succeed(createFakeLlm([], fakeFacts({ id: vscodeModelId(vendor, model) }))),
        );
      },
      modelOptions: (id) => (id === 'vscode/copilot/gpt-4o' ? { images: false } : {}),
    });
    for (const id of [
      'replay',
      'openai/gpt',
      'openai/org/model:7b',
      'anthropic/claude-x',
      'ollama/qwen2.5-coder:7b',
      'vscode/copilot/gpt-4o',
    ]) {
      const llm = await llms.get(id, never);
      assert.ok(llm.ok, id);
      assert.equal(llm.value.facts.id, id);
    }
    assert.deepEqual(asked, [['copilot', 'gpt-4o'], { images: false }]);
  });

  for (const [id, expected] of [
    ['', /Pick one in the panel/],
    ['claude', /no model "claude"/],
    ['openai/', /no model "openai\/"/],
    ['vscode/copilot', /no model "vscode\/copilot"/],
    ['gemini/x', /no model "gemini\/x"/],
    ['replay', /gatehouse\.replay\.file/],
  ] as const) {
    it(`rejects "${id}" and says what to do`, async () => {
      const found = await createTestLlms().get(id, never);
      assert.ok(!found.ok);
      assert.match(found.failure.message, expected);
    });
  }

  it('stops querying model capabilities when the user stops it', async () => {
    const found = await createTestLlms().get('openai/x', AbortSignal.abort());
    assert.equal(!found.ok && found.failure.errorCode, 'cancelled');
  });
});

describe('models of servers', () => {
  const http = new UndiciHttp();
  let server: ScriptedLlm | undefined;

  async function start(
    { models, steps = [] }: ScriptedLlmOptions,
    modelOptions: () => ModelOptions = () => ({}),
  ) {
    const started = await startScriptedLlm({ steps, ...(models === undefined ? {} : { models }) });
    server = started;
    const baseUrl = (provider: HttpProvider) =>
      provider === 'openai' ? started.baseUrl : started.rootUrl;
    return { server: started, llms: createTestLlms({ http, baseUrl, modelOptions }) };
  }

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  after(() => {
    http.dispose();
  });

  async function open(llms: Awaited<ReturnType<typeof start>>['llms'], id: string) {
    const llm = await llms.get(id, never);
    assert.ok(llm.ok);
    return llm.value;
  }

  for (const [provider, expected] of [
    ['openai', { contextTokens: 65_536, tools: 'native', images: true }],
    ['anthropic', { contextTokens: 65_536, tools: 'native', images: true }],
    ['ollama', { contextTokens: 16_384, tools: 'native', images: true }],
  ] as const) {
    it(`know what ${provider} reports about them`, async () => {
      const model = { name: 'scripted', contextTokens: 65_536, tools: true, images: true };
      const { llms } = await start({ models: [model] });
      const { facts } = await open(llms, `${provider}/scripted`);
      const { contextTokens, tools, images } = facts;
      assert.deepEqual({ contextTokens, tools, images }, expected);
      assert.equal(facts.contextSource, 'provider');
    });
  }

  it('chat even if the server reports nothing', async () => {
    const { llms } = await start({ models: [], steps: [{ text: 'Hi.' }] });
    const llm = await open(llms, 'ollama/unheard-of');
    assert.equal(llm.facts.contextSource, 'assumed');
    assert.equal(textOf(await collect(llm)), 'Hi.');
  });

  it('without tools are sent none, and earlier calls as text', async () => {
    const models = [{ name: 'scripted', tools: false }];
    const { llms, server } = await start({ models, steps: [{ text: 'Hi.' }] });
    const llm = await open(llms, 'ollama/scripted');
    assert.equal(llm.facts.tools, 'none');
    const call = { toolCallId: 'a', wireId: 'a', name: 'core__read', argsText: '{"path":"x"}' };
    const request: LlmRequest = {
      ...withTools,
      messages: [
        { role: 'user', text: 'Read x.' },
        { role: 'assistant', text: 'I read.', calls: [call] },
        { ...call, role: 'tool', text: 'forty-two', status: 'completed' },
      ],
    };
    assert.equal(textOf(await collect(llm, request)), 'Hi.');
    const body = server.requests[0]?.body;
    assert.equal(body?.tools, undefined);
    assert.deepEqual(
      body?.messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.match(body.messages.at(-1)?.content ?? '', /forty-two/);
  });

  for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
    it(`that reject tools become a plain chat at once, and stay one: ${provider}`, async () => {
      const message = 'scripted does not support tools';
      const bodies = {
        openai: { error: { message } },
        anthropic: { type: 'error', error: { type: 'invalid_request_error', message } },
        ollama: { error: message },
      };
      const refusal = { status: 400, body: bodies[provider] };
      const { llms, server } = await start({
        steps: [refusal, { text: 'One.' }, { text: 'Two.' }],
      });
      const llm = await open(llms, `${provider}/scripted`);
      assert.equal(llm.facts.tools, 'native');
      const events = await collect(llm, withTools);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['notice', 'text', 'finish'],
      );
      const [notice] = events;
      assert.match(
        notice?.type === 'notice' ? inEnglish(notice.text) : '',
        /does not support tools.*set tools to "fenced" for ".*\/scripted" in gatehouse\.models\.options/,
      );
      assert.match(JSON.stringify(server.requests[1]?.body), /You have no tools/);
      assert.equal(llm.facts.tools, 'none');
      assert.equal((await open(llms, `${provider}/scripted`)).facts.tools, 'none');
      assert.equal(textOf(await collect(llm, withTools)), 'Two.');
      const sent = server.requests.map(({ body }) => body.tools?.length ?? 0);
      assert.deepEqual(sent, [1, 0, 0]);
    });
  }

  it('that reject tools are offered tools again when the user changes the setting', async () => {
    let options: ModelOptions = {};
    const refusal = { status: 400, body: { error: { message: 'does not support tools' } } };
    const { llms } = await start({ steps: [refusal, { text: 'One.' }] }, () => options);
    await collect(await open(llms, 'openai/scripted'), withTools);
    options = { tools: 'native' };
    assert.equal((await open(llms, 'openai/scripted')).facts.tools, 'native');
  });

  it('decision 35: write fenced blocks if the user sets it', async () => {
    const text = 'I look.\n\n```tool c0ffee12\n{"name":"core__read","arguments":{"path":"x"}}\n```';
    const { llms, server } = await start({ steps: [{ text }] }, () => ({ tools: 'fenced' }));
    const llm = await open(llms, 'ollama/scripted');
    assert.equal(llm.facts.tools, 'fenced');
    const request = { ...withTools, callWord: 'c0ffee12' };
    const end = (await collect(llm, request)).at(-1);
    assert.equal(end?.type === 'finish' && end.calls[0]?.name, 'core__read');
    assert.equal(server.requests[0]?.body.tools, undefined);
    assert.match(server.requests[0]?.body.messages[0]?.content ?? '', /core__read/);
  });

  it('decision 35: write fenced blocks for models of VS Code too', async () => {
    const inner = createFakeLlm([[]], fakeFacts({ tools: 'fenced' }));
    const llms = createTestLlms({ vscodeModel: () => Promise.resolve(succeed(inner)) });
    await collect(await open(llms, 'vscode/a/b'), withTools);
    assert.deepEqual(inner.requests[0]?.tools, []);
  });

  const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
  const withImage: LlmRequest = {
    ...hello,
    messages: [{ role: 'user', text: 'What is it?', images: [image] }],
  };

  for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
    it(`receive images if they support them: ${provider}`, async () => {
      const { llms, server } = await start({ steps: [{ text: 'A dot.' }] }, () => ({
        images: true,
      }));
      const events = await collect(await open(llms, `${provider}/scripted`), withImage);
      assert.equal(events[0]?.type, 'text');
      assert.equal(server.requests[0]?.images[0]?.data, image.data);
    });

    it(`receive no images if they do not support them; the agent reports it: ${provider}`, async () => {
      const steps = [{ text: 'Where?' }, { text: 'There.' }];
      const { llms, server } = await start({ steps }, () => ({ images: false }));
      const llm = await open(llms, `${provider}/scripted`);
      assert.equal((await collect(llm, withImage))[0]?.type, 'text');
      const later: LlmRequest = {
        ...withImage,
        messages: [...withImage.messages, { role: 'user', text: 'Well?' }],
      };
      assert.equal((await collect(llm, later))[0]?.type, 'text');
      assert.deepEqual(
        server.requests.map(({ images }) => images),
        [[], []],
      );
    });
  }
});
