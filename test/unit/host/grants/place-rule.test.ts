import assert from 'node:assert/strict';
import { placeRule } from '../../../../src/host/grants/place-rule';
import type { ToolRule, ToolRules } from '../../../../src/host/policy/setting-rules';

const ask: ToolRule = { pattern: '*', action: 'ask' };
const askGit: ToolRule = { pattern: 'git *', action: 'ask' };
const deny: ToolRule = { pattern: 'rm *', action: 'deny' };
const other: ToolRule = { pattern: 'ls', action: 'allow' };
const added = '2026-01-31';
const mine: ToolRule = { pattern: 'npm test', action: 'allow', added };
const granted = { tool: 'core__bash', pattern: 'npm test', added };

function placed(rules: ToolRules): ToolRules | undefined {
  const result = placeRule(rules, granted);
  return result.ok ? result.value : assert.fail(result.failure.message);
}

function refusal(rules: ToolRules): string {
  const result = placeRule(rules, granted);
  return result.ok ? '' : result.failure.message;
}

describe('placeRule', () => {
  const cases: readonly (readonly [string, readonly ToolRule[], readonly ToolRule[]])[] = [
    ['begins the list of a tool without rules', [], [mine]],
    ['stands after other allow rules', [other], [other, mine]],
    [
      'stands before an ask that would hide it (003: first match wins)',
      [other, ask],
      [other, mine, ask],
    ],
    ['stays behind a deny', [deny], [deny, mine]],
    ['stands between a deny and an ask', [deny, ask], [deny, mine, ask]],
    ['never goes before a deny that follows an ask', [askGit, deny], [askGit, deny, mine]],
  ];
  for (const [what, before, after] of cases) {
    it(what, () => {
      const edit: ToolRule = { pattern: '*', action: 'ask' };
      assert.deepEqual(placed({ bash: [...before], edit: [edit] }), { bash: after, edit: [edit] });
    });
  }

  it('changes nothing when the rule is there already', () => {
    assert.equal(placed({ bash: [mine] }), undefined);
  });

  it('C10: joins the list of the same tool under another name', () => {
    assert.deepEqual(placed({ execute_bash: [other] }), { execute_bash: [other, mine] });
  });

  it('a new list stands before the rules for all tools', () => {
    const names = Object.keys(placed({ edit: [ask], '*': [ask] }) ?? {});
    assert.deepEqual(names, ['edit', 'bash', '*']);
  });

  it('a new list never goes before a deny for all tools', () => {
    assert.deepEqual(Object.keys(placed({ '*': [deny] }) ?? {}), ['*', 'bash']);
  });

  it('refuses a rule that would do nothing, and names the one that hides it', () => {
    assert.match(refusal({ bash: [ask, deny] }), /^Your rule permissions\.bash\[0\] stands/);
    assert.match(refusal({ '*': [ask], bash: [other] }), /permissions\.\*\[0\]/);
    const wider: ToolRule = { pattern: 'npm *', action: 'ask' };
    assert.match(refusal({ bash: [wider, deny] }), /^Your rule permissions\.bash\[0\] stands/);
  });
});
