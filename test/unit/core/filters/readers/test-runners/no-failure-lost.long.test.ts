import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filterRuleSchema } from '../../../../../../src/core/contracts/filter-rule';
import { FilterSet, filterText } from '../../../../../../src/core/filters/filter-set';
import { filterInPieces } from '../../shipped-rules';
import { summarise } from './run-test-summary';
import { simulatedRunners, simulatedTests } from './simulated-runs';
import { times } from '../../../../../soak';

const runs = { numRuns: times(400) };
const formats = ['cargo', 'pytest', 'go', 'mocha', 'jest', 'vitest', 'node', 'tap'] as const;

function setOf(format: (typeof formats)[number] | 'auto') {
  const rule = filterRuleSchema.parse({
    name: 'tried',
    match: { prefix: 'run' },
    strategy: { type: 'test_summary', format, max_failures: 3, truncate_stack_trace: 4 },
  });
  return new FilterSet([{ rule, source: 'built-in' }], { limitBytes: 1024 * 1024 });
}

const command = { whole: 'run', last: 'run' };

for (const format of formats) {
  const runner = simulatedRunners[format];
  describe(`a made-up run of ${format}`, () => {
    it('names every test that failed, whatever the limits', () => {
      const limits = fc.record({ max_failures: fc.nat(5), truncate_stack_trace: fc.nat(5) });
      fc.assert(
        fc.property(simulatedTests, limits, (tests, given) => {
          const { lines } = summarise(runner.print(tests), { format, ...given });
          const text = lines.join('\n');
          for (const test of tests) {
            if (test.isFailed) assert.ok(text.includes(runner.name(test)), runner.name(test));
          }
        }),
        runs,
      );
    });

    it('is found to be what it is', () => {
      fc.assert(
        fc.property(simulatedTests, (tests) => {
          const { lines } = summarise(runner.print(tests), { format: 'auto' });
          const text = lines.join('\n');
          for (const test of tests) {
            if (test.isFailed) assert.ok(text.includes(runner.name(test)), runner.name(test));
          }
        }),
        runs,
      );
    });

    it('loses nothing when it is broken off anywhere', () => {
      fc.assert(
        fc.property(simulatedTests, fc.nat(400), (tests, at) => {
          const printed = runner.print(tests).slice(0, at);
          const { lines } = summarise(printed, { format }, undefined);
          const text = lines.join('\n');
          const before = printed.join('\n');
          for (const test of tests) {
            const name = runner.name(test);
            if (test.isFailed && before.includes(name)) assert.ok(text.includes(name), name);
          }
        }),
        runs,
      );
    });

    it('is the same however it is cut, and when it is filtered again', () => {
      const set = setOf(format);
      fc.assert(
        fc.property(simulatedTests, fc.integer({ min: 1, max: 50 }), (tests, size) => {
          const text = `${runner.print(tests).join('\n')}\n`;
          const once = filterText(set, command, text, 1).text;
          assert.equal(filterInPieces(set, { command, text, exitCode: 1 }, size), once);
          assert.equal(filterText(set, command, once, 1).text, once);
        }),
        runs,
      );
    });
  });
}
