import assert from 'node:assert/strict';
import type { SettingValue } from '../../../../src/core/contracts/settings';
import { placeRule } from '../../../../src/host/grants/place-rule';

type Rule = SettingValue<'permissions'>[string][number];
const ask: Rule = { pattern: '*', action: 'ask' };
const deny: Rule = { pattern: 'rm *', action: 'deny' };
const other: Rule = { pattern: 'ls', action: 'allow' };
const mine: Rule = { pattern: 'npm test', action: 'allow' };
const granted = { tool: 'bash', pattern: 'npm test' };

describe('placeRule', () => {
  const cases: readonly (readonly [string, readonly Rule[], readonly Rule[]])[] = [
    ['begins the list of a tool without rules', [], [mine]],
    ['stands after other allow rules', [other], [other, mine]],
    [
      'stands before an ask that would hide it (003: first match wins)',
      [other, ask],
      [other, mine, ask],
    ],
    ['stays behind a deny', [deny], [deny, mine]],
    ['stands between a deny and an ask', [deny, ask], [deny, mine, ask]],
    ['never goes before a deny that follows an ask', [ask, deny], [ask, deny, mine]],
  ];
  for (const [what, before, after] of cases) {
    it(what, () => {
      const edit: Rule = { pattern: '*', action: 'ask' };
      assert.deepEqual(placeRule({ bash: [...before], edit: [edit] }, granted), {
        bash: after,
        edit: [edit],
      });
    });
  }

  it('changes nothing when the rule is there already', () => {
    assert.equal(placeRule({ bash: [mine] }, granted), undefined);
  });
});
