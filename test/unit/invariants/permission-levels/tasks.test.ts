import assert from 'node:assert/strict';
import { replay } from './replay-tasks';
import { tasks } from './tasks';

/** Questions of each task with the shipped rules. */
const questions: Readonly<Record<string, number>> = {
  'Fix the failing test': 3,
  'Add a discount, with a test': 4,
  'Rename a file and its imports': 3,
  'Move the till to a folder of its own': 8,
  'Describe the till in the documentation': 2,
  'Run the tests and report': 1,
  'Delete a file that nothing uses': 2,
  'Install a formatter and add its script': 5,
  'Commit the work': 4,
  'Test on every push': 3,
  'Clean up and start again from the example': 5,
  'Take the formatting of money out of the receipt': 6,
};

describe('the twelve tasks', () => {
  it('are twelve', () => {
    assert.equal(tasks.length, 12);
  });

  for (const task of tasks) {
    it(`asks by the shipped rules: ${task.name}`, async () => {
      const calls = await replay(task);
      const failed = calls.filter(({ status }) => status !== 'completed');
      assert.deepEqual(failed, []);
      const unasked = calls.filter(({ call, asked }) => call.guarded !== undefined && !asked);
      assert.deepEqual(unasked, []);
      assert.equal(calls.filter(({ asked }) => asked).length, questions[task.name]);
    });
  }
});
