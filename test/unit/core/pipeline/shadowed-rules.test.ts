import assert from 'node:assert/strict';
import type { PermissionRule, RuleAction } from '../../../../src/core/contracts/calls/decision';
import { shadowedDenies } from '../../../../src/core/pipeline/shadowed-rules';

function rule(
  action: RuleAction,
  pattern: string,
  more: Partial<PermissionRule> = {},
): PermissionRule {
  return { tool: 'core__bash', pattern, action, source: 'user', ...more };
}

function shadowed(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  return shadowedDenies(rules, ['core__bash']).map(({ rule: each }) => each);
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
      assert.deepEqual(shadowed([earlier, deny]), [deny]);
      assert.deepEqual(shadowed([deny, earlier]), []);
    });
  }

  const covered: readonly (readonly [string, string, string, string])[] = [
    ['core__bash', 'git *', 'git push *', 'the command and more words'],
    ['core__bash', 'git *', 'git push', 'a command without a wildcard'],
    ['core__bash', 'NPM *', 'npm *', 'commands in any case (003-permissions-3)'],
    ['core__bash', '*push*', 'git push ?', 'a wildcard in the middle'],
    ['core__write', 'src/*', 'src/secret/*', 'a folder in the tree'],
    ['core__write', 'src\\*', 'src\\secret\\*', 'either separator'],
    ['core__write', '**/*.pem', 'keys/*.pem', 'any folder'],
    ['mcp__web__get', 'https://a.b/*', 'https://a.b/c/*', 'text with slashes'],
    ['*', 'src/*', 'src/secret/*', 'rules for all tools'],
  ];
  for (const [tool, wide, narrow, what] of covered) {
    it(`is reported behind one that covers it: ${what}`, () => {
      const later = rule('deny', narrow, { tool });
      assert.deepEqual(shadowed([rule('allow', wide, { tool }), later]), [later]);
    });
  }

  const open: readonly (readonly [string, string, string, string])[] = [
    ['core__bash', 'git push *', 'git *', 'the narrower one stands first'],
    ['core__bash', 'git ????', 'git *', 'a number of letters'],
    ['core__bash', 'git push ?*', 'git push *', 'also the command without arguments'],
    ['core__bash', '??*', '*', 'what is shorter'],
    ['core__write', 'src/*.ts', 'src/**/*.ts', 'folders further down'],
    ['core__write', '*/key', '**/key', 'any depth'],
    ['core__write', '*.pem', 'keys/*.pem', 'a star that crosses no slash'],
    ['core__write', 'src/*', '*', 'all other paths'],
    ['core__write', 'SRC/*', 'src/*', 'a case that may matter'],
    ['*', '*.pem', 'keys/*.pem', 'tools that take paths'],
  ];
  for (const [tool, first, second, what] of open) {
    it(`is not reported where something is left to it: ${what}`, () => {
      const rules = [rule('allow', first, { tool }), rule('deny', second, { tool })];
      assert.deepEqual(shadowed(rules), []);
    });
  }

  const harmless: readonly (readonly [string, PermissionRule])[] = [
    ['a narrower rule', rule('allow', 'npm *')],
    ['another deny', rule('deny', '*')],
    ['a rule for another tool', rule('allow', '*', { tool: 'core__read' })],
    ['what a workspace asks about: it only tightens', rule('ask', '*', { source: 'workspace' })],
    ['a grant of a chat: it lifts no deny', rule('allow', '*', { source: 'session' })],
    ['a grant of a workspace: it lifts no deny', rule('allow', '*', { source: 'granted' })],
    ['a grant in user settings: it lifts no deny', rule('allow', '*', { added: '2026-01-31' })],
  ];
  for (const [what, earlier] of harmless) {
    it(`is not reported behind ${what}`, () => {
      assert.deepEqual(shadowed([earlier, deny]), []);
    });
  }

  it('is known with the rule that shadows it', () => {
    const first = rule('ask', '*');
    const rules = [rule('ask', 'npm *'), first, rule('allow', '*'), deny];
    assert.deepEqual(shadowedDenies(rules, ['core__bash']), [{ rule: deny, by: first }]);
  });

  it('is not reported when it still holds for other tools', () => {
    const forAll = rule('deny', '*', { tool: '*' });
    assert.deepEqual(shadowed([rule('allow', '*'), forAll]), []);
  });
});
