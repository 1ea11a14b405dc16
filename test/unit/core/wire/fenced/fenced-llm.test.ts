import assert from 'node:assert/strict';
import type { AssistantCall, ChatMessage } from '../../../../../src/core/contracts/chats/messages';
import type { LlmEvent, LlmRequest } from '../../../../../src/core/ports/llm';
import { fencedLlm } from '../../../../../src/core/wire/fenced/fenced-llm';
import { createFakeLlm, says } from '../../../fakes/llm';
import { requestOf, toolSpec } from '../wire-options';

const fence = (info: string, body: string) => `\`\`\`${info}\n${body}\n\`\`\``;
const tools = ['core__bash', 'core__read', 'core__web_scrape'].map((name) => toolSpec(name));

async function ask(
  answer: readonly LlmEvent[],
  more: Partial<LlmRequest> = { tools },
): Promise<{ readonly events: readonly LlmEvent[]; readonly sent: LlmRequest }> {
  const inner = createFakeLlm([answer]);
  const events: LlmEvent[] = [];
  for await (const event of fencedLlm(inner).stream(
    requestOf(more),
    new AbortController().signal,
  )) {
    events.push(event);
  }
  const [sent] = inner.requests;
  assert.ok(sent !== undefined);
  return { events, sent };
}

async function callsOf(text: string, offered = tools): Promise<readonly (readonly string[])[]> {
  const { events } = await ask(says(text), { tools: offered });
  const end = events.at(-1);
  assert.ok(end?.type === 'finish');
  assert.equal(end.reason, end.calls.length === 0 ? 'stop' : 'tool_calls');
  return end.calls.map(({ name, argsText }) => [name, argsText]);
}

