import assert from 'node:assert/strict';
import type { FilterMetrics, FilterRule } from '../../../../src/core/contracts/filter-rule';
import type { SourcedRule } from '../../../../src/core/filters/filter-set';
import { ActiveRules } from '../../../../src/host/filters/active-rules';

const command = { whole: 'make all', last: 'make all' };

function strip(name: string, pattern: string): SourcedRule {
  const rule: FilterRule = {
    name,
    match: { prefix: 'make' },
    strategy: { type: 'strip_noise', patterns: [pattern] },
    enabled: true,
  };
  return { rule, source: 'user' };
}

/** Long enough for a harmless rule on a busy machine; the slow rule never ends. */
const chunkLimitMs = 500;

function world() {
  const leftOut: string[] = [];
  const reported: FilterMetrics[] = [];
  const sets = new ActiveRules({
    chunkLimitMs,
    onMetrics: (metrics) => reported.push(metrics),
    onDisabled: ({ rule }) => leftOut.push(rule.name),
  });
  const run = (text: string): string | undefined => {
    const output = sets.open(command);
    output?.write(text);
    return output?.end(0)?.text;
  };
  return { sets, leftOut, reported, run };
}

describe('the rules in force', () => {
  it('an output that began under the old rules ends under them', () => {
    const { sets, run } = world();
    sets.use([strip('old', '^a')]);
    const begun = sets.open(command);
    begun?.write('a\nb\n');
    sets.use([strip('new', '^b')]);
    begun?.write('a\nb\n');
    assert.deepEqual(begun?.end(0)?.rules, ['old']);
    assert.equal(run('a\nb\nc\n'), 'a\nc\n');
  });

  it('000-filters-4: the counts are reported after every 50 outputs', () => {
    const { sets, reported, run } = world();
    sets.use([strip('one', '^a')]);
    for (let each = 0; each < 99; each += 1) run('a\nb\n');
    assert.deepEqual(
      reported.map(({ full }) => full),
      [50],
    );
    run('b\n');
    assert.deepEqual([reported[1]?.full, reported[1]?.fallback], [99, 1]);
  });

  it('000-filters-4: counts go on when rules are swapped, also of what ends later', () => {
    const { sets, run } = world();
    sets.use([strip('one', '^a')]);
    run('a\nb\n');
    const begun = sets.open(command);
    begun?.write('a\nb\n');
    sets.use([strip('one', '^a'), strip('two', '^b')]);
    run('a\nb\nc\n');
    begun?.end(0);
    const { full, rules } = sets.metrics();
    assert.equal(full, 3);
    assert.deepEqual(
      rules.map(({ rule, outputs, linesIn }) => [rule, outputs, linesIn]),
      [
        ['one', 3, 7],
        ['two', 1, 2],
      ],
    );
  });

  it('a trial counts nowhere', () => {
    const { sets } = world();
    sets.use([strip('one', '^a')]);
    assert.deepEqual(sets.forTrial().set.rulesFor(command), ['one']);
    assert.equal(sets.metrics().full, 0);
  });

  it('a rule that takes too long is left out after some strikes, and the output stays raw', () => {
    const { sets, leftOut, run } = world();
    sets.use([strip('slow', '(a+)+$'), strip('quick', '^b')]);
    const hard = `${'a'.repeat(50)}!\nb\nc\n`;
    assert.deepEqual([run(hard), leftOut], [undefined, []]);
    assert.deepEqual([run(hard), leftOut], [undefined, []]);
    assert.deepEqual([run(hard), leftOut], [undefined, ['slow']]);
    assert.equal(run(hard), `${'a'.repeat(50)}!\nc\n`);
    assert.deepEqual(leftOut, ['slow']);
  });
});
