import assert from 'node:assert/strict';
import { say } from '../../../../../src/core/base/sentence';
import { AcpError, failureOf } from '../../../../../src/core/contracts/chats/acp-client';
import { shownFailure } from '../../../../../src/host/window/language';
import { inGerman } from '../../../fakes/in-german';
import * as fc from 'fast-check';
import type { ContentBlock, SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import { toJson, type Json } from '../../../../../src/core/contracts/json';
import { failure, fail } from '../../../../../src/core/contracts/failure';
import { createFakeConversations } from '../../../fakes/conversations';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { assertPaired } from '../chat-invariants';
import { startAgent, type StartedAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];
const image: ContentBlock = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgo=',
  _meta: { gatehouse: { label: 'shot.png' } },
};

async function firstWindow(answers: readonly FakeAnswer[] = [says('First.'), says('Second.')]) {
  const chat = await startAgent({ answers, catalog, facts: { prices: { input: 3, output: 15 } } });
  await chat.sayIn(chat.sessionId, 'Fix the cart', { messageId: 'm1', blocks: [image] });
  await chat.sayIn(chat.sessionId, 'Then test it', { messageId: 'm2' });
  return chat;
}

async function nextWindow(first: StartedAgent, answers: readonly FakeAnswer[] = [says('Third.')]) {
  const { conversations } = first;
  const chat = await startAgent({ conversations, answers, catalog, idPrefix: 'next' });
  return { chat, open: () => chat.load(first.sessionId), id: first.sessionId };
}

const shownOf = (updates: readonly SessionUpdate[]) =>
  updates.filter(({ sessionUpdate }) => sessionUpdate !== 'usage_update');

