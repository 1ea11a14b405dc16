import assert from 'node:assert/strict';
import bashKill from '../../../../src/core/tools/bash-kill';
import { createBackgroundChat } from './background-chat';

describe('bash_kill', () => {
  it('ends the whole group, and answers its last output and its exit code', async () => {
    const { start, kill, clock, background } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', 'last words\n');
    clock.advance(5000);
    const run = await kill('bg1');
    assert.ok(run.ok);
    assert.equal(
      run.text,
      '[bg1 ended with exit code 143, stopped by bash_kill, after 5 s: npm start]\nlast words',
    );
    assert.equal(running.calls.kill, 1);
    assert.deepEqual(background.takeEnded('s1'), []);
  });

  it('says how a command ended that has ended already', async () => {
    const { start, kill } = createBackgroundChat();
    const { running, exit } = await start();
    await exit(0);
    const run = await kill('bg1');
    assert.match(run.ok ? run.text : '', /ended with exit code 0 after/);
    assert.equal(running.calls.kill, 0);
  });

  it('ends nothing of another chat', async () => {
    const { startIn, kill } = createBackgroundChat();
    const { running } = await startIn('other', 'sleep 9');
    const run = await kill('bg1');
    assert.equal(!run.ok && run.failure.errorCode, 'validation');
    assert.equal(running.calls.kill, 0);
  });

  it('decision 6: it is owned by the chat, so the shipped rule is approval enough', () => {
    assert.deepEqual(
      [bashKill.effect, bashKill.cacheable, bashKill.traits],
      ['state_change', false, ['ownedByChat']],
    );
  });
});
