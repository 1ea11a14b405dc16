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
      assert.deepEqual([lastItems()[0]?.id, lastItems().at(-1)?.id], ['u50', 'u349']);
      assert.equal(earlier(), 50);
      outbox.showEarlier();
      assert.deepEqual([lastItems()[0]?.id, lastItems().at(-1)?.id], ['u0', 'u299']);
      assert.equal(earlier(), 0);
      outbox.showEarlier();
      clock.advance(100);
      assert.equal(sent.length, 3, 'what waited was part of the second');
    });

    describe('on a page that has no more than 300 items at a time', () => {
      const span = () => {
        const shown = lastItems().map(({ id }) => id);
        const { state } = sent.findLast((each) => each.type === 'snapshot') ?? {};
        return [shown[0], shown.at(-1), shown.length, state?.earlier, state?.later];
      };

      beforeEach(() => {
        items = Array.from({ length: 10_000 }, (_, at) => user(`u${at}`));
        outbox.snapshot();
      });

      it('gives up the newest for earlier ones, and the oldest for later ones', () => {
        assert.deepEqual(span(), ['u9800', 'u9999', 200, 9800, 0]);
        for (let times = 0; times < 4; times += 1) outbox.showEarlier();
        assert.deepEqual(span(), ['u9000', 'u9299', 300, 9000, 700]);
        outbox.showLater();
        assert.deepEqual(span(), ['u9200', 'u9499', 300, 9200, 500]);
        for (let times = 0; times < 3; times += 1) outbox.showLater();
        assert.deepEqual(span(), ['u9700', 'u9999', 300, 9700, 0]);
        outbox.showLater();
        outbox.showLatest();
        assert.equal(sent.length, 9, 'it has the newest');
        outbox.showEarlier();
        outbox.showLatest();
        assert.deepEqual(span(), ['u9800', 'u9999', 200, 9800, 0]);
        for (let times = 0; times < 100; times += 1) outbox.showEarlier();
        assert.deepEqual(span(), ['u0', 'u299', 300, 0, 9700]);
      });

      it('shows an item of any place with those around it', () => {
        outbox.reveal('u3000');
        const snapshot = sent.findLast((each) => each.type === 'snapshot');
        assert.deepEqual(
          [snapshot?.items[0]?.id, snapshot?.items.length, snapshot?.state.later],
          ['u2800', 300, 6900],
        );
        outbox.reveal('u9999');
        assert.deepEqual(sent.at(-1)?.type, 'reveal');
        assert.equal(sent.findLast((each) => each.type === 'snapshot')?.state.later, 0);
      });

      it('counts what is new behind it, and brings what asks', () => {
        outbox.reveal('u3000');
        const answer = { type: 'assistant', id: 'm', text: 'a', thought: false } as const;
        outbox.push([put({ ...answer, streaming: true })]);
        outbox.push([{ op: 'append', id: 'm', text: 'b' }]);
        clock.advance(30);
        assert.deepEqual(lastPatch().changes, [
          { op: 'state', state: { earlier: 2800, later: 6901 } },
        ]);
        outbox.push([put(askingCard('c1'))]);
        clock.advance(30);
        assert.equal(outbox.hasShown('for c1'), true);
        assert.deepEqual(
          lastPatch().changes.map(({ op }) => op),
          ['state', 'item'],
        );
      });

      it('goes to the newest with a message that the user sends', () => {
        outbox.reveal('u3000');
        items = [...items, user('new')];
        outbox.push([put(user('new'))]);
        assert.deepEqual(span(), ['u9801', 'new', 200, 9801, 0]);
        clock.advance(100);
        assert.equal(sent.at(-1)?.type, 'snapshot', 'which has it');
      });

      it('also when the chat grew beyond that on the page', () => {
        for (let at = 0; at < 101; at += 1) {
          const item = { ...createCard(`c${at}`).item, status: 'completed' } as const;
          items = [...items, item];
          outbox.push([put(item)]);
        }
        clock.advance(100);
        items = [...items, user('new')];
        outbox.push([put(user('new'))]);
        assert.equal(lastItems().length, 200);
      });
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
        [{ earlier: 50, later: 0 }],
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
