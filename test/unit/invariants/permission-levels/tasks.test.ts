import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { replay, type ReplayedCall } from './replay-tasks';
import { tasks } from './tasks';

/** The rows of the table in docs/benchmarks.md: name, questions at Use my rules and Edits run. */
function documented(): readonly (readonly string[])[] {
  const [, after = ''] = readFileSync('docs/benchmarks.md', 'utf8').split(
    '<!-- permission-levels -->',
  );
  const [table = ''] = after.trim().split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('*', '')));
}

function count(calls: readonly ReplayedCall[]): number {
  return calls.filter(({ asked }) => asked).length;
}

describe('the twelve tasks', () => {
  const counted: (readonly [string, number, number])[] = [];

  it('are twelve', () => {
    assert.equal(tasks.length, 12);
  });

  for (const task of tasks) {
    it(`asks for hazards, protected files and deletions at both levels: ${task.name}`, async () => {
      const byRules = await replay(task);
      const atEdits = await replay(task, { permissionLevel: 'edits' });
      for (const calls of [byRules, atEdits]) {
        const failed = calls.filter(({ status }) => status !== 'completed');
        assert.deepEqual(failed, []);
        const unasked = calls.filter(({ call, asked }) => call.guarded !== undefined && !asked);
        assert.deepEqual(unasked, []);
      }
      counted.push([task.name, count(byRules), count(atEdits)]);
    });
  }

  it('ask as often as docs/benchmarks.md says, at Edits run at most half as often', () => {
    const sum = (at: 1 | 2): number => counted.reduce((total, row) => total + row[at], 0);
    const all = [...counted, ['All', sum(1), sum(2)] as const];
    assert.deepEqual(
      documented(),
      all.map((row) => row.map(String)),
    );
    assert.ok(sum(2) * 2 <= sum(1), `${String(sum(2))} of ${String(sum(1))}`);
  });
});