describe('a stored chat that is loaded', () => {
  it('ACP session/load: sends all that was shown, in order and before the answer', async () => {
    const first = await firstWindow([
      callsFor({ id: 'c', name: 'core__bash' }),
      says('A'),
      says('B'),
    ]);
    const { chat, open, id } = await nextWindow(first);
    const answer = await open();
    const shown = shownOf(chat.updatesOf(id));
    assert.deepEqual(
      shown.map((each) => [each.sessionUpdate, 'content' in each && textIn(each)]),
      [
        ['user_message_chunk', 'Fix the cart'],
        ['user_message_chunk', 'image'],
        ['tool_call', 'done'],
        ['agent_message_chunk', 'A'],
        ['user_message_chunk', 'Then test it'],
        ['agent_message_chunk', 'B'],
      ],
    );
    assert.deepEqual('content' in (shown[1] ?? {}) && shown[1], {
      sessionUpdate: 'user_message_chunk',
      messageId: 'm1',
      content: image,
    });
    assert.deepEqual(chat.updatesOf(id).at(-1), first.usages().at(-1));
    assert.deepEqual(answer, { _meta: { gatehouse: { model: 'fake' } } });
  });

  it('continues with the history, the spending, and ids that stay used', async () => {
    const first = await firstWindow([
      callsFor({ id: 'c', name: 'core__bash' }),
      says('A'),
      says('B'),
    ]);
    const again = [callsFor({ id: 'c', name: 'core__bash' }), says('C')];
    const { chat, open, id } = await nextWindow(first, again);
    await open();
    await chat.sayIn(id, 'More');
    assert.deepEqual(chat.llm.requests[0]?.messages.slice(0, -1), [
      ...first.lastMessages(),
      { role: 'assistant', text: 'B', calls: [] },
    ]);
    assert.notEqual(chat.runner.calls[0]?.toolCallId, 'c');
    const tokens = (each: StartedAgent) => JSON.stringify(each.usages().at(-1)?._meta);
    assert.notEqual(tokens(chat), tokens(first));
    const info = first.conversations.stored(id)?.info;
    assert.equal(info?.title, 'Fix the cart');
    assert.equal(info.messages, 3);
    assert.ok(info.tokens > 0 && (info.cost ?? 0) > 0);
  });

  it('decision 44: knows the files it knew, and can still be forked before a message', async () => {
    const { chat, open, id } = await nextWindow(await firstWindow());
    await open();
    assert.ok(chat.runner.asked.includes(`restore ${id}`));
    const fork = await chat.fork('m2', id);
    await chat.sayIn(fork, 'Otherwise');
    assert.deepEqual(
      chat.lastMessages().map(({ text }) => text),
      ['Fix the cart', 'First.', 'Otherwise'],
    );
    const shown = chat.conversations.stored(fork);
    assert.equal(shown?.info.title, 'Fix the cart (2)');
    const third = await startAgent({ conversations: chat.conversations, idPrefix: 'third' });
    await third.load(fork);
    assert.deepEqual(
      shownOf(third.updatesOf(fork)).map((each) => 'content' in each && textIn(each)),
      ['Fix the cart', 'image', 'First.', 'Otherwise', 'Third.'],
    );
  });

  it('decision 44: says that files must be read again when what it knew is refused', async () => {
    const { chat, open } = await nextWindow(await firstWindow());
    Object.assign(chat.runner, { restore: () => fail(failure('snapshot_failed', 'It is torn.')) });
    await open();
    assert.deepEqual(chat.notices(), [
      'It is torn. Files must be read again before they can be changed, and the count of tool calls starts at zero.',
    ]);
  });

  it('sends calls that the user ran with the next message', async () => {
    const first = await firstWindow();
    await first.say('!ls');
    const { chat, open, id } = await nextWindow(first);
    await open();
    await chat.sayIn(id, 'Why?');
    assert.match(chat.lastMessages().at(-1)?.text ?? '', /^The user ran core__bash [\s\S]*Why\?$/);
  });

  it('continues after a limit only once the user allows more', async () => {
    const first = await startAgent({
      answers: [callsFor({ name: 'core__bash' })],
      catalog,
      settings: { maxIterations: 1 },
    });
    await first.sayIn(first.sessionId, 'Go', { messageId: 'm1' });
    const { chat, open, id } = await nextWindow(first);
    await open();
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'warning', action: 'continue' }]);
    assert.equal(await chat.sayIn(id, '', { resume: true }), 'end_turn');
    assert.equal(chat.said(), 'Third.');
  });

  it('shows after /clear only what came after it', async () => {
    const first = await firstWindow();
    await first.say('/clear');
    const { chat, open, id } = await nextWindow(first);
    await open();
    assert.equal(chat.notices().length, 1);
    assert.equal(shownOf(chat.updatesOf(id)).length, 1);
    await chat.sayIn(id, 'Something else', { messageId: 'm3' });
    assert.deepEqual(
      chat.lastMessages().map(({ text }) => text),
      ['Something else'],
    );
    assert.equal(chat.conversations.stored(id)?.info.messages, 1);
  });

  it('is renamed after /clear, unless the user has named it', async () => {
    for (const isNamed of [false, true]) {
      const first = await firstWindow();
      const { conversations, sessionId } = first;
      await conversations.write(sessionId, { facts: { title: 'Mine', isNamed } });
      await first.say('/clear');
      await first.say('Other work');
      await first.agent.closeSession({ sessionId });
      assert.equal(conversations.stored(sessionId)?.info.title, isNamed ? 'Mine' : 'Other work');
    }
  });

  it('that is open is shown again, and nothing else happens', async () => {
    const first = await firstWindow();
    const [writes, shown] = [first.conversations.writes.length, first.updates.length];
    await first.load(first.sessionId);
    const again = first.updates.slice(shown);
    assert.equal(again.length, 5);
    assert.equal(first.conversations.writes.length, writes);
    assert.equal(first.runner.asked.filter((each) => each.startsWith('restore')).length, 0);
  });

  it('that works is shown again, and its updates meanwhile follow', async () => {
    const chat = await startAgent({
      catalog,
      answers: [callsFor({ id: 'c', name: 'core__bash' }), says('Done.')],
      run: async () => {
        await chat.load(chat.sessionId);
        return {};
      },
    });
    await chat.sayIn(chat.sessionId, 'Go', { messageId: 'm1' });
    assert.deepEqual(
      shownOf(chat.updates).map((each) => [each.sessionUpdate, 'status' in each && each.status]),
      [
        ['tool_call', 'in_progress'],
        ['user_message_chunk', false],
        ['tool_call', 'in_progress'],
        ['tool_call_update', 'completed'],
        ['agent_message_chunk', false],
      ],
    );
  });

  it('rejects in words when there is none, it was deleted, or it cannot be read', async () => {
    const { chat, open, id } = await nextWindow(await firstWindow());
    await assert.rejects(chat.load('nobody'), /cannot be opened\. There is no chat nobody/);
    chat.conversations.broken = failure('execution', 'The disk is gone.');
    await assert.rejects(open(), /cannot be opened\. The disk is gone\./);
    chat.conversations.broken = undefined;
    await chat.agent.deleteSession({ sessionId: id });
    await assert.rejects(open(), /cannot be opened/);
  });

  it("says in VS Code's language why an open chat cannot be read again", async () => {
    const { chat, open } = await nextWindow(await firstWindow());
    await open();
    chat.conversations.broken = failure('execution', say`The storage is closed.`);
    const error: unknown = await open().catch((why: unknown) => why);
    assert.ok(error instanceof AcpError);
    assert.equal(
      inGerman(() => shownFailure(failureOf(error))),
      'Der Speicher ist geschlossen.',
    );
  });

  it('loads what can be read, and says what is missing', async () => {
    const first = await firstWindow();
    await first.conversations.write(first.sessionId, {
      put: [
        { part: 'transcript', key: 'message:x', value: 7 },
        { part: 'history', key: 'round:900', value: {} },
      ],
    });
    const { chat, open, id } = await nextWindow(first);
    await open();
    assert.match(
      chat.notices()[0] ?? '',
      /Only part of this chat could be read\. Missing: 1 entry of the transcript; 1 entry of the model's history\./,
    );
    await chat.sayIn(id, 'More');
    assert.equal(chat.lastMessages().length, 5);
  });

  it('opens and can be used, whatever its entries contain', async () => {
    const key = fc.constantFrom(
      ...['chat', 'told', 'usage', 'ids', 'mark:m1', 'note:n', 'snapshot:1', 'forgotten:0'],
      ...['message:m1', 'call:c', 'user:1', 'round:2', 'answer:c', 'said:3'],
    );
    const part = fc.constantFrom('transcript', 'history', 'state');
    const value = fc.jsonValue().map((each): Json => toJson(each) ?? null);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ part, key, value })), async (put) => {
        const conversations = createFakeConversations([{ id: 's', change: { put } }]);
        const chat = await startAgent({ conversations, answers: [says('Here.')], idPrefix: 'n' });
        await chat.load('s');
        assert.equal(await chat.sayIn('s', 'Hello'), 'end_turn');
        assertPaired(chat.lastMessages());
      }),
      { numRuns: 100 },
    );
  });
});

function textIn(update: SessionUpdate): string {
  const content = 'content' in update ? update.content : undefined;
  const block = Array.isArray(content) ? content[0] : content;
  if (typeof block !== 'object' || block === null) return '';
  if ('text' in block) return block.text;
  return block.type === 'content' && block.content.type === 'text'
    ? block.content.text
    : block.type;
}
