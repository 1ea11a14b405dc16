import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RuleAction, RuleSource } from '../../../../src/core/contracts/calls/decision';
import { command, judge, type PermissionCase, type ShortRule } from './judge-permissions';

const action = fc.constantFrom<RuleAction>('allow', 'ask', 'deny');
const steady = fc.constantFrom<RuleSource>('user', 'legacy', 'default');
const grants = fc.constantFrom<RuleSource>('session', 'granted');

const commandPattern = fc.constantFrom('*', 'rm *', 'rm -rf x', '*x*', 'RM*', 'ls *', 'ls');
const pathPattern = fc.constantFrom('*', 'src/*', '/w/src/a', '**/a', 'SRC/*', 'link', 'secret/*');

const commandText = fc.constantFrom('rm -rf x', 'ls; rm -rf x', 'ls', 'rm', 'ls x | rm -rf x');
const path = fc.constantFrom('/w/src/a', 'src/a', '/w/link', '/w/b');

function rulesOf(pattern: fc.Arbitrary<string>, source: fc.Arbitrary<RuleSource>) {
  return fc.array(fc.tuple(pattern, action, source), { maxLength: 5 });
}

/** A call on a command or on paths, and rules of one kind for it. */
function cases(source: fc.Arbitrary<RuleSource>) {
  const files = fc.record({
    tool: fc.constant('copy'),
    subject: fc.record({ reads: fc.array(path, { maxLength: 2 }), writes: fc.tuple(path) }),
    rules: rulesOf(pathPattern, source),
    more: rulesOf(pathPattern, fc.oneof(grants, fc.constant<RuleSource>('workspace'))),
  });
  const shell = fc.record({
    tool: fc.constant('bash'),
    subject: commandText.map(command),
    rules: rulesOf(commandPattern, source),
    more: rulesOf(commandPattern, fc.oneof(grants, fc.constant<RuleSource>('workspace'))),
  });
  return fc.oneof(files, shell);
}

const everySource = fc.oneof(steady, grants, fc.constant<RuleSource>('workspace'));
const runs = { numRuns: 1500 };
const rank = { abstain: 0, allow: 0, ask: 1, deny: 2, skip: 2 } as const;

function spliced(rules: readonly ShortRule[], at: number, rule: ShortRule): readonly ShortRule[] {
  return rules.toSpliced(at % (rules.length + 1), 0, rule);
}

describe('decision 4: nothing lifts a deny', () => {
  it('no rules behind a deny that matches turn it into less', () => {
    fc.assert(
      fc.property(cases(everySource), (given) => {
        const first: ShortRule = given.tool === 'bash' ? ['*', 'deny'] : ['**', 'deny'];
        assert.equal(judge({ ...given, rules: [first, ...given.rules] }), 'deny');
      }),
      runs,
    );
  });

  it('no grant and no workspace rule, wherever it is put, turns a deny into less', () => {
    fc.assert(
      fc.property(cases(everySource), fc.nat(), (given, at) => {
        if (judge(given) !== 'deny') return;
        for (const rule of given.more) {
          const rules = spliced(given.rules, at, rule);
          assert.equal(judge({ ...given, rules }), 'deny', JSON.stringify(rules));
        }
      }),
      runs,
    );
  });

  it('no allow or ask rule at the end changes an answer that is not "no rule matches"', () => {
    fc.assert(
      fc.property(cases(steady), action, (given, last) => {
        const before = judge(given);
        const after = judge({ ...given, rules: [...given.rules, ['*', last]] });
        if (before === 'deny') assert.equal(after, 'deny');
        if (before === 'allow') assert.equal(after, 'allow');
      }),
      runs,
    );
  });

  it('decision 31: no workspace rule, wherever it is put, loosens anything', () => {
    fc.assert(
      fc.property(cases(everySource), fc.nat(), (given, at) => {
        const before = judge(given);
        for (const rule of given.more) {
          if (rule[2] !== 'workspace') continue;
          const after = judge({ ...given, rules: spliced(given.rules, at, rule) });
          assert.ok(rank[after] >= rank[before], `${before} -> ${after}: ${JSON.stringify(rule)}`);
        }
      }),
      runs,
    );
  });

  it('no approval effect loosens anything', () => {
    fc.assert(
      fc.property(cases(everySource), (given: PermissionCase) => {
        const after = judge({ ...given, approvalEffects: ['state_change'] });
        assert.ok(rank[after] >= rank[judge(given)]);
      }),
      runs,
    );
  });
});
