import assert from 'node:assert/strict';
import { effect } from '@preact/signals';
import type {
  CallItem,
  ChangedFileItem,
  NoticeItem,
  PanelState,
  TranscriptItem,
} from '../../../../src/core/contracts/panel/state';
import type { PanelRequest } from '../../../../src/core/contracts/panel/requests';
import { PanelStore } from '../../../../webview/state/panel-store';

const state: PanelState = {
  chats: [{ id: 'chat-1', title: 'New chat', running: true, pending: 0 }],
  activeChat: 'chat-1',
  draft: 'kept',
  draftCount: 1,
  queued: [],
  model: 'm',
  wantsModel: false,
  permission: 'rules',
  replay: false,
  replayPrompt: '',
  hasFolder: true,
  trusted: true,
  background: [],
  changes: [],
  attachments: [],
  history: null,
  earlier: 0,
};

const message = {
  type: 'assistant',
  id: 'm',
  text: 'a',
  thought: false,
  streaming: true,
} as const;

function card(more: Partial<CallItem> = {}): CallItem {
  return {
    type: 'call',
    id: 'c1',
    tool: 'bash',
    kind: 'execute',
    origin: 'model',
    title: 'npm test',
    status: 'running',
    argsJson: '{}',
    tail: '',
    text: '',
    textCut: false,
    diffs: [],
    locations: [],
    warnings: [],
    ...more,
  };
}

