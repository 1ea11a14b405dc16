import assert from 'node:assert/strict';
import { questionOf } from '../../../../webview/cards/approval';
import type { CardApproval } from '../../../../src/core/contracts/panel/state';

const part = { text: 'ls', verdict: 'ask', reason: '', hazards: [] } as const;

function question(more: Partial<CardApproval>): string {
  return questionOf({
    ...{ approvalId: 'a', action: 'delete README.md' },
    ...{ diffs: [], notes: [], deletes: [], reads: [], writes: [], reasons: [] },
    ...more,
  });
}

describe('the question of an approval', () => {
  it('names what is done to which file', () => {
    assert.equal(question({}), 'Delete README.md?');
  });

  it('leaves a path as it is where a language puts it first', () => {
    assert.equal(question({ action: 'docs/a.md löschen' }), 'docs/a.md löschen?');
  });

  it('counts the commands of a line, which the card shows in full', () => {
    assert.equal(question({ command: 'ls' }), 'Run this command?');
    assert.equal(question({ command: 'ls && ls', parts: [part, part] }), 'Run these 2 commands?');
  });

  it('is cut when it is too long for a heading', () => {
    assert.ok(question({ action: `edit ${'x'.repeat(1000)}` }).length < 310);
  });
});
