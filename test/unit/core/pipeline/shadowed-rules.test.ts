import assert from 'node:assert/strict';
import type { PermissionRule, RuleAction } from '../../../../src/core/contracts/decision';
import { shadowedDenies, shadowOf } from '../../../../src/core/pipeline/shadowed-rules';

function rule(
  action: RuleAction,
  pattern: string,
  more: Partial<PermissionRule> = {},
): PermissionRule {
  return { tool: 'core__bash', pattern, action, source: 'user', ...more };
}

const deny = rule('deny', '*sudo*');

describe('decision 4: a deny that an earlier rule shadows', () => {
  const shadowing: readonly (readonly [string, PermissionRule])[] = [
    ['an allow of everything', rule('allow', '*')],
    ['an ask about everything', rule('ask', '*')],
    ['every path', rule('allow', '**')],
    ['an equal pattern', rule('ask', '*sudo*')],
    ['a rule for all tools', rule('allow', '*', { tool: '*' })],
  ];
  for (const [what, earlier] of shadowing) {
    it(`is reported behind ${what}`, () => {
      assert.deepEqual(shadowedDenies([earlier, deny]), [deny]);
      assert.deepEqual(shadowedDenies([deny, earlier]), []);
    });
  }

  const harmless: readonly (readonly [string, PermissionRule])[] = [
    ['a narrower rule', rule('allow', 'npm *')],
    ['another deny', rule('deny', '*')],
    ['a rule for another tool', rule('allow', '*', { tool: 'core__read' })],
    ['what a workspace asks about: it only tightens', rule('ask', '*', { source: 'workspace' })],
    ['a grant of a chat: it lifts no deny', rule('allow', '*', { source: 'session' })],
    ['a grant of a workspace: it lifts no deny', rule('allow', '*', { source: 'granted' })],
  ];
  for (const [what, earlier] of harmless) {
    it(`is not reported behind ${what}`, () => {
      assert.deepEqual(shadowedDenies([earlier, deny]), []);
    });
  }

  it('is known with the rule that shadows it', () => {
    const first = rule('ask', '*');
    assert.equal(shadowOf(deny, [rule('ask', 'npm *'), first, rule('allow', '*'), deny]), first);
    assert.equal(shadowOf(deny, [deny, first]), undefined);
    assert.equal(shadowOf(deny, [first]), undefined, 'no rule of this list');
  });

  it('is not reported when it still holds for other tools', () => {
    const forAll = rule('deny', '*', { tool: '*' });
    assert.deepEqual(shadowedDenies([rule('allow', '*'), forAll]), []);
  });
});
