import assert from 'node:assert/strict';
import {
  createApprovalReview,
  type ReviewLine,
  type ReviewViews,
} from '../../../../src/host/approvals/review';
import { type PendingApproval, PendingApprovals } from '../../../../src/host/approvals/pending';
import { createFakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { bashItem, editItem } from './items';

/** Answers each quick pick with the line of the next label; no more labels backs out. */
function setUp(
  items: readonly PendingApproval[],
  labels: readonly string[],
  { reason, hasCard = true }: { readonly reason?: string; readonly hasCard?: boolean } = {},
) {
  const left = [...labels];
  const done: string[] = [];
  const picks: (readonly ReviewLine<unknown>[])[] = [];
  const views: ReviewViews = {
    pick: (_, __, lines) => {
      picks.push(lines);
      const label = left.shift();
      return Promise.resolve(lines.find((line) => line.label === label)?.value);
    },
    askReason: () => Promise.resolve(reason),
    showText: (title) => Promise.resolve(void done.push(`text ${title}`)),
    showChange: (item) => Promise.resolve(void done.push(`change ${item.approvalId}`)),
    showCard: (item) => {
      if (hasCard) done.push(`card ${item.approvalId}`);
      return Promise.resolve(hasCard);
    },
    inform: (text) => void done.push(text),
  };
  const review = createApprovalReview({
    pending: {
      list: () => items,
      get: (id) => items.find((item) => item.approvalId === id),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    actions: {
      allow: (id) => void done.push(`allow ${id}`),
      deny: (id, why) => void done.push(`deny ${id} ${why ?? ''}`.trim()),
      allowTogether: (ids) => void done.push(`allow ${ids.join()}`),
      always: (id) => Promise.resolve(void done.push(`always ${id}`)),
      edit: (id) => Promise.resolve(void done.push(`edit ${id}`)),
    },
    views,
  });
  return { review, done, picks };
}

describe('createApprovalReview', () => {
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['Allow once', ['allow a1']],
    ['Deny', ['deny a1']],
    ['Deny with a reason…', ['deny a1 too slow']],
    ['Always allow…', ['always a1']],
    ['Edit…', ['edit a1']],
    ['Show in the panel', ['card a1']],
  ];
  for (const [label, expected] of steps) {
    it(`does what "${label}" says`, async () => {
      const { review, done } = setUp([bashItem('npm test')], [label], {
        reason: 'too slow',
      });
      await review.one('a1');
      assert.deepEqual(done, expected);
    });
  }

  it('backing out leaves the item pending', async () => {
    const { review, done } = setUp([bashItem('npm test')], []);
    await review.one('a1');
    assert.deepEqual(done, []);
  });

  it('shows the whole text of a long command before it offers an answer', async () => {
    const { review, done } = setUp([bashItem('a\nb')], ['Allow once']);
    await review.one('a1');
    assert.deepEqual(done, ['text Approval: bash', 'allow a1']);
  });

  describe('of a change', () => {
    const diffs = [{ path: '/repo/a.ts', oldText: 'a', newText: 'b' }];
    const change: PendingApproval = { ...editItem('/repo/a.ts'), diffs };

    it('shows the diff, and leaves the answer to the card', async () => {
      const { review, done, picks } = setUp([change], ['Allow once']);
      await review.one('a2');
      assert.deepEqual(done, ['change a2', 'card a2']);
      assert.deepEqual(picks, []);
    });

    it('asks itself when the card is gone', async () => {
      const { review, done } = setUp([change], ['Allow once'], { hasCard: false });
      await review.one('a2');
      assert.deepEqual(done, ['change a2', 'allow a2']);
    });

    it('asks itself when characters may mislead, because the card then only leads here', async () => {
      const argsJson = JSON.stringify({ path: 'a.ts', new: 'a\u202Eb' });
      const details = { ...change.details, argsJson };
      const { review, done } = setUp([{ ...change, details }], ['Deny']);
      await review.one('a2');
      assert.deepEqual(done, ['change a2', 'deny a2']);
    });

    it('without a diff shows its arguments', async () => {
      const { review, done } = setUp([editItem('/repo/a.ts')], ['Deny']);
      await review.one('a2');
      assert.deepEqual(done, ['text Approval: edit', 'deny a2']);
    });
  });

  it('says so when "Show in the panel" finds no chat', async () => {
    const { review, done } = setUp([bashItem('ls')], ['Show in the panel'], { hasCard: false });
    await review.one('a1');
    assert.match(done[0] ?? '', /no longer open/);
  });

  it('comes back to the answers after the whole text', async () => {
    const { review, done } = setUp([bashItem('ls')], ['Show full text', 'Deny']);
    await review.one('a1');
    assert.deepEqual(done, ['text Approval: bash', 'deny a1']);
  });

  it('says so when the item was answered', async () => {
    const { review, done } = setUp([], []);
    await review.one('a1');
    assert.match(done[0] ?? '', /already answered/);
  });

  it('lists exact command, folder and paths, then reviews the chosen one', async () => {
    const { review, done, picks } = setUp(
      [bashItem('echo $(id)'), editItem('/repo/a.ts')],
      ['edit a.ts', 'Allow once'],
    );
    await review.all();
    assert.deepEqual(done, ['text Approval: edit', 'allow a2']);
    assert.deepEqual(
      picks[0]?.map(({ label, detail }) => [label, detail]),
      [
        ['run echo \\$(id)', 'no rule matches'],
        ['edit a.ts', 'no rule matches'],
      ],
    );
  });

  it('says so when nothing waits', async () => {
    const { review, done } = setUp([], []);
    await review.all();
    assert.match(done[0] ?? '', /no pending approvals/);
  });
});

describe('a review that is open', () => {
  function open() {
    const pending = new PendingApprovals({
      ids: createFakeIds(),
      clock: createFakeClock(),
      timeoutMs: () => 0,
    });
    const shown: string[] = [];
    const told: string[] = [];
    let onShown: () => void = () => undefined;
    /** Never answers by itself; closes when it is told to. */
    const views: ReviewViews = {
      pick: (title, _, lines, signal) =>
        new Promise((resolve) => {
          shown.push(`${title}: ${lines.length}`);
          onShown();
          signal.addEventListener('abort', () => resolve(undefined));
        }),
      askReason: () => Promise.resolve(undefined),
      showText: () => Promise.resolve(),
      showChange: () => Promise.resolve(),
      showCard: () => Promise.resolve(true),
      inform: (text) => void told.push(text),
    };
    const none = () => Promise.resolve();
    const actions = { allow: none, deny: none, allowTogether: none, always: none, edit: none };
    const review = createApprovalReview({ pending, actions, views });
    const add = (toolCallId: string) =>
      void pending.add({ ...bashItem('ls'), toolCallId, sessionId: 's1' });
    const nextShown = () => new Promise<void>((resolve) => (onShown = resolve));
    return { pending, review, add, shown, told, nextShown };
  }

  it('closes and says so when its call continues without the user', async () => {
    const { pending, review, add, told } = open();
    add('c1');
    const reviewed = review.one('id-1');
    pending.cancelCall('s1', 'c1');
    await reviewed;
    assert.match(told[0] ?? '', /already answered/);
  });

  it('stays open when another call is answered', () => {
    const { pending, review, add, shown, told } = open();
    add('c1');
    add('c2');
    void review.one('id-1');
    pending.cancelCall('s1', 'c2');
    assert.deepEqual(shown.length, 1);
    assert.deepEqual(told, []);
  });

  it('shows the list again when it changes, until nothing waits', async () => {
    const { pending, review, add, shown, told, nextShown } = open();
    add('c1');
    const reviewed = review.all();
    const again = nextShown();
    add('c2');
    await again;
    pending.cancelSession('s1');
    await reviewed;
    assert.deepEqual(shown, ['Pending approvals: 1', 'Pending approvals: 2']);
    assert.match(told[0] ?? '', /no pending approvals/);
  });
});
