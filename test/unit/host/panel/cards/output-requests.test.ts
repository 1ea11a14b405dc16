import assert from 'node:assert/strict';
import type { OverflowStore } from '../../../../../src/core/ports/conversations';
import type { TranscriptItem } from '../../../../../src/core/contracts/panel/state';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { StoredChat } from '../../../../../src/host/panel/chat/chat-tab';
import { outputRequests } from '../../../../../src/host/panel/cards/output-requests';
import { createChatWorld, settled } from '../chat-world';

const filter = {
  rules: ['cargo-test'],
  confidence: 'full',
  rawLines: 342,
  filteredLines: 28,
  rawBytes: 34_000,
  filteredBytes: 8200,
};

type Read = OverflowStore['read'];

/** A chat with one filtered call, whose output the store answers for as `read` says. */
async function world(read: Read, meta: object = { overflowId: 'o1' }, rawOutput?: object) {
  const chat = createChatWorld();
  const revealed: string[] = [];
  const asked: string[] = [];
  const requests = outputRequests({
    chats: chat.chats,
    overflow: {
      read: (slice) => {
        asked.push(`${slice.conversationId} ${slice.id}`);
        return read(slice);
      },
    },
    reveal: (itemId) => void revealed.push(itemId),
    notify: (message) => void chat.told.push(message),
  });
  const actions = {
    showRaw: (itemId: string, isRaw: boolean) =>
      requests.showRaw({ type: 'showRaw', itemId, isRaw }),
    showRepeated: (itemId: string) => requests.showRepeated({ type: 'showRepeated', itemId }),
  };
  chat.chats.active.send('test it');
  await settled();
  const call = (toolCallId: string, gatehouse: object) => {
    chat.update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'cargo test',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: '2 failed' } }],
      ...(rawOutput && { rawOutput }),
      _meta: { gatehouse },
    });
  };
  call('c1', { filter, ...meta });
  const item = (id = 'c1') => {
    const found = chat.chats.active.transcript.card(id)?.item;
    assert.ok(found);
    return found;
  };
  return { ...chat, actions, asked, revealed, call, item };
}

function stored(text: string): Read {
  return () => Promise.resolve(succeed({ text, totalChars: text.length }));
}

const gone: Read = () => Promise.resolve(fail(failure('unavailable', 'There is no such text.')));

describe('showing the output before filters', () => {
  it('reads it from the overflow store of the chat, and updates the page', async () => {
    const { actions, asked, chats, item, seen } = await world(
      stored('\u001b[32mall of it\u001b[0m'),
    );
    seen.changes.length = 0;
    await actions.showRaw('c1', true);
    assert.equal(item().raw, 'all of it');
    assert.equal(item().text, '2 failed');
    assert.deepEqual(asked, [`${chats.active.sessionId ?? ''} o1`]);
    assert.deepEqual(seen.changes, [{ op: 'item', item: item() }]);
  });

  it('shows what the model reads again, and holds the raw output no longer', async () => {
    const { actions, item } = await world(stored('all of it'));
    await actions.showRaw('c1', true);
    await actions.showRaw('c1', false);
    assert.equal('raw' in item(), false);
  });

  it('reads that of a call which another session ran from there', async () => {
    const { actions, asked, item } = await world(stored('all of it'), {
      overflowId: 'o1',
      session: 'before',
    });
    await actions.showRaw('c1', true);
    assert.deepEqual([asked, item().raw], [['before o1'], 'all of it']);
  });

  it('gives the page a bounded part of it: head and tail', async () => {
    const { actions, item } = await world(stored(`first${'x'.repeat(3_000_000)}last`));
    await actions.showRaw('c1', true);
    const raw = item().raw ?? '';
    assert.ok(raw.length < 201_000);
    assert.match(raw, /^first[^]*characters are not shown here[^]*last$/);
  });

  it('says that it is gone when the store has it no longer', async () => {
    const { actions, item } = await world(gone);
    await actions.showRaw('c1', true);
    assert.equal(item().raw, null);
    await actions.showRaw('c1', false);
    assert.equal(item().raw, undefined);
  });

  it('shows what the call itself brought when the store has it no longer', async () => {
    const { actions, item } = await world(gone, { overflowId: 'o1' }, { summary: 'all of it' });
    await actions.showRaw('c1', true);
    assert.equal(item().raw, 'all of it');
  });

  it('answers the last of several clicks, whichever is read first', async () => {
    let answer: () => void = () => undefined;
    const slow: Read = () =>
      new Promise((resolve) => {
        answer = () => resolve(succeed({ text: 'all of it', totalChars: 9 }));
      });
    const { actions, item } = await world(slow);
    const first = actions.showRaw('c1', true);
    await actions.showRaw('c1', false);
    answer();
    await first;
    assert.equal(item().raw, undefined);
  });

  it('does nothing for a card that was not filtered, or is not there', async () => {
    const { actions, asked, call, item } = await world(stored('all of it'));
    call('c2', { overflowId: 'o2' });
    await actions.showRaw('c2', true);
    await actions.showRaw('c3', true);
    assert.deepEqual([item('c2').raw, asked], [undefined, []]);
  });

  it('updates the page even in a read-only chat, but not while the chat is loaded', async () => {
    const { actions, chats, item, seen } = await world(stored('all of it'));
    const shownItems = (items: readonly TranscriptItem[]): StoredChat => ({
      ...{ items, refusal: '' },
      take: () => false,
      show: () => undefined,
      act: () => undefined,
    });
    chats.active.stored = shownItems([item()]);
    seen.changes.length = 0;
    await actions.showRaw('c1', true);
    assert.deepEqual(seen.changes, [{ op: 'item', item: item() }]);
    chats.active.stored = shownItems([]);
    await actions.showRaw('c1', false);
    assert.equal(seen.changes.length, 1);
  });

  it('sends nothing of a card that is not in sight', async () => {
    const { actions, chats, seen } = await world(stored('all of it'));
    const shown = chats.active;
    const answered = actions.showRaw('c1', true);
    chats.create();
    seen.changes.length = 0;
    await answered;
    assert.equal(shown.transcript.card('c1')?.item.raw, 'all of it');
    assert.deepEqual(
      seen.changes.filter(({ op }) => op === 'item'),
      [],
    );
  });
});

describe('showing the call that an answer repeats', () => {
  it('has the page show its card', async () => {
    const { actions, call, revealed, told } = await world(gone);
    call('c2', { repeats: 'c1' });
    actions.showRepeated('c2');
    assert.deepEqual([revealed, told], [['c1'], []]);
  });

  it('says that it is no longer there', async () => {
    const { actions, call, revealed, told } = await world(gone);
    call('c2', { repeats: 'c0' });
    actions.showRepeated('c2');
    actions.showRepeated('c1');
    assert.deepEqual(revealed, []);
    assert.deepEqual(told, [
      'The earlier call is no longer part of this chat.',
      'The earlier call is no longer part of this chat.',
    ]);
  });
});
