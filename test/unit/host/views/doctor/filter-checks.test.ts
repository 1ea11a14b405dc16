import assert from 'node:assert/strict';
import { filterChecks, type FilterFacts } from '../../../../../src/host/views/doctor/filter-checks';

const facts: FilterFacts = {
  isOn: true,
  metrics: {
    full: 12,
    partial: 3,
    fallback: 1,
    rawBytes: 34_000,
    filteredBytes: 8200,
    rules: [
      {
        rule: 'cargo-test',
        outputs: 1200,
        full: 1199,
        partial: 1,
        fallback: 0,
        linesIn: 34_200,
        linesOut: 2800,
      },
      { rule: 'make', outputs: 1, full: 0, partial: 1, fallback: 0, linesIn: 90, linesOut: 30 },
    ],
  },
  problems: [],
};

describe('the checks of output filters', () => {
  it('000-filters-4: shows the counters of all rules and of each used rule', () => {
    assert.deepEqual(
      filterChecks(facts).map(({ level, text }) => [level, text]),
      [
        ['ok', '12 shortened, 3 shortened with less confidence, 1 unchanged (33.2 KB → 8 KB)'],
        [
          'ok',
          'cargo-test: 1,199 shortened, 1 shortened with less confidence, 0 unchanged (34,200 → 2,800 lines)',
        ],
        ['ok', 'make: 0 shortened, 1 shortened with less confidence, 0 unchanged (90 → 30 lines)'],
      ],
    );
  });

  it('has counters before the first output, too', () => {
    const metrics = { ...{ full: 0, partial: 0, fallback: 0 }, rawBytes: 0, filteredBytes: 0 };
    const [check] = filterChecks({ ...facts, metrics: { ...metrics, rules: [] } });
    assert.equal(check?.text, 'no output has been filtered yet');
  });

  it('003-safety-3: an invalid rule is a warning with its reason and a remedy, also while filters are off', () => {
    const problems = ['filters.toml, line 3: the rule "mine" is skipped: it is too long.'];
    for (const isOn of [true, false]) {
      const warned = filterChecks({ ...facts, isOn, problems }).at(-1);
      assert.deepEqual(warned, {
        name: 'filters',
        level: 'warning',
        text: problems[0],
        action: { title: 'Edit Output Filters', command: 'gatehouse.editOutputFilters' },
      });
    }
  });

  it('warns when filters are switched off', () => {
    const [check] = filterChecks({ ...facts, isOn: false });
    assert.equal(check?.level, 'warning');
    assert.match(check.remedy ?? '', /gatehouse\.filters\.enabled/);
  });
});
