import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { budgetRow, isPassed, type Budget } from '../bench/budget.mjs';

function runBench(...args: readonly string[]) {
  const options = { encoding: 'utf8', timeout: 500_000 } as const;
  return spawnSync(process.execPath, ['test/bench/run.mjs', ...args], options);
}

describe('npm run bench', () => {
  it('lists the benchmarks', () => {
    assert.match(runBench('--list').stdout, /^pipeline +\S/);
  });

  it('rejects an unknown benchmark', () => {
    const { status, stderr } = runBench('pipelines');
    assert.equal(status, 2);
    assert.match(stderr, /There is no benchmark pipelines/);
  });
});

describe('a budget', () => {
  const cheaper: Budget = { name: 'rival / ours', ratio: 8, bound: { atLeast: 8 } };
  const flat: Budget = { name: 'late / early', ratio: 1.2, bound: { atMost: 1.2 } };

  it('is met at its limit', () => {
    assert.equal(isPassed([cheaper, flat]), true);
    assert.deepEqual(budgetRow(cheaper), ['rival / ours', '≥ 8 ×', '8.00 ×', 'PASS']);
  });

  it('fails the run when exceeded', () => {
    assert.equal(isPassed([cheaper, { ...flat, ratio: 1.21 }]), false);
    assert.equal(isPassed([{ ...cheaper, ratio: 7.99 }, flat]), false);
    assert.equal(budgetRow({ ...cheaper, ratio: 7.5 }).at(-1), 'FAIL');
  });

  it('does not fail the run when it is only a goal', () => {
    const wish: Budget = { ...flat, ratio: 4, isWish: true };
    assert.equal(isPassed([wish]), true);
    assert.equal(budgetRow(wish).at(-1), 'wish missed');
  });
});
