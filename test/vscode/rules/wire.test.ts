import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import * as path from 'node:path';
import * as z from 'zod';
import { asJson } from '../../unit/core/wire/golden';
import { parts } from '../world';
import { call, freshSession, ownTools } from './calls';
import { goldens, repositoryFolder } from './extension-folder';
import { useModelChats, type ModelChat } from './model-chat';
import { setUser, withUser } from './settings';
import { notified } from './watching';

const fixtures = 'test/fixtures/wire/openai-chat';

const requestBody = z.strictObject({
  model: z.literal('scripted'),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
          description: z.string().min(1),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.literal('system'), content: z.string() }),
      z.strictObject({ role: z.literal('user'), content: z.string() }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        tool_calls: z
          .array(
            z.strictObject({
              id: z.string(),
              type: z.literal('function'),
              function: z.strictObject({ name: z.string(), arguments: z.string() }),
            }),
          )
          .exactOptional(),
      }),
      z.strictObject({
        role: z.literal('tool'),
        tool_call_id: z.string(),
        content: z.string(),
      }),
    ]),
  ),
});

function bodyOf({ server }: ModelChat, index: number): z.infer<typeof requestBody> {
  return requestBody.parse(server.requests[index]?.body);
}

function offered(chat: ModelChat, index: number): readonly string[] {
  return bodyOf(chat, index).tools.map((tool) => tool.function.name);
}

/** Every key of a value, however deep. */
function keysIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}

