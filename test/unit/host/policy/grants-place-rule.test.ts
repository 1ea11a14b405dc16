import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { insertRule } from '../../../../src/host/policy/grants';
import { buildPolicy } from '../../../../src/host/policy/build-policy';
import type { ToolRule, ToolRules } from '../../../../src/host/policy/setting-rules';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';
import { createFakeSettings } from '../../fakes/settings';

const ask: ToolRule = { pattern: '*', action: 'ask' };
const askGit: ToolRule = { pattern: 'git *', action: 'ask' };
const deny: ToolRule = { pattern: 'rm *', action: 'deny' };
const other: ToolRule = { pattern: 'ls', action: 'allow' };
const added = '2026-01-31';
const mine: ToolRule = { pattern: 'npm test', action: 'allow', added };
const granted = { tool: 'core__bash', pattern: 'npm test', added };

function placed(rules: ToolRules): ToolRules | undefined {
  const result = insertRule(rules, granted);
  return result.ok ? result.value : assert.fail(result.failure.message);
}

function refusal(rules: ToolRules): string {
  const result = insertRule(rules, granted);
  return result.ok ? '' : result.failure.message;
}

describe('placeRule', () => {
  const cases: readonly (readonly [string, readonly ToolRule[], readonly ToolRule[]])[] = [
    ['begins the list of a tool without rules', [], [mine]],
    ['stands after other allow rules', [other], [other, mine]],
    [
      'stands before an ask that would hide it (003-permissions-1)',
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

  describe('decision 4: lifts no deny, wherever the rule comes to stand', () => {
    const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
    const writesPrivate = (permissions: ToolRules, defaultPermissions: ToolRules) => {
      const settings = createFakeSettings({ permissions, defaultPermissions });
      const policy = buildPolicy({ version: 1, settings, workspaceRules: [], grants: [] });
      const call = gateCall({
        policy,
        tool: { name: 'write' },
        subject: { writes: ['private/x'] },
      });
      return askAtOnce(gate, call).verdict;
    };
    const secret: ToolRule = { pattern: '**/private/**', action: 'deny' };
    const docs: ToolRule = { pattern: 'docs/*', action: 'allow' };

    const situations: readonly (readonly [string, ToolRules, ToolRules])[] = [
      ['before a deny of "*"', { write: [docs], '*': [secret] }, {}],
      ['before a deny of defaultPermissions', {}, { write: [secret] }],
      ['behind a deny of its own list', { write: [secret] }, {}],
    ];
    for (const [where, permissions, defaults] of situations) {
      it(where, () => {
        const result = insertRule(permissions, { tool: 'write', pattern: '/w/*', added });
        assert.ok(result.ok && result.value !== undefined);
        assert.equal(writesPrivate(result.value, defaults), 'deny');
      });
    }
  });

  it('decision 9: joins the list of the same tool under another name', () => {
    assert.deepEqual(placed({ execute_bash: [other] }), { execute_bash: [other, mine] });
  });

  it('a new list goes before the rules for all tools', () => {
    const names = Object.keys(placed({ edit: [ask], '*': [ask] }) ?? {});
    assert.deepEqual(names, ['edit', 'bash', '*']);
  });

  it('a new list never goes before a deny for all tools', () => {
    assert.deepEqual(Object.keys(placed({ '*': [deny] }) ?? {}), ['*', 'bash']);
  });

  it('refuses a rule that would do nothing, and names the one that hides it', () => {
    assert.match(refusal({ bash: [ask, deny] }), /^Your rule permissions\.bash\[0\] comes first/);
    assert.match(refusal({ '*': [ask], bash: [other] }), /permissions\.\*\[0\]/);
    const wider: ToolRule = { pattern: 'npm *', action: 'ask' };
    assert.match(refusal({ bash: [wider, deny] }), /^Your rule permissions\.bash\[0\] comes first/);
  });
});
