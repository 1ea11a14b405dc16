import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ContentBlock } from '../../../../../src/core/contracts/chats/acp';
import { contextAttachment } from '../../../../../src/host/panel/chat/attachments';
import {
  replayStored,
  RestoredMessages,
} from '../../../../../src/host/panel/history/restored-messages';
import { pngAttachment, settled } from '../chat-world';
import { call, conversation, createStoredWorld, said, userChunk } from '../stored-world';

const part = {
  kind: 'selection',
  label: 'cart.js:3-9',
  detail: '/w/cart.js, lines 3-9',
  uri: 'file:///w/cart.js#L3-L9',
  text: 'const cart = [];\n',
} as const;

describe('the messages of a stored chat', () => {
  function restore(blocks: readonly ContentBlock[], messageId = '#1') {
    const { chats } = createStoredWorld();
    const chat = chats.active;
    const messages = new RestoredMessages(chat, true);
    for (const content of blocks) {
      messages.take({ sessionUpdate: 'user_message_chunk', messageId, content });
    }
    return chat;
  }

  it('have their text and their context again, as it was shown and sent', () => {
    const selection = contextAttachment(part, 'attachment-1');
    const chat = restore([{ type: 'text', text: 'why?' }, selection.block, pngAttachment().block]);
    const [item] = chat.items;
    assert.ok(item?.type === 'user');
    assert.equal(item.text, 'why?');
    assert.equal(item.canEdit, true);
    assert.deepEqual(
      item.attachments?.map(({ kind, label, detail }) => [kind, label, detail]),
      [
        ['selection', 'cart.js:3-9', '/w/cart.js, lines 3-9'],
        ['image', 'PNG, 10 bytes', 'Pasted image'],
      ],
    );
    assert.deepEqual(
      chat.sent.get('#1')?.map(({ block }) => block),
      [selection.block, pngAttachment().block],
    );
  });

  it('stay with the message when it is edited and sent again', async () => {
    const world = createStoredWorld();
    world.makeStored().open('s-old', 'x');
    await settled();
    world.replay([userChunk('#1', 'why?')]);
    const { block } = contextAttachment(part, 'a');
    world.replay([{ sessionUpdate: 'user_message_chunk', messageId: '#1', content: block }]);
    await world.endLoad();
    await world.edit('#1', 'how?');
    await settled();
    assert.deepEqual(world.agent.turns[0]?.request.prompt, [{ type: 'text', text: 'how?' }, block]);
  });

  for (const [uri, kind, label] of [
    ['file:///w/a%20b.ts', 'file', 'a b.ts'],
    ['file:///w/a.ts#L1-L2', 'selection', 'a.ts'],
    ['gatehouse:problems', 'problems', 'problems'],
    ['gatehouse:terminal', 'terminal', 'terminal'],
    ['file:///w/%zz', 'file', '%zz'],
    ['', 'file', ''],
  ] as const) {
    it(`are named by their address when nothing else is known: ${uri}`, () => {
      const chat = restore([{ type: 'resource', resource: { uri, text: 'x' } }]);
      const [item] = chat.items;
      assert.ok(item?.type === 'user');
      assert.deepEqual(
        item.attachments?.map((each) => [each.kind, each.label]),
        [[kind, label]],
      );
    });
  }

  it('leave out what can no longer be sent', () => {
    const [item] = restore([
      { type: 'text', text: 'look' },
      { type: 'image', data: 'not an image', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///w/x', blob: 'AAAA' } },
    ]).items;
    assert.ok(item?.type === 'user');
    assert.equal(item.attachments, undefined);
  });

  it('cannot be edited when they were no message for the model, or have no id of ours', () => {
    for (const [text, id] of [
      ['!npm test', '#1'],
      ['hello', 'msg_01'],
      ['hello', '#i1'],
      ['hello', '#01'],
      ['hello', 'c1'],
    ] as const) {
      const [item] = restore([{ type: 'text', text }], id).items;
      assert.ok(item?.type === 'user');
      assert.equal(item.canEdit, undefined, `${text} ${id}`);
      assert.match(item.id, /^#\d+$/);
    }
  });

  it('without ids are joined only while nothing else comes between', () => {
    const { chats } = createStoredWorld();
    const messages = new RestoredMessages(chats.active, true);
    const take = (text: string) =>
      messages.take({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
    take('one ');
    take('message');
    messages.end();
    take('another');
    assert.deepEqual(
      chats.active.items.map((item) => item.type === 'user' && item.text),
      ['one message', 'another'],
    );
  });

  it('no id, whatever it is, makes the page take one item for another', () => {
    const ids = fc.constantFrom('#1', '#2', '#i1', 'c1', 'call:#1', '#stored', '__proto__', '');
    const update = fc.oneof(
      ids.map((id) => userChunk(id, `u ${id}`)),
      ids.map((id) => said(id, `a ${id}`)),
      ids.map((id) => call(id)),
    );
    fc.assert(
      fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
        const { chats } = createStoredWorld();
        const chat = chats.active;
        const messages = new RestoredMessages(chat, true);
        for (const each of updates) {
          if (each.sessionUpdate === 'user_message_chunk') messages.take(each);
          else {
            messages.end();
            chat.transcript.update(each);
          }
        }
        const calls = new Set(
          updates.flatMap((each) => ('toolCallId' in each ? each.toolCallId : [])),
        );
        const cards = chat.items.filter(({ type }) => type === 'call');
        assert.equal(cards.length, calls.size);
        const seen = chat.items.map(({ id }) => id);
        assert.equal(new Set(seen).size, seen.length);
        const fresh = chat.transcript.addUser('new', [], true).item.id;
        assert.ok(!seen.includes(fresh));
      }),
    );
  });

  it('of an entry that does not fit are left out; the others are shown', () => {
    const { chats } = createStoredWorld();
    const { entries } = conversation('s', [userChunk('#1', 'go'), said('a', 'ok')]);
    const [first, second] = entries;
    assert.ok(first && second);
    const broken = [null, 5, [], [{}], { sessionUpdate: 'tool_call' }, [[first.value]]];
    replayStored(
      [first, ...broken.map((value, at) => ({ ...second, key: `message:x${at}`, value })), second],
      chats.active,
    );
    assert.deepEqual(
      chats.active.items.map(({ type }) => type),
      ['user', 'assistant'],
    );
  });
});
