import assert from 'node:assert/strict';
import { filterRuleSchema } from '../../../../src/core/contracts/filter-rule';
import { createRuleCheck } from '../../../../src/host/filters/check-rule';
import { builtInRules } from '../../../../src/core/filters/built-in.gen';
import { createFakeClock } from '../../fakes/clock';
import { switchToGerman } from '../../fakes/in-german';

const check = createRuleCheck(createFakeClock());

function rule(match: object, strategy: object) {
  return filterRuleSchema.parse({ name: 'x', match, strategy });
}

const evil = '(a+)+$';

describe('the check of a rule', () => {
  for (const [place, checked] of [
    ['match.regex', rule({ regex: evil }, { type: 'git_status' })],
    [
      'strategy.patterns (item 2)',
      rule({ prefix: 'a' }, { type: 'strip_noise', patterns: ['^b', evil] }),
    ],
    [
      'strategy.summary_pattern',
      rule({ prefix: 'a' }, { type: 'strip_annotated', patterns: ['^b'], summary_pattern: evil }),
    ],
    ['strategy.rule_pattern', rule({ prefix: 'a' }, { type: 'group_by_rule', rule_pattern: evil })],
    [
      'strategy.normalize_patterns (item 1).pattern',
      rule(
        { prefix: 'a' },
        { type: 'dedup', normalize_patterns: [{ pattern: evil, replacement: '' }] },
      ),
    ],
  ] as const) {
    it(`003-safety-2: refuses what can backtrack without bound in ${place}`, async () => {
      const why = (await check(checked)) ?? '';
      assert.ok(why.startsWith(`${place} can backtrack without bound, as on "aaaa`), why);
    });
  }

  it('refuses what is no regular expression, with the reason', async () => {
    const why = await check(rule({ prefix: 'a' }, { type: 'keep_matching', patterns: ['(a'] }));
    assert.equal(
      why,
      'strategy.patterns (item 1) is not a valid regular expression: a group has no end',
    );
  });

  it("gives its own reasons in VS Code's language, and quotes those of the engine", async () => {
    const reset = switchToGerman();
    try {
      const whyOf = (pattern: string) =>
        check(rule({ prefix: 'a' }, { type: 'keep_matching', patterns: [pattern] }));
      const place = 'strategy.patterns (Element 1) ist kein gültiger regulärer Ausdruck';
      assert.equal(await whyOf('(a'), `${place}: eine Gruppe ist nicht geschlossen`);
      assert.equal(await whyOf('a**'), `${place}: Nothing to repeat`);
    } finally {
      reset();
    }
  });

  it('takes (?i) in front', async () => {
    const strategy = { type: 'keep_matching', patterns: ['(?i)error'] };
    assert.equal(await check(rule({ prefix: 'a' }, strategy)), undefined);
  });

  it('gives up when the rules before took all the time there is for a file', async () => {
    const clock = createFakeClock();
    const late = createRuleCheck(clock);
    clock.advance(5001);
    assert.match((await late(rule({ regex: 'a' }, { type: 'git_status' }))) ?? '', /took too long/);
  });

  for (const builtIn of builtInRules) {
    it(`passes the built-in rule ${builtIn.name}`, async () => {
      assert.equal(await check(builtIn), undefined);
    });
  }
});
