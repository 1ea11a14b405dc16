import assert from 'node:assert/strict';
import type {
  CallItem,
  PanelChange,
  PanelMessage,
  TranscriptItem,
} from '../../../../../src/core/contracts/panel/state';
import { createCard } from '../../../../../src/host/panel/transcript/card';
import { askOn } from '../../../../../src/host/panel/transcript/card-status';
import { coalesce, PageSync } from '../../../../../src/host/panel/page/page-sync';
import { createFakeClock, type FakeClock } from '../../../fakes/clock';
import { pendingApproval } from '../approvals';

const state = {
  chats: [],
  activeChat: 'chat-1',
  draft: '',
  draftCount: 0,
  queued: [],
  model: '',
  wantsModel: false,
  permission: 'rules' as const,
  replay: false,
  replayPrompt: '',
  hasFolder: true,
  trusted: true,
  background: [],
  changes: [],
  attachments: [],
  history: null,
};

function user(id: string): TranscriptItem {
  return { type: 'user', id, text: id };
}

function askingCard(id: string): CallItem {
  return askOn(createCard(id), pendingApproval({ approvalId: `for ${id}` }), 0).item;
}

function put(item: TranscriptItem): PanelChange {
  return { op: 'item', item };
}

describe('Outbox', () => {
  let clock: FakeClock;
  let sent: PanelMessage[];
  let items: TranscriptItem[];
  let outbox: PageSync;

  beforeEach(() => {
    clock = createFakeClock();
    sent = [];
    items = [];
    outbox = new PageSync({
      clock,
      post: (message) => void sent.push(message),
      state: () => state,
      items: () => items,
    });
  });

  function lastItems(): readonly TranscriptItem[] {
    const last = sent.at(-1);
    return last?.type === 'snapshot' ? last.items : [];
  }

  function earlier(): number | undefined {
    const last = sent.at(-1);
    return last?.type === 'snapshot' ? last.state.earlier : undefined;
  }

  function lastPatch() {
    const last = sent.at(-1);
    return last?.type === 'patch' ? last : assert.fail('no patch');
  }

  it('sends nothing before the page is ready', () => {
    outbox.push([put(user('a'))]);
    clock.advance(1000);
    assert.deepEqual(sent, []);
    assert.equal(outbox.insert('x'), false);
  });

  it('numbers a snapshot and what follows by one', () => {
    outbox.snapshot();
    outbox.push([put(user('a'))]);
    clock.advance(30);
    outbox.push([put(user('b'))]);
    outbox.focus();
    assert.deepEqual(
      sent.map(({ type, seq }) => `${type} ${seq}`),
      ['snapshot 1', 'patch 2', 'patch 3', 'focus 4'],
    );
  });

  it('gathers a burst into one message', () => {
    outbox.snapshot();
    for (const text of ['a', 'b', 'c']) outbox.push([{ op: 'append', id: '#1', text }]);
    clock.advance(29);
    assert.equal(sent.length, 1);
    clock.advance(1);
    assert.deepEqual(sent[1], {
      type: 'patch',
      seq: 2,
      changes: [{ op: 'append', id: '#1', text: 'abc' }],
    });
  });

  it('sends a snapshot instead of what waited before it', () => {
    outbox.snapshot();
    outbox.push([put(user('a'))]);
    outbox.snapshot();
    clock.advance(100);
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['snapshot', 'snapshot'],
    );
  });

  it('is silent while no page is there', () => {
    outbox.snapshot();
    outbox.push([put(user('a'))]);
    outbox.close();
    clock.advance(100);
    outbox.push([put(user('b'))]);
    clock.advance(100);
    assert.equal(sent.length, 1);
  });

  describe('a long chat', () => {
    beforeEach(() => {
      items = Array.from({ length: 250 }, (_, at) => user(`u${at}`));
    });

    it('sends the newest 200 items and counts the others', () => {
      outbox.snapshot();
      assert.equal(lastItems().length, 200);
      assert.equal(lastItems()[0]?.id, 'u50');
      assert.equal(earlier(), 50);
    });

    it('sends 200 more each time the page asks for earlier ones, until there are none', () => {
      items = Array.from({ length: 450 }, (_, at) => user(`u${at}`));
      outbox.snapshot();
      outbox.push([put(user('u450'))]);
      items.push(user('u450'));
      outbox.showEarlier();
      assert.deepEqual([lastItems()[0]?.id, lastItems().at(-1)?.id], ['u50', 'u450']);
      assert.equal(earlier(), 50);
      outbox.showEarlier();
      assert.equal(lastItems().length, 451);
      assert.equal(earlier(), 0);
      outbox.showEarlier();
      clock.advance(100);
      assert.equal(sent.length, 3, 'what waited was part of the second');
    });

    it('begins with the newest again when the chat is another', () => {
      outbox.snapshot();
      outbox.showEarlier();
      outbox.snapshot();
      assert.equal(earlier(), 50);
    });

    it('reveals an item it has at once, and an older one behind what the page lacks', () => {
      outbox.snapshot();
      assert.equal(outbox.reveal('u60'), true);
      assert.deepEqual(sent.at(-1), { type: 'reveal', seq: 2, itemId: 'u60' });
      outbox.reveal('u3');
      assert.deepEqual(
        sent.slice(2).map(({ type, seq }) => [type, seq]),
        [
          ['snapshot', 3],
          ['reveal', 4],
        ],
      );
      outbox.push([put(user('u3'))]);
      clock.advance(30);
      assert.equal(sent.at(-1)?.type, 'patch', 'changes of it are sent from then on');
    });

    it('reveals nothing while no page is there', () => {
      assert.equal(outbox.reveal('u3'), false);
      assert.deepEqual(sent, []);
    });

    it('keeps older cards that still wait', () => {
      items.unshift(askingCard('old'));
      outbox.snapshot();
      assert.equal(lastItems()[0]?.id, 'old');
    });

    it('does not send changes of items the page does not have', () => {
      outbox.snapshot();
      outbox.push([put(user('u3'))]);
      clock.advance(30);
      assert.equal(sent.length, 1);
    });

    it('brings an old card back when it asks', () => {
      items.unshift({ ...createCard('old').item, status: 'completed' });
      outbox.snapshot();
      outbox.push([put(askingCard('old'))]);
      clock.advance(30);
      assert.equal(sent.at(-1)?.type, 'patch');
      assert.equal(outbox.hasShown('for old'), true);
      const { changes } = lastPatch();
      assert.deepEqual(
        changes.flatMap((change) => (change.op === 'state' ? change.state : [])),
        [{ earlier: 50 }],
        'one less than before',
      );
    });
  });

  describe('shown approvals', () => {
    it('are those of the last state that was sent', () => {
      outbox.snapshot();
      outbox.push([put(askingCard('c1'))]);
      assert.equal(outbox.hasShown('for c1'), false);
      clock.advance(30);
      assert.equal(outbox.hasShown('for c1'), true);
      outbox.push([put(createCard('c1').item)]);
      clock.advance(30);
      assert.equal(outbox.hasShown('for c1'), false);
    });

    it('are forgotten with the page', () => {
      items = [askingCard('c1')];
      outbox.snapshot();
      assert.equal(outbox.hasShown('for c1'), true);
      outbox.close();
      assert.equal(outbox.hasShown('for c1'), false);
    });

    it('are those of the chat in sight', () => {
      items = [askingCard('c1')];
      outbox.snapshot();
      items = [];
      outbox.snapshot();
      assert.equal(outbox.hasShown('for c1'), false);
    });
  });
});

