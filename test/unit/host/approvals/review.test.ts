import assert from 'node:assert/strict';
import {
  createApprovalReview,
  type ReviewLine,
  type ReviewViews,
} from '../../../../src/host/approvals/review';
import type { PendingApproval } from '../../../../src/host/approvals/types';
import { bashItem, editItem } from './items';

/** Answers each quick pick with the line of the next label; no more labels backs out. */
function setUp(items: readonly PendingApproval[], labels: readonly string[], reason?: string) {
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
    showCard: (item) => Promise.resolve(void done.push(`card ${item.approvalId}`)),
    inform: (text) => void done.push(text),
  };
  const review = createApprovalReview({
    pending: { list: () => items, get: (id) => items.find((item) => item.approvalId === id) },
    actions: {
      allow: (id) => void done.push(`allow ${id}`),
      deny: (id, why) => void done.push(`deny ${id} ${why ?? ''}`.trim()),
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
      const { review, done } = setUp([bashItem('npm test')], [label], 'too slow');
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

  it('comes back to the answers after the whole text', async () => {
    const { review, done } = setUp([bashItem('ls')], ['Show the whole text', 'Deny']);
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
      ['edit: /repo/a.ts', 'Allow once'],
    );
    await review.all();
    assert.deepEqual(done, ['allow a2']);
    assert.deepEqual(
      picks[0]?.map(({ label, detail }) => [label, detail]),
      [
        ['bash: echo \\$(id)', 'in /repo · no rule matches'],
        ['edit: /repo/a.ts', 'no rule matches'],
      ],
    );
  });

  it('says so when nothing waits', async () => {
    const { review, done } = setUp([], []);
    await review.all();
    assert.match(done[0] ?? '', /no approval waits/);
  });
});
