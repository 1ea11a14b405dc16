import assert from 'node:assert/strict';
import bashOutput from '../../../../src/core/tools/bash-output';
import { createFakeFilters, reportOf } from '../../fakes/filters';
import { createBackgroundChat, settled } from './background-chat';
import type { ToolRun } from './run-tool';

function textOf(run: ToolRun): string {
  return run.ok ? run.text : `${run.failure.errorCode}: ${run.failure.message}`;
}

describe('bash_output', () => {
  it('lists the commands of its own chat, those that run and those that have ended', async () => {
    const { start, startIn, output, clock } = createBackgroundChat();
    assert.match(textOf(await output()), /^This chat has no background commands/);
    await start('npm start');
    const build = await start('npm run build');
    await startIn('other', 'sleep 9');
    clock.advance(12_000);
    await build.exit(1);
    const run = await output();
    assert.equal(
      textOf(run),
      'bg1 running for 12 s: npm start\nbg2 ended with exit code 1 after 12 s: npm run build',
    );
    assert.deepEqual(run.ok && run.output['commands'], [
      { id: 'bg1', command: 'npm start', state: 'running', seconds: 12 },
      { id: 'bg2', command: 'npm run build', state: 'ended', seconds: 12, exit_code: 1 },
    ]);
  });

  it('003-filters-1: what it reads passes the filters of the command, as what bash_kill reads does', async () => {
    const filters = createFakeFilters((whole, exitCode) =>
      reportOf(`short ${String(exitCode)}\n`, whole),
    );
    const { start, output, kill } = createBackgroundChat(filters);
    const { id, running } = await start('npm run build');
    running.write('stdout', 'one\n');
    const read = await output({ id });
    assert.equal(read.ok && read.filter?.text, 'short undefined\n');
    running.write('stdout', 'two\n');
    const ended = await kill(id);
    assert.match(String(ended.ok && ended.filter?.text), /^short /);
    assert.deepEqual(filters.commands, ['npm run build', 'npm run build']);
  });

  it('003-overflow-8: refers to all of an output of which memory has only a part, also once it has ended', async () => {
    const { start, output, terminals } = createBackgroundChat();
    const { running, exit } = await start();
    running.write('stdout', 'short\n');
    assert.equal(/overflow/.test(textOf(await output({ id: 'bg1' }))), false);
    terminals.spool = 'the-id';
    running.write('stdout', 'long\n');
    const note = /\n\[to read .* use read_overflow with overflow:the-id\]\n/;
    assert.match(textOf(await output({ id: 'bg1' })), note);
    await exit(0);
    assert.match(textOf(await output({ id: 'bg1', since_last: false })), note);
  });

  it('says so when a part of an output is nowhere kept', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', `${'x'.repeat(300 * 1024)}\n`);
    assert.match(textOf(await output({ id: 'bg1' })), /\[part of the output .* no longer kept\]/);
  });

  it('says of a command that it waits for input', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.waitForInput(true);
    assert.match(textOf(await output()), /^bg1 running for 0 s, waits for input: npm start$/);
  });

  it('a credential in a command is not shown', async () => {
    const { start, output } = createBackgroundChat();
    await start(`curl -H "Authorization: Bearer ghp_${'a1B2'.repeat(9)}" x`);
    assert.equal(textOf(await output()).includes('ghp_'), false);
  });

  it('reads what is new since the last reading', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', 'one\n');
    assert.equal(textOf(await output({ id: 'bg1' })), '[bg1 running for 0 s: npm start]\none');
    assert.match(textOf(await output({ id: 'bg1' })), /\(no new output\)$/);
    running.write('stderr', 'two\n');
    assert.match(textOf(await output({ id: 'bg1' })), /\ntwo$/);
  });

  it('reads the end of all when asked to, and leaves what is new for the next reading', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', 'one\ntwo\nthree\n');
    const tail = { id: 'bg1', since_last: false, tail_lines: 2 };
    assert.match(textOf(await output(tail)), /\n\[1 earlier lines omitted.*\]\ntwo\nthree$/);
    assert.match(textOf(await output({ id: 'bg1' })), /\none\ntwo\nthree$/);
  });

  it('answers at most 200 lines unless asked for more', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', 'x\n'.repeat(300));
    const run = await output({ id: 'bg1' });
    assert.deepEqual(run.ok && [run.output['left_out_lines'], run.output['text']], [
      100,
      'x\n'.repeat(200),
    ]);
  });

  it('answers the exit code once it has ended, and the output that is kept', async () => {
    const { start, output, clock } = createBackgroundChat();
    const { running, exit } = await start();
    running.write('stdout', 'bye\n');
    clock.advance(200_000);
    await exit(3);
    assert.equal(
      textOf(await output({ id: 'bg1' })),
      '[bg1 ended with exit code 3 after 3 min: npm start]\nbye',
    );
    assert.match(textOf(await output({ id: 'bg1', since_last: false })), /\nbye$/);
  });

  it('an end that was read is not reported again', async () => {
    const { start, output, background } = createBackgroundChat();
    const { exit } = await start();
    await exit(0);
    await output({ id: 'bg1' });
    assert.deepEqual(background.takeEnded('s1'), []);
  });

  it('a command of another chat is as unknown as none: validation, and what there is', async () => {
    const { start, startIn, output } = createBackgroundChat();
    await startIn('other', 'sleep 9');
    const none = await output({ id: 'bg1' });
    assert.ok(!none.ok);
    assert.equal(none.failure.errorCode, 'validation');
    await start();
    const wrong = await output({ id: 'bg7' });
    assert.ok(!wrong.ok);
    assert.match(wrong.failure.suggestion, /Use one of: bg1\./);
  });

  it('is held to its ranges', () => {
    const bad = [{ wait_seconds: 121 }, { wait_seconds: -1 }, { tail_lines: 0 }, { id: '' }];
    for (const args of bad) assert.equal(bashOutput.input.safeParse(args).success, false);
  });
});

describe('bash_output, waiting', () => {
  it('answers as soon as there is something new', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    const answer = output({ id: 'bg1', wait_seconds: 60 });
    await settled();
    running.write('stdout', 'ready\n');
    assert.match(textOf(await answer), /\nready$/);
  });

  it('answers as soon as it has ended', async () => {
    const { start, output } = createBackgroundChat();
    const { exit } = await start();
    const answer = output({ id: 'bg1', wait_seconds: 60 });
    await exit(0);
    assert.match(textOf(await answer), /ended with exit code 0/);
  });

  it('waits for nothing when there is news already', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    running.write('stdout', 'ready\n');
    assert.match(textOf(await output({ id: 'bg1', wait_seconds: 60 })), /\nready$/);
  });

  it('answers without news when the time is over', async () => {
    const { start, output, clock } = createBackgroundChat();
    await start();
    const answer = output({ id: 'bg1', wait_seconds: 60 });
    await settled();
    clock.advance(60_000);
    assert.match(textOf(await answer), /running for 60 s.*\]\n\(no new output\)$/);
  });

  it('ends at once when the call is cancelled, and takes nothing away', async () => {
    const { start, output } = createBackgroundChat();
    const { running } = await start();
    const cancel = new AbortController();
    const answer = output({ id: 'bg1', wait_seconds: 60 }, cancel.signal);
    await settled();
    cancel.abort();
    assert.match(textOf(await answer), /^cancelled: /);
    running.write('stdout', 'kept\n');
    assert.match(textOf(await output({ id: 'bg1' })), /\nkept$/);
  });
});
