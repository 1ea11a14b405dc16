import assert from 'node:assert/strict';
import { createBackgroundCommands } from '../../../../src/host/background/background-commands';
import { createPendingApprovals } from '../../../../src/host/approvals/pending';
import { Chats } from '../../../../src/host/panel/chats';
import { createRequestHandler, type RequestDeps } from '../../../../src/host/panel/requests';
import { createFakeAgent } from '../../fakes/acp-agent';
import { createFakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { pendingApproval } from './approvals';

describe('createRequestHandler', () => {
  let done: string[];
  let warnings: string[];
  let pendingIds: readonly string[];
  let shownIds: readonly string[];
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
    warnings = [];
    pendingIds = ['a1'];
    shownIds = ['a1'];
    const clock = createFakeClock();
    const agent = createFakeAgent();
    const warn = (message: string) => void warnings.push(message);
    const chats = new Chats({
      agent: () => agent,
      approvals: createPendingApprovals({ ids: createFakeIds(), clock, timeoutMs: () => 0 }),
      background: createBackgroundCommands(clock),
      clock,
      modelId: () => '',
      cwd: () => '/w',
      onClosed: () => undefined,
      warn,
    });
    const deps: RequestDeps = {
      chats,
      approvals: {
        get: (approvalId) =>
          pendingIds.includes(approvalId) ? pendingApproval({ approvalId }) : undefined,
      },
      approvalActions: {
        allow: note('allow'),
        deny: note('deny'),
        always: noteAsync('always'),
        edit: noteAsync('edit'),
      },
      cardActions: {
        copy: noteAsync('copy'),
        openDiff: noteAsync('openDiff'),
        openLocation: noteAsync('openLocation'),
        showTerminal: note('showTerminal'),
        openOutput: noteAsync('openOutput'),
        openLink: noteAsync('openLink'),
      },
      commandActions: {
        show: note('showBackground'),
        stop: noteAsync('stopBackground'),
        giveInput: noteAsync('giveInput'),
      },
      isShown: (approvalId) => shownIds.includes(approvalId),
      ready: note('ready'),
      explain: note('explain'),
      rollBack: note('rollBack'),
      pickModel: note('pickModel'),
      openView: note('openView'),
      openFolder: note('openFolder'),
      manageTrust: note('manageTrust'),
      warn,
    };
    handle = createRequestHandler(deps);
  });

  it('does what the page asks', async () => {
    await handle({ type: 'ready' });
    await handle({ type: 'openDiff', itemId: 'c1', index: 0 });
    await handle({ type: 'explain', itemId: 'c1' });
    await handle({ type: 'giveInput', itemId: 'c1' });
    await handle({ type: 'rollBack', itemId: 'c1' });
    await handle({ type: 'showBackground', commandId: 'bg1' });
    await handle({ type: 'stopBackground', commandId: 'bg1' });
    await handle({ type: 'command', command: 'manageTrust' });
    assert.deepEqual(done, [
      'ready',
      'openDiff c1 0',
      'explain c1',
      'giveInput c1',
      'rollBack c1',
      'showBackground bg1',
      'stopBackground bg1',
      'manageTrust',
    ]);
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
    ['a rule in an answer', { type: 'answer', approvalId: 'a1', answer: { rule: '*' } }],
    ['a text of over 1 MB', { type: 'copy', text: 'x'.repeat(1_000_001) }],
  ];
  for (const [name, message] of malformed) {
    it(`ignores ${name}, and logs it`, async () => {
      await handle(message);
      assert.deepEqual(done, []);
      assert.equal(warnings.length, 1);
    });
  }

  describe('answers', () => {
    function answer(more: object): Promise<void> {
      return handle({ type: 'answer', approvalId: 'a1', ...more });
    }

    it('go to the actions when the approval is pending and shown', async () => {
      await answer({ answer: 'allow' });
      await answer({ answer: 'deny', reason: ' use git clean ' });
      await answer({ answer: 'deny', reason: ' ' });
      await answer({ answer: 'always' });
      await answer({ answer: 'edit' });
      assert.deepEqual(done, [
        'allow a1',
        'deny a1 use git clean',
        'deny a1',
        'always a1',
        'edit a1',
      ]);
    });

    it('DESIGN 6: count only for what is shown in a visible view', async () => {
      shownIds = [];
      await answer({ answer: 'allow' });
      assert.deepEqual(done, []);
      assert.equal(warnings.length, 1);
    });

    it('that come too late reach the actions, which say so', async () => {
      pendingIds = [];
      await answer({ answer: 'allow' });
      assert.deepEqual(done, ['allow a1']);
    });
  });
});