describe('coalesce', () => {
  it('keeps the order in which items appeared', () => {
    const changes = [put(user('a')), put(user('b')), put({ type: 'user', id: 'a', text: 'new' })];
    assert.deepEqual(
      coalesce(changes).map((change) => (change.op === 'item' ? change.item.id : '')),
      ['a', 'b'],
    );
  });

  it('adds growth to an item of the same burst', () => {
    const item = {
      type: 'assistant',
      id: 'm',
      text: 'a',
      thought: false,
      streaming: true,
    } as const;
    const [change] = coalesce([put(item), { op: 'append', id: 'm', text: 'b' }]);
    assert.deepEqual(change, put({ ...item, text: 'ab' }));
  });

  it('sends at most 8 KB of a tail', () => {
    const tail = { op: 'tail', id: 'c', text: 'x'.repeat(6000) } as const;
    const [change] = coalesce([tail, tail]);
    assert.equal(change?.op === 'tail' && change.text.length, 8192);
  });

  it('joins state, the later value wins', () => {
    const changes: PanelChange[] = [
      { op: 'state', state: { draft: 'a', model: 'm' } },
      { op: 'state', state: { draft: 'b' } },
    ];
    assert.deepEqual(coalesce(changes), [{ op: 'state', state: { draft: 'b', model: 'm' } }]);
  });
});
