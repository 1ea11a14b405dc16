import assert from 'node:assert/strict';
import { evaluated } from '../../../fixtures/shell/evaluated';
import { shellTables } from '../../../fixtures/shell/tables';
import { createShellJudge, type ShellJudge } from './judge';

const all = Object.values(shellTables).flat();

describe('the tables of the shell gate', () => {
  let judge: ShellJudge;
  before(() => {
    judge = createShellJudge();
  });
  after(() => judge.dispose());

  for (const [name, rows] of Object.entries(shellTables)) {
    it(`hold for ${name} (${String(rows.length)} rows)`, async () => {
      const mismatches = await judge.mismatches(rows);
      assert.equal(
        mismatches.length,
        0,
        `${String(mismatches.length)} of ${String(rows.length)} rows:\n${mismatches.join('\n')}`,
      );
    }).timeout(600_000);
  }

  it('have at least 450 rows, no two of which contradict each other', () => {
    assert.ok(all.length >= 450);
    const expected = new Map<string, string>();
    for (const { command, rules, expect } of all) {
      const key = JSON.stringify([command, rules]);
      assert.equal(expected.get(key) ?? expect, expect, command);
      expected.set(key, expect);
    }
  });
});

describe('the shell gate with substitution: evaluate', () => {
  it(`judges the inner command (${String(evaluated.length)} rows)`, async () => {
    const judge = createShellJudge('evaluate');
    try {
      const mismatches = await judge.mismatches(evaluated);
      assert.equal(mismatches.length, 0, mismatches.join('\n'));
    } finally {
      await judge.dispose();
    }
  }).timeout(600_000);
});
