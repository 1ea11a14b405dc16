import assert from 'node:assert/strict';
import type { SessionUpdate } from '../../../src/core/contracts/chats/acp';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import { startChat, type AnswerPermission, type Chat, type ChatOptions } from './chat';
import { createProduct, openRules, type Product, type ProductOptions } from './product';
import { failingSamples, sampleCalls } from './sample-calls';

const asksFor = (pattern: string): PermissionRule => ({
  tool: 'core__bash',
  pattern,
  action: 'ask',
  source: 'user',
});

const edits =
  (args: unknown): AnswerPermission =>
  () => ({
    outcome: { outcome: 'selected', optionId: 'edit' },
    _meta: { gatehouse: { editedArgs: JSON.stringify(args) } },
  });

type CallUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' | 'tool_call_update' }>;

function callUpdates({ updates }: Chat): readonly CallUpdate[] {
  return updates.flatMap((update) =>
    update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update'
      ? [update]
      : [],
  );
}

function isTerminal({ status }: CallUpdate): boolean {
  return status === 'completed' || status === 'failed';
}

/** Number of announcements and ends of each id. */
function announced(chat: Chat): Readonly<Record<string, readonly [number, number]>> {
  const all = callUpdates(chat);
  const ids = [...new Set(all.map(({ toolCallId }) => toolCallId))];
  return Object.fromEntries(
    ids.map((id) => {
      const own = all.filter(({ toolCallId }) => toolCallId === id);
      const starts = own.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call').length;
      return [id, [starts, own.filter(isTerminal).length]];
    }),
  );
}

describe('one runner', () => {
  let product: Product;
  let chat: Chat | undefined;

  async function open(options: ChatOptions, parts: ProductOptions = {}): Promise<Chat> {
    product = createProduct(parts);
    product.workspace.put('ws/a.txt', 'one\n');
    chat = await startChat(product, options);
    return chat;
  }

  afterEach(async () => {
    await chat?.close();
    await product.dispose();
    chat = undefined;
  });

  it('INV-01: every call runs through one runner and leaves one audit entry, one start and one end', async () => {
    const names = Object.keys(sampleCalls);
    const calls = names.map((name) => ({ name, args: sampleCalls[name] }));
    const { entered, ...opened } = await open(
      {
        steps: [
          { calls },
          { calls: [{ name: 'core__bash', args: { command: 'edit me' } }] },
          { text: 'ok' },
        ],
        onPermission: edits({ command: 'echo edited' }),
      },
      { policy: { permissions: [asksFor('edit me'), ...openRules] } },
    );
    assert.deepEqual(
      [...names].sort(),
      product.tools.map(({ id }) => id).sort(),
      'each tool has a sample',
    );
    await opened.say('Use every tool.');
    await opened.say('!echo typed');
    await opened.say('/tool read {"path":"a.txt"}');
    // All tools once, the edited call and its replacement, and two typed calls.
    assert.equal(entered.length, names.length + 4);
    const ids = entered.map(({ toolCallId }) => toolCallId).sort();
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      product
        .audit()
        .map((entry) => entry.tool_call_id)
        .sort(),
      ids,
    );
    const once = announced({ entered, ...opened });
    assert.deepEqual(
      ids.map((id) => once[id]),
      ids.map(() => [1, 1]),
    );
  });

  it('INV-01: every sample call succeeds, except those without a target', async () => {
    const names = Object.keys(sampleCalls);
    const calls = names.map((name) => ({ name, args: sampleCalls[name] }));
    await (await open({ steps: [{ calls }, { text: 'ok' }] })).say('Use every tool.');
    const failed = product.audit().filter(({ result }) => result !== 'success');
    assert.deepEqual(
      failed.map(({ tool }) => tool),
      [...failingSamples],
    );
  });

  const wireIds: Readonly<Record<string, string>> = {
    'the id of the provider': 'call_abc',
    'an id of ours, if the provider sends none,': '',
  };
  for (const [which, id] of Object.entries(wireIds)) {
    it(`INV-05: ${which} joins start, updates, end, audit entry and the model's answer`, async () => {
      const calls = [{ id, name: 'core__bash', args: { command: 'echo one' } }];
      const opened = await open({ steps: [{ calls }, { text: 'ok' }] });
      await opened.say('Go.');
      const [entry] = product.audit();
      const shown = callUpdates(opened);
      assert.ok(shown.length >= 3, 'there is a start, progress and a result');
      const answered = opened.server.requests[1]?.body.messages.at(-1)?.tool_call_id;
      const ids = [...shown.map(({ toolCallId }) => toolCallId), entry?.tool_call_id, answered];
      assert.equal(new Set(ids).size, 1);
      assert.ok(id === '' ? answered !== '' : answered === id);
    });
  }

  it('INV-07: each call has one announcement and one end, which may be the same update', async () => {
    const call = (name: string, args: unknown) => ({ name, args });
    const opened = await open({
      steps: [
        {
          calls: [
            call('core__read', { path: 'a.txt' }),
            call('core__read', { path: 'missing.txt' }),
            call('core__read', { path: '/etc/passwd' }),
            call('core__read', { wrong: true }),
            call('core__read', '{"path":'),
            call('core__nothing', {}),
          ],
        },
        { text: 'ok' },
      ],
    });
    await opened.say('Go.');
    const all = callUpdates(opened);
    const starts = all.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    assert.equal(starts.length, 6);
    for (const start of starts) {
      const own = all.filter(({ toolCallId }) => toolCallId === start.toolCallId);
      assert.equal(own[0], start, 'no update comes before the announcement');
      assert.equal(own.filter(isTerminal).length, 1);
      assert.equal(own.findIndex(isTerminal), own.length - 1);
    }
    const kinds = new Set(opened.updates.map(({ sessionUpdate }) => sessionUpdate));
    assert.deepEqual([...kinds].sort(), [
      'agent_message_chunk',
      'available_commands_update',
      'tool_call',
      'tool_call_update',
      'usage_update',
    ]);
  });

  it('INV-25: model and user get the same denial, for edited and typed calls too', async () => {
    const outside = { path: '/etc/passwd' };
    const opened = await open(
      {
        steps: [
          { calls: [{ name: 'core__read', args: outside }] },
          { calls: [{ name: 'core__bash', args: { command: 'edit me' } }] },
          { text: 'ok' },
        ],
        onPermission: edits({ command: 'ls', cwd: '/etc' }),
      },
      { policy: { permissions: [asksFor('edit me'), ...openRules] } },
    );
    await opened.say('Go.');
    await opened.say('/tool read {"path":"/etc/passwd"}');
    await opened.say('/tool bash {"command":"ls","cwd":"/etc"}');
    const refused = product.audit().filter(({ result }) => result === 'denied');
    assert.deepEqual(
      refused.map(({ tool, origin, error_code }) => [tool, origin, error_code]),
      [
        ['core__read', 'model', 'policy_denied'],
        ['core__bash', 'user', 'policy_denied'],
        ['core__read', 'user', 'policy_denied'],
        ['core__bash', 'user', 'policy_denied'],
      ],
    );
    assert.deepEqual(product.terminals.commands, []);
  });

  it('INV-25: no phase, origin or attempt lifts a deny', async () => {
    product = createProduct();
    for (const phase of ['planner', 'executor', 'verifier', 'autonomous'] as const) {
      for (const more of [{ attempt: 1 }, { origin: 'user' } as const]) {
        const outcome = await product.call(
          'core__read',
          { path: '/etc/passwd' },
          { phase, ...more },
        );
        assert.equal(outcome.failure?.errorCode, 'policy_denied');
      }
    }
  });
});