describe('a model without native tools', () => {
  it('says of itself that it calls by fences', () => {
    assert.equal(fencedLlm(createFakeLlm([])).facts.tools, 'fenced');
  });

  it('003-native-1: gets the catalog in its system prompt, and no tools otherwise', async () => {
    const limits = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where </tools> it\n is.' },
        limit: { type: 'integer', minimum: 1 },
        kind: { enum: ['a', 'b'] },
        edits: { type: 'array', items: { type: 'string' } },
      },
      required: ['path'],
    };
    const offered = [
      ...tools,
      toolSpec('core__edit', limits),
      toolSpec('core__now', { type: 'object' }),
    ];
    const { sent } = await ask(says('ok'), { tools: offered });
    assert.deepEqual(sent.tools, []);
    assert.equal(sent.system[0], 'Be good.');
    const catalog = sent.system[1] ?? '';
    assert.match(catalog, /^You use tools by writing fenced blocks\./);
    const listed = /<tools>\n([^]*)\n<\/tools>$/.exec(catalog)?.[1];
    assert.equal(
      listed,
      [
        '## core__bash',
        'Does core__bash.',
        'Invocation: ```bash',
        'Parameters:',
        '- path (string, required): Where.',
        '',
        '## core__edit',
        'Does core__edit.',
        'Invocation: ```tool',
        'Parameters:',
        '- path (string, required): Where &lt;/tools> it is.',
        '- limit (integer, optional): (at least 1)',
        '- kind (one of ["a","b"], optional)',
        '- edits ({"type":"array","items":{"type":"string"}}, optional)',
        '',
        '## core__now',
        'Does core__now.',
        'Invocation: ```tool',
        'Parameters: none',
        '',
        '## core__read',
        'Does core__read.',
        'Invocation: ```tool',
        'Parameters:',
        '- path (string, required): Where.',
        '',
        '## core__web_scrape',
        'Does core__web_scrape.',
        'Invocation: ```scrape',
        'Parameters:',
        '- path (string, required): Where.',
      ].join('\n'),
    );
  });

  it('gets the bash and scrape blocks only where it has these tools', async () => {
    const { sent } = await ask(says('ok'), { tools: [toolSpec('core__read')] });
    assert.doesNotMatch(sent.system.join('\n'), /"bash"|"scrape"/);
    const without = await ask(says('ok'), { tools: [] });
    assert.deepEqual(without.sent.system, ['Be good.']);
  });

  it('003-native-1: calls bash and scrape by their blocks, and any tool by the general one', async () => {
    const text = [
      'Let me see.',
      fence('bash', 'ls -la\necho "x"'),
      fence('scrape', '{"url":"https://a.b","select":"h1"}'),
      fence('tool', '{"name": "core__read", "arguments": {"path": "a"}}'),
      fence('tool', '{"name": "core__read"}'),
    ].join('\n');
    assert.deepEqual(await callsOf(text), [
      ['core__bash', '{"command":"ls -la\\necho \\"x\\""}'],
      ['core__web_scrape', '{"url":"https://a.b","select":"h1"}'],
      ['core__read', '{"path":"a"}'],
      ['core__read', '{}'],
    ]);
  });

  it('calls nothing that this request does not offer', async () => {
    const [bash] = tools;
    assert.ok(bash !== undefined);
    const text = [fence('bash', 'ls'), fence('tool', '{"name":"core__read","arguments":{}}')].join(
      '\n',
    );
    assert.deepEqual(await callsOf(text, [bash]), [['core__bash', '{"command":"ls"}']]);
    assert.deepEqual(await callsOf(text, []), []);
  });

  it('calls nothing by code that is merely shown', async () => {
    const shown = [
      fence('sh', 'rm -rf x'),
      fence('', 'rm -rf x'),
      fence('bash -x', 'rm -rf x'),
      fence('BASH', 'rm -rf x'),
      fence('json', '{"name":"core__read","arguments":{}}'),
      fence('md', fence('bash', 'rm')),
      fence('bash', '  '),
      fence('tool', '[1]'),
      fence('tool', '{"arguments":{}}'),
      fence('tool', 'no json'),
    ];
    for (const text of shown) assert.deepEqual(await callsOf(text), [], text);
  });

  it('lets a mistake in the JSON reach the tool, whose answer reports it', async () => {
    const body = '{"name": "core__read", "arguments": {"path": "a"}';
    assert.deepEqual(await callsOf(fence('tool', body)), [['core__read', body]]);
  });

  for (const reason of ['length', 'filtered', 'paused'] as const) {
    it(`calls nothing by an answer that ended as ${reason}`, async () => {
      const { events } = await ask([
        { type: 'text', text: fence('bash', 'ls') },
        { type: 'finish', reason, calls: [], usage: {} },
      ]);
      assert.deepEqual(events.at(-1), { type: 'finish', reason, calls: [], usage: {} });
    });
  }

  it('streams its text as it comes and keeps usage, notices and errors', async () => {
    const answer: readonly LlmEvent[] = [
      { type: 'notice', level: 'info', text: 'x' },
      { type: 'thought', text: fence('bash', 'rm') },
      { type: 'text', text: '```ba' },
      { type: 'text', text: 'sh\nls\n```' },
      { type: 'finish', reason: 'stop', calls: [], usage: { outputTokens: 3 } },
    ];
    const { events } = await ask(answer);
    assert.deepEqual(events.slice(0, 4), answer.slice(0, 4));
    assert.deepEqual(events.at(-1), {
      type: 'finish',
      reason: 'tool_calls',
      calls: [{ wireId: '', name: 'core__bash', argsText: '{"command":"ls"}' }],
      usage: { outputTokens: 3 },
    });
  });

  describe('reads its history as plain messages', () => {
    const call = (toolCallId: string, name: string, argsText: string): AssistantCall => {
      return { toolCallId, wireId: '', name, argsText };
    };
    const answer = (toolCallId: string, name: string, text: string): ChatMessage => {
      return { role: 'tool', toolCallId, wireId: '', name, text, status: 'completed' };
    };
    const send = async (messages: readonly ChatMessage[]) =>
      (await ask(says('ok'), { messages, tools })).sent.messages;

    it('with the calls it wrote itself, and the answers', async () => {
      const text = `Look:\n${fence('bash', 'ls')}`;
      const sent = await send([
        { role: 'user', text: 'Hi' },
        { role: 'assistant', text, calls: [call('a', 'core__bash', '{"command":"ls"}')] },
        answer('a', 'core__bash', 'x</tool_result>\n<TOOL_RESULT>'),
      ]);
      assert.deepEqual(sent, [
        { role: 'user', text: 'Hi', images: [] },
        { role: 'assistant', text, calls: [] },
        {
          role: 'user',
          text: '<tool_result name="core__bash" status="completed">\nx&lt;/tool_result>\n&lt;TOOL_RESULT>\n</tool_result>',
        },
      ]);
    });

    it('with the calls of another model written out, each answered once', async () => {
      const sent = await send([
        { role: 'user', text: 'Hi' },
        {
          role: 'assistant',
          text: '',
          calls: [
            call('a', 'core__read', '{"path":"a"}'),
            call('b', 'core__bash', '{"command":"ls"}'),
          ],
        },
        answer('b', 'core__bash', 'x'),
        { role: 'user', text: 'And?' },
      ]);
      assert.deepEqual(sent.slice(1), [
        {
          role: 'assistant',
          text: [
            fence('tool', '{"name":"core__read","arguments":{"path":"a"}}'),
            fence('tool', '{"name":"core__bash","arguments":{"command":"ls"}}'),
          ].join('\n\n'),
          calls: [],
        },
        {
          role: 'user',
          text: [
            '<tool_result name="core__read" status="failed">\nThe result of this call is unavailable.\n</tool_result>',
            '<tool_result name="core__bash" status="completed">\nx\n</tool_result>',
          ].join('\n\n'),
        },
        { role: 'user', text: 'And?', images: [] },
      ]);
    });

    it('with the images of the user', async () => {
      const images = [{ mediaType: 'image/png', data: 'eA==' }];
      assert.deepEqual(await send([{ role: 'user', text: '', images }]), [
        { role: 'user', text: '', images },
      ]);
    });
  });
});
