import assert from 'node:assert/strict';
import type { ProtectedFiles } from '../../../../../src/core/ports/snapshots';
import { say } from '../../../../../src/core/base/sentence';
import { createTransactionWorld } from '../transaction-world';

describe('decision protected-files: they are compared around every command', () => {
  const changed = [say`This command changed protected files.`];

  function watching(steps: string[]): ProtectedFiles {
    return {
      watch: () => {
        steps.push('watch');
        return Promise.resolve({
          look: () => Promise.resolve(changed),
          end: ({ late }) => {
            steps.push(late ? 'end late' : 'end');
            return Promise.resolve(changed);
          },
        });
      },
    };
  }

  for (const command of ['ls -la', 'rm a.txt', 'odd text', 'unread text']) {
    it(`${command}: what changed comes first on the card`, async () => {
      const steps: string[] = [];
      const world = createTransactionWorld({ protectedFiles: watching(steps) });
      const outcome = await world.command(command);
      assert.deepEqual(steps, ['watch', 'end']);
      assert.deepEqual(outcome.warnings[0], changed[0]);
    });
  }

  it('a tool that runs no command is not watched', async () => {
    const steps: string[] = [];
    const world = createTransactionWorld({ protectedFiles: watching(steps) });
    await world.call({ text: 'rm a.txt' });
    assert.deepEqual(steps, []);
  });
});