/** Answers each request with the recorded stream that its model names. */
async function serveRecordings(): Promise<{ readonly server: Server; readonly baseUrl: string }> {
  const folder = repositoryFolder(fixtures);
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: [] }));
      return;
    }
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { model } = z.looseObject({ model: z.string() }).parse(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(readFileSync(path.join(folder, `${model}.txt`)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { server, baseUrl: `http://127.0.0.1:${String(address.port)}/v1` };
}

/** Everything that the extension's own model says of a recorded stream. */
async function decodedByExtension(recording: string): Promise<unknown> {
  const { models } = await parts();
  const { signal } = new AbortController();
  const llm = await models.llms.get(`openai/${recording}`, signal);
  assert.ok(llm.ok);
  const said = { text: '', thought: '' };
  const request = { system: [], messages: [], tools: [] };
  for await (const event of llm.value.stream(request, signal)) {
    if (event.type === 'text' || event.type === 'thought') said[event.type] += event.text;
    if (event.type === 'finish' || event.type === 'error') return { ...said, end: event };
  }
  return said;
}

describe('rules: the wire', () => {
  const open = useModelChats();

  const twoRounds = [
    { calls: [{ name: 'core__list_directory', args: { path: '.' } }] },
    { text: 'There.' },
  ] as const;

  it('INV-11: no word of a wire format reaches the panel', async () => {
    const chat = await open(...twoRounds);
    const heard = await notified(() => chat.say('Look.'));
    const wireWords = [
      'tool_calls',
      'tool_call_id',
      'function',
      'arguments',
      'choices',
      'delta',
      'finish_reason',
      'parameters',
    ];
    assert.ok(keysIn(bodyOf(chat, 1)).includes('tool_calls'), 'it is on the wire');
    const known = new Set(keysIn([heard, chat.items()]));
    assert.ok(known.has('toolCallId'));
    assert.deepEqual(
      wireWords.filter((word) => known.has(word)),
      [],
    );
  });

  it('INV-12: requests have exactly the keys of chat completions; an answer directly follows its call', async () => {
    const chat = await open(...twoRounds, { text: 'ok' });
    await chat.say('Look.');
    await chat.say('And now?');
    assert.deepEqual(
      bodyOf(chat, 2).messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    );
    const [, , asked, answer] = bodyOf(chat, 2).messages;
    assert.ok(asked?.role === 'assistant' && answer?.role === 'tool');
    assert.deepEqual(
      asked.tool_calls?.map((each) => [each.id, each.function.name, each.function.arguments]),
      [[answer.tool_call_id, 'core__list_directory', '{"path":"."}']],
    );
  });

  it('001-replay-1: a history with calls and answers is accepted when it is sent again', async () => {
    const chat = await open(...twoRounds, { text: 'ok' });
    await chat.say('Look.');
    await chat.say('And now?');
    assert.deepEqual(
      chat.server.requests.map(({ problem }) => problem),
      [undefined, undefined, undefined],
    );
    const first = bodyOf(chat, 0).messages;
    assert.deepEqual(bodyOf(chat, 2).messages.slice(0, first.length), first);
  });

  it('INV-13: the schemas are the accepted ones, and the same bytes in each request', async () => {
    const chat = await open(...twoRounds);
    await chat.say('Look.');
    const [first, second] = [bodyOf(chat, 0).tools, bodyOf(chat, 1).tools];
    assert.equal(JSON.stringify(first), JSON.stringify(second));
    const accepted = goldens('test/fixtures/schemas');
    for (const { function: tool } of first) {
      assert.deepEqual(tool.parameters, accepted.get(tool.name), tool.name);
    }
    assert.equal(keysIn(first).includes('$schema'), false);
  });

  it('INV-15: every recorded stream is read as its accepted result says', async () => {
    const accepted = [...goldens(fixtures)].filter(([name]) => !name.startsWith('encode-'));
    assert.ok(accepted.length >= 15, 'the recordings are found');
    const { server, baseUrl } = await serveRecordings();
    try {
      await setUser({ 'openai.baseUrl': baseUrl });
      const read = await Promise.all(accepted.map(([name]) => decodedByExtension(name)));
      for (const [index, [name, expected]] of accepted.entries()) {
        assert.deepEqual(JSON.parse(asJson(read[index])), expected, name);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('INV-18: the model sees exactly the catalog; a call to any other tool is refused', async () => {
    const { pipeline } = await parts();
    const hidden = new Set(['core__edit', 'core__grep']);
    const allowedTools = ownTools(pipeline)
      .map(({ name }) => name)
      .filter((name) => name !== 'core__edit');
    const permissions = { grep: [{ pattern: '*', action: 'deny' as const }] };
    await withUser({ allowedTools, permissions }, async () => {
      const chat = await open(
        {
          calls: [
            { name: 'core__edit', args: { path: 'a', old_string: 'a', new_string: 'b' } },
            { name: 'core__grep', args: { pattern: 'a' } },
          ],
        },
        { text: 'ok' },
      );
      await chat.say('Go.');
      const registry = ownTools(pipeline).map(({ name }) => name);
      assert.deepEqual(offered(chat, 0), registry.filter((name) => !hidden.has(name)).sort());
      assert.deepEqual(
        chat.cards().map(({ failure }) => failure?.errorCode),
        ['policy_denied', 'policy_denied'],
      );
    });
  });

  it('INV-19: settings alone make a tool appear or disappear in the next request', async () => {
    const chat = await open({ text: 'one' }, { text: 'two' }, { text: 'three' });
    await chat.say('Which tools?');
    await withUser({ allowedTools: ['read', 'bash'] }, () => chat.say('And now?'));
    await withUser({ permissions: { bash: [{ pattern: '*', action: 'deny' }] } }, () =>
      chat.say('And now?'),
    );
    const all = ownTools((await parts()).pipeline).map(({ name }) => name);
    assert.deepEqual(offered(chat, 0), all);
    assert.deepEqual(offered(chat, 1), ['core__bash', 'core__read']);
    assert.deepEqual(
      offered(chat, 2),
      all.filter((name) => name !== 'core__bash'),
    );
  });

  it('decision 7: a tool stays visible if it may ask, or if only a later rule denies it', async () => {
    const { pipeline } = await parts();
    const names = () => pipeline.catalog().map(({ name }) => name);
    await withUser({ permissions: { grep: [{ pattern: '*', action: 'ask' }] } }, () => {
      assert.ok(names().includes('core__grep'));
      return Promise.resolve();
    });
    const later = [
      { pattern: 'src/*', action: 'allow' as const },
      { pattern: '*', action: 'deny' as const },
    ];
    await withUser({ permissions: { grep: later } }, () => {
      assert.ok(names().includes('core__grep'), 'its first rule is not the deny');
      return Promise.resolve();
    });
  });

  it('decision 9: an unknown id is `unavailable`, a forbidden one `policy_denied`; short names work', async () => {
    await withUser({ allowedTools: ['read', 'list_directory'] }, async () => {
      const session = freshSession();
      assert.equal((await call('core__nothing', {}, { session })).code, 'unavailable');
      assert.equal((await call('core__grep', { pattern: 'a' }, { session })).code, 'policy_denied');
      const short = await call('list_directory', { path: '.' }, { session });
      assert.equal(short.entry.tool, 'core__list_directory');
      assert.equal(short.code, undefined);
    });
  });
});
