import assert from 'node:assert/strict';
import { exactChange, ruleChoices } from '../../../../../src/host/approvals/rule-choices';
import { cardOfApproval, askOn } from '../../../../../src/host/panel/transcript/card-status';
import { pendingApproval } from '../approvals';

describe('the offers of "Always allow" on a card', () => {
  it('decision 66: exactly this change differs from a rule, and comes first', () => {
    const rule = { tool: 'core__edit', pattern: '/w/a.ts' };
    const { command: _, ...others } = pendingApproval().details;
    const details = { ...others, alwaysOffers: [[rule]], exactChange: 'd1' };
    const choices = [...exactChange(details, 'a.ts', 's1'), ...ruleChoices(details, 's1', false)];
    const pending = pendingApproval({ details, choices });
    const { always } = askOn(cardOfApproval(pending), pending, 0).item.approval ?? {};
    assert.deepEqual(always?.offers, [
      { offerId: 'change', rule: 'a.ts', scope: 'change' },
      { offerId: 'session-0', rule: '/w/a.ts', scope: 'session' },
      { offerId: 'user-0', rule: '/w/a.ts', scope: 'user' },
    ]);
  });
});