describe('PanelStore', () => {
  let posted: PanelRequest[];
  let store: PanelStore;
  beforeEach(() => {
    posted = [];
    store = new PanelStore((request) => void posted.push(request));
    store.receive({ type: 'snapshot', seq: 1, state, items: [message] });
  });

  it('shows a snapshot with its draft', () => {
    assert.deepEqual(store.order.value, ['m']);
    assert.equal(store.draft.value.text, 'kept');
    assert.deepEqual(posted, []);
  });

  it('applies patches in order', () => {
    store.receive({
      type: 'patch',
      seq: 2,
      changes: [
        { op: 'append', id: 'm', text: 'b' },
        { op: 'item', item: card() },
        { op: 'tail', id: 'c1', text: 'x'.repeat(9000) },
        { op: 'state', state: { model: 'other' } },
      ],
    });
    const item = store.item('c1');
    assert.ok(item?.type === 'call');
    assert.equal(item.tail.length, 8192);
    assert.deepEqual(store.item('m'), { ...message, text: 'ab' });
    assert.equal(store.state.value?.model, 'other');
    assert.deepEqual(store.order.value, ['m', 'c1']);
  });

  it('changes only the growing item', () => {
    const order = store.order.value;
    store.receive({ type: 'patch', seq: 2, changes: [{ op: 'append', id: 'm', text: 'b' }] });
    assert.equal(store.order.value, order);
  });

  it('requests a snapshot once when a message is missing, and ignores the rest until then', () => {
    store.receive({ type: 'patch', seq: 3, changes: [{ op: 'append', id: 'm', text: 'lost' }] });
    store.receive({ type: 'patch', seq: 4, changes: [{ op: 'append', id: 'm', text: 'lost' }] });
    assert.deepEqual(posted, [{ type: 'ready' }]);
    assert.deepEqual(store.item('m'), message);
    store.receive({ type: 'snapshot', seq: 9, state, items: [] });
    store.receive({ type: 'patch', seq: 10, changes: [{ op: 'item', item: card() }] });
    assert.deepEqual(store.order.value, ['c1']);
  });

  it('notifies components of a replaced item in a new snapshot', () => {
    const shown: unknown[] = [];
    const stop = effect(() => void shown.push(store.item('m')));
    const next = { ...message, text: 'b' };
    store.receive({ type: 'snapshot', seq: 2, state, items: [card(), next] });
    stop();
    assert.deepEqual(shown, [message, next]);
    assert.deepEqual(store.order.value, ['c1', 'm']);
    store.receive({ type: 'snapshot', seq: 3, state, items: [card()] });
    assert.equal(store.item('m'), undefined);
  });

  it('ignores unknown items', () => {
    store.receive({ type: 'patch', seq: 2, changes: [{ op: 'append', id: 'gone', text: 'x' }] });
    assert.deepEqual(store.order.value, ['m']);
  });

  it("keeps the user's draft when the host changes other state", () => {
    const { count } = store.draft.value;
    store.receive({
      type: 'patch',
      seq: 2,
      changes: [{ op: 'state', state: { queued: [{ queuedId: 'chat-1/1', text: 'q' }] } }],
    });
    assert.equal(store.draft.value.count, count);
    store.receive({ type: 'patch', seq: 3, changes: [{ op: 'state', state: { draft: 'new' } }] });
    assert.deepEqual(store.draft.value, { count: count + 1, text: 'new' });
  });

  it('keeps what the user types while the host sends the chat again, until it changes the draft', () => {
    const { count } = store.draft.value;
    const older = { ...state, draft: 'kep' };
    store.receive({ type: 'snapshot', seq: 2, state: older, items: [message] });
    assert.equal(store.draft.value.count, count);
    const changed = { ...state, draft: 'back from the queue', draftCount: 2 };
    store.receive({ type: 'snapshot', seq: 3, state: changed, items: [message] });
    assert.deepEqual(store.draft.value, { count: count + 1, text: 'back from the queue' });
    const other = { ...changed, activeChat: 'chat-2', draft: 'of the other chat' };
    store.receive({ type: 'snapshot', seq: 4, state: other, items: [] });
    assert.equal(store.draft.value.text, 'of the other chat');
  });

  it('takes text and focus from the host', () => {
    store.receive({ type: 'insert', seq: 2, text: 'selection' });
    store.receive({ type: 'focus', seq: 3 });
    assert.equal(store.insertion.value.text, 'selection');
    assert.equal(store.focusCount.value, 1);
  });

  it("keeps the host's suggestions", () => {
    const items = [{ type: 'command', name: '/status', detail: '' }] as const;
    store.receive({ type: 'suggestions', seq: 2, query: '/s', items });
    assert.deepEqual(store.suggestions.value.items, items);
    assert.equal(store.suggestions.value.query, '/s');
  });

  describe('announcements', () => {
    function change(item: TranscriptItem, seq: number): void {
      store.receive({ type: 'patch', seq, changes: [{ op: 'item', item }] });
    }

    it('say that an approval is needed, once', () => {
      const approval = {
        approvalId: 'a1',
        action: 'run npm test',
        diffs: [],
        notes: [],
        deletes: [],
        reads: [],
        writes: [],
        reasons: [],
      };
      change(card({ status: 'asking', approval }), 2);
      assert.equal(
        store.announcement.value,
        'Approval needed: run npm test. Press Alt+A to go there.',
      );
      store.announcement.value = '';
      change(card({ status: 'asking', approval, title: 'npm test again' }), 3);
      assert.equal(store.announcement.value, '');
    });

    it('announce once that a command waits for input, and that it ended in the background', () => {
      change(card({ status: 'running', waitsForInput: true }), 2);
      assert.equal(store.announcement.value, 'Waiting for input: npm test');
      store.announcement.value = '';
      change(card({ status: 'running', waitsForInput: true, tail: 'x' }), 3);
      assert.equal(store.announcement.value, '');
      const input = { line: 'Found 3 files.', question: 'Delete them?' };
      change(card({ status: 'running', waitsForInput: true, input }), 4);
      assert.equal(store.announcement.value, 'Waiting for input: npm test. Delete them?');
      change(card({ status: 'failed', ranInBackground: true }), 5);
      assert.equal(store.announcement.value, 'Ended in the background: npm test');
    });

    it('say that a call has failed, and that the reply is finished', () => {
      change(card({ status: 'failed', ending: 'failed' }), 2);
      assert.equal(store.announcement.value, 'Failed: npm test');
      const chats = [{ id: 'chat-1', title: 'New chat', running: false, pending: 0 }];
      store.receive({ type: 'patch', seq: 3, changes: [{ op: 'state', state: { chats } }] });
      assert.equal(store.announcement.value, 'Reply finished.');
    });

    it('do not say that a reply is finished that ended with a notice, and read no Markdown', () => {
      const text = '**Usage** | of `m`\n\n| Tokens | |\n| --- | ---: |\n| Last turn | 9.4k |';
      change({ type: 'notice', id: 'n', level: 'error', text }, 2);
      assert.equal(store.announcement.value, 'Error: Usage | of m\nTokens.\nLast turn, 9.4k.');
      const chats = [{ id: 'chat-1', title: 'New chat', running: false, pending: 0 }];
      store.announcement.value = '';
      store.receive({ type: 'patch', seq: 3, changes: [{ op: 'state', state: { chats } }] });
      assert.equal(store.announcement.value, '');
    });

    it('read the first sentence of a reply, or all of it, as the setting says', () => {
      const text = 'The **bug** was in `totalOf`. It is fixed.';
      change({ type: 'assistant', id: 'r', text, thought: false, streaming: false }, 2);
      const turn = (running: boolean, seq: number, announceReplies: 'firstSentence' | 'all') => {
        const chats = [{ id: 'chat-1', title: 'New chat', running, pending: 0 }];
        const state = { chats, announceReplies };
        store.receive({ type: 'patch', seq, changes: [{ op: 'state', state }] });
      };
      turn(false, 3, 'firstSentence');
      assert.equal(store.announcement.value, 'Reply finished. The bug was in totalOf.');
      turn(true, 4, 'all');
      turn(false, 5, 'all');
      assert.equal(
        store.announcement.value,
        'Reply finished. The bug was in totalOf. It is fixed.',
      );
    });

    it('say each time that a call is tried again, and how many messages are queued', () => {
      change(card({ retry: { attempt: 2, of: 3 } }), 2);
      assert.equal(store.announcement.value, 'Retrying (2 of 3): npm test');
      change(card({ retry: { attempt: 3, of: 3 } }), 3);
      assert.equal(store.announcement.value, 'Retrying (3 of 3): npm test');
      store.receive({
        type: 'patch',
        seq: 4,
        changes: [{ op: 'state', state: { queued: [{ queuedId: 'chat-1/1', text: 'q' }] } }],
      });
      assert.equal(store.announcement.value, '1 message queued.');
      const chats = [{ id: 'chat-1', title: 'New chat', running: false, pending: 0 }];
      const both = { chats, queued: [] };
      store.receive({ type: 'patch', seq: 5, changes: [{ op: 'state', state: both }] });
      assert.equal(store.announcement.value, 'Reply finished. 0 messages queued.');
    });

    it('announce the number of changed files, and an undone call, once', () => {
      const changed = { changeId: '1', name: 'a', folder: '', kind: 'changed' } as const;
      const put = (seq: number, ...changes: readonly ChangedFileItem[]) =>
        store.receive({ type: 'patch', seq, changes: [{ op: 'state', state: { changes } }] });
      put(2, { ...changed, isFolder: false });
      assert.equal(store.announcement.value, '1 file changed.');
      store.announcement.value = '';
      put(3, { ...changed, isFolder: false, added: 3 });
      assert.equal(store.announcement.value, '');
      put(4);
      assert.equal(store.announcement.value, 'No changed files left.');
      change(card({ status: 'completed', undo: 'offered' }), 5);
      change(card({ status: 'completed', undo: 'undone' }), 6);
      assert.equal(store.announcement.value, 'Undone: npm test');
    });

    it('announce another permission level', () => {
      const state = { permission: 'edits' } as const;
      store.receive({ type: 'patch', seq: 2, changes: [{ op: 'state', state }] });
      assert.equal(store.announcement.value, 'The permission level is now: Edits run.');
    });

    it('keep all events of a message', () => {
      const approval = {
        ...{ approvalId: 'a', action: 'run npm test' },
        ...{ diffs: [], notes: [], deletes: [], reads: [], writes: [], reasons: [] },
      };
      const queued = [{ queuedId: 'q', text: 'q' }];
      store.receive({
        type: 'patch',
        seq: 2,
        changes: [
          { op: 'item', item: card({ status: 'asking', approval }) },
          { op: 'state', state: { queued } },
        ],
      });
      assert.equal(
        store.announcement.value,
        'Approval needed: run npm test. Press Alt+A to go there.\n1 message queued.',
      );
    });

    it('announce that a notice waits, and its outcome', () => {
      const wait = { type: 'notice', id: 'n', level: 'warning', text: 'Busy.' } as const;
      const put = (seq: number, item: NoticeItem) =>
        store.receive({ type: 'patch', seq, changes: [{ op: 'item', item }] });
      put(2, { ...wait, waitUntil: 5000 });
      assert.equal(store.announcement.value, 'Warning: Busy. Waiting to retry.');
      store.announcement.value = '';
      put(3, wait);
      assert.equal(store.announcement.value, '');
      put(4, { ...wait, level: 'error', text: 'Gone.', action: 'retry' });
      assert.equal(store.announcement.value, 'Error: Gone.');
    });

    it('read notices, but not streaming text', () => {
      store.receive({ type: 'patch', seq: 2, changes: [{ op: 'append', id: 'm', text: 'b' }] });
      assert.equal(store.announcement.value, '');
      const item = { type: 'notice', id: 'n', level: 'error', text: 'No model.' } as const;
      store.receive({ type: 'patch', seq: 3, changes: [{ op: 'item', item }] });
      assert.equal(store.announcement.value, 'Error: No model.');
    });
  });
});
