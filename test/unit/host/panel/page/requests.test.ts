import assert from 'node:assert/strict';
import type { PanelHandlers } from '../../../../../src/core/contracts/panel/requests';
import { answerRequests } from '../../../../../src/host/panel/cards/answer-requests';
import { changeRequests } from '../../../../../src/host/panel/changes/change-actions';
import { ChatDirectory } from '../../../../../src/host/panel/chat/chat-directory';
import { ChatList } from '../../../../../src/host/panel/chat/chat-list';
import { chatRequests } from '../../../../../src/host/panel/chat/chat-requests';
import { historyRequests } from '../../../../../src/host/panel/history/panel-history';
import { createRequestHandler } from '../../../../../src/host/panel/page/requests';
import { createFakeChatDeps } from '../../../fakes/chat-deps';
import { pendingApproval } from '../approvals';

describe('createRequestHandler', () => {
  let done: string[];
  let warnings: string[];
  let told: string[];
  let pendingIds: readonly string[];
  let shownIds: readonly string[];
  let command = 'rm -rf dist';
  let isRoutine = false;
  let made: PanelHandlers;
  let handle: (message: unknown) => Promise<void>;

  function note(name: string) {
    return (...args: readonly unknown[]) => {
      done.push([name, ...args].join(' '));
    };
  }

  function noteAsync(name: string) {
    const sync = note(name);
    return (...args: readonly unknown[]) => {
      sync(...args);
      return Promise.resolve();
    };
  }

  beforeEach(() => {
    done = [];
    pendingIds = ['a1'];
    shownIds = ['a1'];
    const fake = createFakeChatDeps({ model: () => ({ id: '' }) });
    const { reports } = fake.deps;
    told = fake.told;
    warnings = fake.warnings;
    const chats = new ChatList(new ChatDirectory(reports.warn), fake.deps);
    made = {
      ...chatRequests({
        chats,
        context: {
          attach: noteAsync('attach'),
          attachImage: note('attachImage'),
        },
        edits: { edit: (_chat, ...message) => noteAsync('edit')(...message) },
        openView: note('openView'),
        reports,
      }),
      showImage: note('showImage'),
      findFiles: note('findFiles'),
      openFile: note('openFile'),
      insertCode: note('insertCode'),
      applyCode: note('applyCode'),
      ...historyRequests(
        {
          open: note('openHistory'),
          close: note('closeHistory'),
          search: note('searchHistory'),
          more: note('moreHistory'),
        },
        {
          open: noteAsync('openStored'),
          rename: noteAsync('renameStored'),
          export: noteAsync('exportStored'),
          delete: noteAsync('deleteStored'),
        },
      ),
      ...changeRequests({
        openDiff: noteAsync('openDiff'),
        openChange: noteAsync('openChange'),
        undoCall: noteAsync('undoCall'),
        keepChange: noteAsync('keepChange'),
        undoChange: noteAsync('undoChange'),
      }),
      copy: ({ text }) => note('copy')(text),
      openLocation: ({ itemId, index }) => note('openLocation')(itemId, index),
      showTerminal: ({ itemId }) => note('showTerminal')(itemId),
      openOutput: ({ itemId }) => note('openOutput')(itemId),
      openLink: ({ url }) => note('openLink')(url),
      showBackground: ({ commandId }) => note('showBackground')(commandId),
      stopBackground: ({ commandId }) => noteAsync('stopBackground')(commandId),
      giveInput: ({ itemId }) => note('giveInput')(itemId),
      showRaw: ({ itemId, isRaw }) => note('showRaw')(itemId, isRaw),
      showRepeated: ({ itemId }) => note('showRepeated')(itemId),
      explain: ({ itemId }) => note('explain')(itemId),
      ...answerRequests({
        pending: {
          get: (approvalId) =>
            pendingIds.includes(approvalId)
              ? pendingApproval({
                  approvalId,
                  details: { ...pendingApproval().details, command, isRoutine },
                })
              : undefined,
        },
        actions: {
          allow: note('allow'),
          deny: note('deny'),
          allowTogether: (ids) => note('together')(...ids),
          always: noteAsync('always'),
          edit: noteAsync('edit'),
        },
        review: { one: noteAsync('review') },
        isShown: (approvalId) => shownIds.includes(approvalId),
        warn: reports.warn,
      }),
      ready: () => note('ready')(),
      suggest: ({ query }) => note('suggest')(query),
      showLater: note('showLater'),
      showLatest: note('showLatest'),
      showEarlier: () => note('showEarlier')(),
      getModel: () => undefined,
      pickModel: () => note('pickModel')(),
      pickPermission: () => note('pickPermission')(),
      command: ({ command }) => note(command)(),
    };
    handle = createRequestHandler(made, reports);
  });

  it('does what the page asks', async () => {
    await handle({ type: 'ready' });
    await handle({ type: 'openDiff', itemId: 'c1', index: 0 });
    await handle({ type: 'explain', itemId: 'c1' });
    await handle({ type: 'giveInput', itemId: 'c1' });
    await handle({ type: 'showRaw', itemId: 'c1', isRaw: true });
    await handle({ type: 'showRepeated', itemId: 'c1' });
    await handle({ type: 'undoCall', itemId: 'c1' });
    await handle({ type: 'openChange', changeId: 'f1' });
    await handle({ type: 'keepChange', changeId: 'f1' });
    await handle({ type: 'undoChange' });
    await handle({ type: 'showBackground', commandId: 'bg1' });
    await handle({ type: 'stopBackground', commandId: 'bg1' });
    await handle({ type: 'attach', kind: 'file', path: '/w/a.ts' });
    await handle({ type: 'attach', kind: 'problems' });
    await handle({ type: 'attachImage', mediaType: 'image/png', data: 'iVBORw0KGgo=' });
    await handle({ type: 'suggest', query: '@car' });
    await handle({ type: 'editMessage', itemId: '#1', text: 'better' });
    await handle({ type: 'openHistory' });
    await handle({ type: 'searchHistory', query: 'cart' });
    await handle({ type: 'moreHistory' });
    await handle({ type: 'openStored', historyId: 'h1' });
    await handle({ type: 'renameStored', historyId: 'h1', title: 'Cart' });
    await handle({ type: 'exportStored', historyId: 'h1' });
    await handle({ type: 'deleteStored', historyId: 'h1' });
    await handle({ type: 'closeHistory' });
    await handle({ type: 'showEarlier' });
    await handle({ type: 'command', command: 'manageTrust' });
    assert.deepEqual(done, [
      'ready',
      'openDiff c1 0',
      'explain c1',
      'giveInput c1',
      'showRaw c1 true',
      'showRepeated c1',
      'undoCall c1',
      'openChange f1',
      'keepChange f1',
      'undoChange ',
      'showBackground bg1',
      'stopBackground bg1',
      'attach file /w/a.ts',
      'attach problems ',
      'attachImage iVBORw0KGgo=',
      'suggest @car',
      'edit #1 better',
      'openHistory',
      'searchHistory cart',
      'moreHistory',
      'openStored h1',
      'renameStored h1 Cart',
      'exportStored h1',
      'deleteStored h1',
      'closeHistory',
      'showEarlier',
      'manageTrust',
    ]);
  });

  it('logs an action that fails, and goes on', async () => {
    const failing = createRequestHandler(
      { ...made, pickModel: () => Promise.reject(new Error('no')) },
      {
        notify: (message) => void told.push(message),
        warn: (message) => void warnings.push(message),
      },
    );
    await failing({ type: 'pickModel' });
    await failing({ type: 'ready' });
    assert.deepEqual(done, ['ready']);
    assert.equal(warnings.length, 1);
  });

  it('opens a view by its short name, and sends everything else', async () => {
    await handle({ type: 'send', text: ' /status ' });
    await handle({ type: 'send', text: '/audit' });
    assert.deepEqual(done, ['openView gatehouse.status', 'openView gatehouse.openAuditLog']);
    done = [];
    await handle({ type: 'send', text: '/status now' });
    await handle({ type: 'send', text: 'what is /status?' });
    assert.deepEqual(done, [], 'a message, whoever answers it');
  });

  const malformed: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['a text', 'stop'],
    ['an unknown type', { type: 'eval', code: '1' }],
    ['a command that is not offered', { type: 'command', command: 'workbench.action.quit' }],
    ['a negative index', { type: 'openDiff', itemId: 'c1', index: -1 }],
    ['arguments in an answer', { type: 'answer', approvalId: 'a1', answer: 'allow', args: '{}' }],
    ['arguments in a request to explain', { type: 'explain', itemId: 'c1', args: '{}' }],
    ['the text to give to a command', { type: 'giveInput', itemId: 'c1', text: 'yes' }],
    ['a path to undo', { type: 'undoChange', path: '/w/a.ts' }],
    ['several changes at once', { type: 'keepChange', changeId: ['f1', 'f2'] }],
    ['an undo that needs no question', { type: 'undoCall', itemId: 'c1', force: true }],
    ['a rule in an answer', { type: 'answer', approvalId: 'a1', answer: { rule: '*' } }],
    ['a rule to allow', { type: 'alwaysAllow', approvalId: 'a1', offerId: 'o1', pattern: '*' }],
    ['one approval together', { type: 'allowTogether', approvalIds: ['a1'] }],
    ['a scope to allow', { type: 'alwaysAllow', approvalId: 'a1', scope: 'user' }],
    ['a place in the queue', { type: 'sendNow', index: 0 }],
    ['a queued message without a name', { type: 'dropQueued', queuedId: '' }],
    ['a rule in a retry', { type: 'noticeAction', itemId: '#1', allow: '*' }],
    ['context with its content', { type: 'attach', kind: 'selection', text: 'all is well' }],
    ['a kind of context that nobody knows', { type: 'attach', kind: 'secrets' }],
    ['attachments in a message', { type: 'send', text: 'hi', attachments: [{ uri: 'file:///x' }] }],
    ['a model in an edited message', { type: 'editMessage', itemId: '#1', text: 'x', model: 'm' }],
    ['a query of over 200 characters', { type: 'suggest', query: `@${'x'.repeat(200)}` }],
    ['a text of over 1 MB', { type: 'copy', text: 'x'.repeat(1_000_001) }],
  ];
  for (const [name, message] of malformed) {
    it(`ignores ${name}, and logs it`, async () => {
      await handle(message);
      assert.deepEqual(done, []);
      assert.equal(warnings.length, 1);
    });
  }

  describe('an image that does not fit', () => {
    const images: readonly (readonly [string, object])[] = [
      ['is too large', { mediaType: 'image/png', data: 'A'.repeat(7_000_004) }],
      ['is no base64', { mediaType: 'image/png', data: 'data:image/png;base64,AAAA' }],
      ['is of a kind that no model takes', { mediaType: 'image/svg+xml', data: 'PHN2Zz4=' }],
    ];
    for (const [name, image] of images) {
      it(`is not dropped in silence when it ${name}`, async () => {
        await handle({ type: 'attachImage', ...image });
        assert.deepEqual(done, []);
        assert.equal(told.length, 1);
      });
    }
  });

  describe('answers', () => {
    it('to a call whose characters may mislead allow nothing before a review', async () => {
      command = 'cat p\u0430ss';
      for (const given of ['review', 'allow', 'deny']) await answer({ answer: given });
      await handle({ type: 'alwaysAllow', approvalId: 'a1', offerId: 'session-0' });
      command = 'rm -rf dist';
      assert.deepEqual(done, ['review a1', 'review a1', 'deny a1', 'review a1']);
    });

    function answer(more: object): Promise<void> {
      return handle({ type: 'answer', approvalId: 'a1', ...more });
    }

    it('go to the actions when the approval is pending and shown', async () => {
      await answer({ answer: 'allow' });
      await answer({ answer: 'deny', reason: ' use git clean ' });
      await answer({ answer: 'deny', reason: ' ' });
      await handle({ type: 'alwaysAllow', approvalId: 'a1', offerId: 'session-0' });
      await answer({ answer: 'edit' });
      assert.deepEqual(done, [
        'allow a1',
        'deny a1 use git clean',
        'deny a1',
        'always a1 session-0',
        'edit a1',
      ]);
    });

    it('by a key count only for a routine approval', async () => {
      for (const given of ['allow', 'deny']) await answer({ answer: given, byKey: true });
      assert.deepEqual(done, []);
      assert.equal(warnings.length, 2);
      isRoutine = true;
      await answer({ answer: 'allow', byKey: true });
      command = 'cat p\u0430ss';
      await answer({ answer: 'allow', byKey: true });
      command = 'rm -rf dist';
      isRoutine = false;
      assert.deepEqual(done, ['allow a1']);
    });

    it('for several at once count only if the panel shows each of them', async () => {
      const both = { type: 'allowTogether', approvalIds: ['a1', 'a2'] };
      pendingIds = shownIds = ['a1', 'a2'];
      await handle(both);
      shownIds = ['a1'];
      await handle(both);
      assert.deepEqual(done, ['together a1 a2']);
      assert.equal(warnings.length, 1);
    });

    it('decision page-isolation: count only for what is shown in a visible view', async () => {
      shownIds = [];
      await answer({ answer: 'allow' });
      await handle({ type: 'alwaysAllow', approvalId: 'a1', offerId: 'session-0' });
      assert.deepEqual(done, []);
      assert.equal(warnings.length, 2);
    });

    it('that come too late reach the actions, which say so', async () => {
      pendingIds = [];
      await answer({ answer: 'allow' });
      assert.deepEqual(done, ['allow a1']);
    });
  });
});
