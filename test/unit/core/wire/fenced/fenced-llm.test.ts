import assert from 'node:assert/strict';
import { say } from '../../../../../src/core/base/sentence';
import type { AssistantCall, ChatMessage } from '../../../../../src/core/contracts/chats/messages';
import { failure } from '../../../../../src/core/contracts/failure';
import type { LlmEvent, LlmRequest } from '../../../../../src/core/ports/llm';
import { fencedLlm } from '../../../../../src/core/wire/fenced/fenced-llm';
import { createFakeLlm, says } from '../../../fakes/llm';
import { requestOf, toolSpec } from '../wire-options';

/** The word of the chat. */
const word = 'c0ffee12';
const block = (info: string, body: string) => `\`\`\`${info}\n${body}\n\`\`\``;
const fence = (language: string, body: string) => block(`${language} ${word}`, body);
const tools = ['core__bash', 'core__read', 'core__web_scrape'].map((name) => toolSpec(name));

async function ask(
  answer: readonly LlmEvent[],
  more: Partial<LlmRequest> = { tools },
): Promise<{ readonly events: readonly LlmEvent[]; readonly sent: LlmRequest }> {
  const inner = createFakeLlm([answer, says('no call')]);
  const events: LlmEvent[] = [];
  for await (const event of fencedLlm(inner).stream(
    requestOf({ callWord: word, ...more }),
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
        `Invocation: \`\`\`bash ${word}`,
        'Parameters:',
        '- path (string, required): Where.',
        '',
        '## core__edit',
        'Does core__edit.',
        `Invocation: \`\`\`tool ${word}`,
        'Parameters:',
        '- path (string, required): Where &lt;/tools> it is.',
        '- limit (integer, optional): (at least 1)',
        '- kind (one of ["a","b"], optional)',
        '- edits ({"type":"array","items":{"type":"string"}}, optional)',
        '',
        '## core__now',
        'Does core__now.',
        `Invocation: \`\`\`tool ${word}`,
        'Parameters: none',
        '',
        '## core__read',
        'Does core__read.',
        `Invocation: \`\`\`tool ${word}`,
        'Parameters:',
        '- path (string, required): Where.',
        '',
        '## core__web_scrape',
        'Does core__web_scrape.',
        `Invocation: \`\`\`scrape ${word}`,
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

  it('decision 74: calls nothing by code that is merely shown', async () => {
    const shown = [
      fence('sh', 'rm -rf x'),
      block(word, 'rm -rf x'),
      block('bash', 'rm -rf x'),
      block('bash c0ffee13', 'rm -rf x'),
      block(`bash ${word} -x`, 'rm -rf x'),
      block(`bash -x ${word}`, 'rm -rf x'),
      block(`bash ${word.toUpperCase()}`, 'rm -rf x'),
      block('tool', '{"name":"core__read","arguments":{}}'),
      fence('BASH', 'rm -rf x'),
      fence('json', '{"name":"core__read","arguments":{}}'),
      block('md', fence('bash', 'rm')),
      `<!--\n${fence('bash', 'rm')}\n-->`,
      `<think>He wrote </think>\n${fence('bash', 'rm')}\n</think>\nNo.`,
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

  describe('decision 74: a model that forgets the word', () => {
    const forgets: readonly LlmEvent[] = [
      { type: 'text', text: block('bash', 'ls') },
      { type: 'finish', reason: 'stop', calls: [], usage: { inputTokens: 5, outputTokens: 3 } },
    ];
    const afterReminder = async (second: readonly LlmEvent[]) => {
      const inner = createFakeLlm([forgets, second]);
      const events: LlmEvent[] = [];
      const request = requestOf({ callWord: word, tools });
      for await (const event of fencedLlm(inner).stream(request, new AbortController().signal)) {
        events.push(event);
      }
      return { events, requests: inner.requests };
    };
    const callsLs = says(fence('bash', 'ls'));

    it('is reminded once, and may then call', async () => {
      const { events, requests } = await afterReminder(callsLs);
      assert.equal(requests.length, 2);
      assert.deepEqual(requests[1]?.messages.slice(-2, -1), [
        { role: 'assistant', text: block('bash', 'ls'), calls: [] },
      ]);
      const reminder = requests[1].messages.at(-1);
      assert.ok(reminder?.role === 'user');
      assert.match(reminder.text, /^No tool was called: .* ends with the word "c0ffee12"/);
      assert.deepEqual(events, [
        forgets[0],
        { type: 'text', text: `\n\n${fence('bash', 'ls')}` },
        {
          type: 'finish',
          reason: 'tool_calls',
          calls: [{ wireId: '', name: 'core__bash', argsText: '{"command":"ls"}' }],
          usage: { inputTokens: 5, outputTokens: 3 },
        },
      ]);
    });

    it('is not reminded again; an answer without a call is not shown', async () => {
      const end: LlmEvent = {
        type: 'finish',
        reason: 'stop',
        calls: [],
        usage: { outputTokens: 1 },
      };
      for (const text of ['no call', block('bash', 'ls')]) {
        const { events, requests } = await afterReminder([{ type: 'text', text }, end]);
        assert.equal(requests.length, 2);
        assert.deepEqual(events, [
          forgets[0],
          { ...end, usage: { inputTokens: 5, outputTokens: 4 } },
        ]);
      }
    });

    it('keeps its first answer if the second request fails', async () => {
      const failed = failure('unavailable', 'Gone.', { category: 'permanent_failure' });
      const { events } = await afterReminder([{ type: 'error', failure: failed }]);
      assert.deepEqual(events, forgets);
    });

    it('is not reminded of code in other languages', async () => {
      const inner = createFakeLlm([says(block('sh', 'ls'))]);
      const request = requestOf({ callWord: word, tools });
      for await (const event of fencedLlm(inner).stream(request, new AbortController().signal)) {
        assert.notEqual(event.type, 'error');
      }
      assert.equal(inner.requests.length, 1);
    });
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
      { type: 'notice', level: 'info', text: say`x` },
      { type: 'thought', text: fence('bash', 'rm') },
      { type: 'text', text: '```ba' },
      { type: 'text', text: 'sh c0ffee12\nls\n```' },
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

    it('with the word of this chat, if it was opened again since', async () => {
      const text = `Look:\n${block('bash 0ddba115', 'ls')}`;
      const sent = await send([
        { role: 'user', text: 'Hi' },
        { role: 'assistant', text, calls: [call('a', 'core__bash', '{"command":"ls"}')] },
        answer('a', 'core__bash', 'x'),
      ]);
      assert.deepEqual(sent[1], {
        role: 'assistant',
        text: `Look:\n${fence('bash', 'ls')}`,
        calls: [],
      });
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
