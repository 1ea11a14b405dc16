import assert from 'node:assert/strict';
import { PendingApprovals } from '../../../../src/host/approvals/pending';
import { ruleChoices } from '../../../../src/host/approvals/rule-choices';
import { createApprovalToasts } from '../../../../src/host/approvals/toasts';
import { createFakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { bashItem, editItem } from './items';

interface Toast {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly click: (button: string | undefined) => Promise<void>;
}

async function click(toast: Toast | undefined, button: string | undefined): Promise<void> {
  assert.ok(toast !== undefined);
  await toast.click(button);
}

function setUp() {
  const pending = new PendingApprovals({
    ids: createFakeIds(),
    clock: createFakeClock(),
    timeoutMs: () => 0,
  });
  const toasts: Toast[] = [];
  const done: string[] = [];
  const record = (what: string) => (approvalId: string) => {
    done.push(`${what} ${approvalId}`);
    return Promise.resolve();
  };
  createApprovalToasts({
    pending,
    actions: {
      allow: (id) => void record('allow')(id),
      deny: (id) => void record('deny')(id),
      always: record('always'),
    },
    review: record('review'),
    reviewAll: () => record('review')('all'),
    hide: () => void done.push('hide'),
    show: (text, buttons) =>
      new Promise((resolve) => {
        toasts.push({
          text,
          buttons,
          click: async (button) => {
            resolve(button);
            await new Promise(setImmediate);
          },
        });
      }),
  });
  const add = (command: string, rules = [{ tool: 'bash', pattern: command }]) => {
    const item = bashItem(command, { alwaysOffers: rules.map((rule) => [rule]) });
    void pending.add({ ...item, toolCallId: `call of ${command}` });
  };
  return { pending, toasts, done, add };
}

describe('createApprovalToasts', () => {
  it('shows one notification for an item, with its exact command', () => {
    const { toasts, add } = setUp();
    add('npm test');
    assert.deepEqual(
      toasts.map(({ text, buttons }) => ({ text, buttons })),
      [
        {
          text: 'Gatehouse wants to run npm test',
          buttons: ['Allow once', 'Always allow…', 'Deny'],
        },
      ],
    );
  });

  it('offers no "Always allow…" where no rule may be saved', () => {
    const { toasts, add } = setUp();
    add('npm test', []);
    assert.deepEqual(toasts[0]?.buttons, ['Allow once', 'Deny']);
  });

  it('suggests "Review…" for a change of a file, whose content a notification cannot show', () => {
    const { pending, toasts } = setUp();
    const { approvalId: _id, ...item } = editItem('/repo/a.ts');
    const rules = [{ tool: 'edit', pattern: '/repo/a.ts' }];
    const details = { ...item.details, alwaysOffers: [rules] };
    void pending.add({ ...item, details, choices: ruleChoices(details, 's1', true) });
    assert.deepEqual(toasts[0]?.buttons, ['Review…', 'Allow once', 'Deny']);
  });

  it('suggests "Review…" for an address that may carry data away', () => {
    const { pending, toasts } = setUp();
    const { approvalId: _id, ...item } = bashItem('x');
    const address = { url: 'https://x.example/?a', host: 'x.example' };
    const web = [{ ...address, origin: { from: 'model' }, mayCarryData: true }] as const;
    void pending.add({ ...item, details: { ...item.details, web: [...web] } });
    assert.deepEqual(toasts[0]?.buttons, ['Review…', 'Allow once', 'Deny']);
  });

  it('offers only "Review…" for a command of several lines', async () => {
    const { toasts, done, add } = setUp();
    add('a\nb');
    assert.deepEqual(toasts[0]?.buttons, ['Review…']);
    await click(toasts[0], 'Review…');
    assert.deepEqual(done, ['review id-1']);
  });

  const clicks: readonly (readonly [string, string])[] = [
    ['Allow once', 'allow id-1'],
    ['Deny', 'deny id-1'],
    ['Always allow…', 'always id-1'],
  ];
  for (const [button, expected] of clicks) {
    it(`does what "${button}" says, to its own item`, async () => {
      const { toasts, done, add } = setUp();
      add('npm test');
      await click(toasts[0], button);
      assert.deepEqual(done, [expected]);
    });
  }

  it('closing the notification is no answer: the item stays pending', async () => {
    const { pending, toasts, done, add } = setUp();
    add('npm test');
    await click(toasts[0], undefined);
    assert.deepEqual(done, []);
    assert.equal(pending.list().length, 1);
  });

  it('announces an item once, however often the list changes', () => {
    const { pending, toasts, add } = setUp();
    add('a');
    add('b');
    pending.answer('id-1', { answer: 'allow' });
    assert.equal(toasts.length, 2);
  });

  it('the same text twice is two notifications: VS Code would close the first', () => {
    const { toasts, add } = setUp();
    add('npm test');
    add('npm test');
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['Gatehouse wants to run npm test', 'Gatehouse wants to run npm test (2)'],
    );
  });

  it('more than two pending share one notification', async () => {
    const { toasts, done, add } = setUp();
    for (const command of ['a', 'b', 'c', 'd']) add(command);
    assert.equal(toasts.length, 3);
    assert.match(toasts[2]?.text ?? '', /needs 3 approvals/);
    assert.deepEqual(toasts[2]?.buttons, ['Review…']);
    await click(toasts[2], 'Review…');
    assert.deepEqual(done, ['review all']);
  });

  it('shows the shared notification again for new items once it was closed', async () => {
    const { toasts, add } = setUp();
    for (const command of ['a', 'b', 'c']) add(command);
    await click(toasts[2], undefined);
    add('d');
    assert.equal(toasts.length, 4);
    assert.notEqual(toasts[3]?.text, toasts[2]?.text);
  });

  it('hides what is left over once nothing waits, and not before', async () => {
    const { pending, toasts, done, add } = setUp();
    add('npm test');
    add('npm run build');
    const [first, second] = pending.list();
    assert.ok(first !== undefined && second !== undefined);
    pending.answer(first.approvalId, { answer: 'allow' });
    assert.deepEqual(done, []);
    pending.answer(second.approvalId, { answer: 'allow' });
    assert.deepEqual(done, ['hide']);
    await click(toasts[0], undefined);
  });

  it('hides nothing when the notification itself was the answer', async () => {
    const { pending, toasts, done, add } = setUp();
    add('npm test');
    const [item] = pending.list();
    assert.ok(item !== undefined);
    await click(toasts[0], undefined);
    pending.answer(item.approvalId, { answer: 'allow' });
    assert.deepEqual(done, []);
  });
});
