import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutRepeat } from '../../../../src/host/background/background-command';
import { createBackgroundChat } from '../../core/tools/background-chat';

describe('the commands in the background', () => {
  it('count through each chat, and no chat sees those of another', async () => {
    const { background, startIn } = createBackgroundChat();
    const ids = [];
    for (const chat of ['a', 'a', 'b']) ids.push((await startIn(chat, 'x')).id);
    assert.deepEqual(ids, ['bg1', 'bg2', 'bg1']);
    assert.deepEqual(
      background.list('a').map(({ id }) => id),
      ['bg1', 'bg2'],
    );
    assert.deepEqual(background.list('c'), []);
  });

  it('are at most 8 at a time in a chat; one that ends makes room, and its number is not used again', async () => {
    const { background, startIn, start } = createBackgroundChat();
    const first = await start();
    for (let count = 1; count < 8; count += 1) await start();
    assert.equal(background.hasRoom('s1'), false);
    assert.equal(background.hasRoom('other'), true);
    await assert.rejects(startIn('s1', 'ninth'));
    await first.exit(0);
    assert.equal((await start()).id, 'bg9');
  });

  it('are kept when they have ended, the last 20 of a chat', async () => {
    const { background, start } = createBackgroundChat();
    const server = await start();
    for (let count = 0; count < 25; count += 1) await (await start()).exit(count);
    const listed = background.list('s1');
    assert.equal(listed.length, 21);
    assert.deepEqual([listed[0]?.id, listed[1]?.id, listed.at(-1)?.id], [server.id, 'bg7', 'bg26']);
  });

  it('keep at most 256 KB of the output of one that has ended, and say so', async () => {
    const { background, start } = createBackgroundChat();
    const { running, exit } = await start();
    running.write('stdout', `${'x'.repeat(300 * 1024)}end\n`);
    await exit(0);
    const { text, truncated } = (await background.list('s1')[0]?.output()) ?? {
      text: '',
      truncated: false,
    };
    assert.deepEqual([text.length, text.endsWith('end\n'), truncated], [256 * 1024, true, true]);
  });

  it('keep at most 256 KB of unread output', async () => {
    const { background, start } = createBackgroundChat();
    const { running } = await start();
    for (let count = 0; count < 5; count += 1) running.write('stdout', 'x'.repeat(100 * 1024));
    const { text, truncated } = background.list('s1')[0]?.takeNew() ?? {
      text: '',
      truncated: false,
    };
    assert.equal(truncated, true);
    assert.ok(text.length < 257 * 1024);
  });

  it('are reported once when they have ended', async () => {
    const { background, start, clock } = createBackgroundChat();
    const { exit } = await start('npm run build');
    clock.advance(90_000);
    assert.deepEqual(background.takeEnded('s1'), []);
    await exit(1);
    const [ended, ...others] = background.takeEnded('s1');
    assert.deepEqual(
      [ended?.id, ended?.command, ended?.durationMs],
      ['bg1', 'npm run build', 90_000],
    );
    assert.deepEqual([others, background.takeEnded('s1')], [[], []]);
  });

  it('notify of visible changes: start, waiting for input, end', async () => {
    const { background, start } = createBackgroundChat();
    const seen: string[] = [];
    const watching = background.onDidChange((sessionId) => {
      const [command] = background.list(sessionId);
      const state = command?.end() === undefined ? 'runs' : 'ended';
      seen.push(`${state}${command?.waitsForInput() === true ? ', waits' : ''}`);
    });
    const { running, exit } = await start();
    running.waitForInput(true);
    running.waitForInput(true);
    running.waitForInput(false);
    await exit(0);
    watching.dispose();
    await start();
    assert.deepEqual(seen, ['runs', 'runs, waits', 'runs', 'ended']);
  });

  it('are forgotten with their chat, and a late end is not reported', async () => {
    const { background, start } = createBackgroundChat();
    const { exit } = await start();
    background.endSession('s1');
    let changes = 0;
    background.onDidChange(() => (changes += 1));
    await exit(0);
    assert.deepEqual([background.list('s1'), changes], [[], 0]);
  });

  it('stopping settles when the command is gone and its end is known', async () => {
    const { background, start } = createBackgroundChat();
    await start();
    const [command] = background.list('s1');
    await command?.stop('person');
    assert.deepEqual([command?.end()?.stopped, command?.end()?.exit.exitCode], ['person', 143]);
  });
});

describe('unread output of a command', () => {
  it('begins where the answer of its call ended, though live text comes a little late', async () => {
    const { background, startIn } = createBackgroundChat();
    const { running } = await startIn('s1', 'npm start', 'one\ntwo\n');
    running.write('stdout', 'two\nthree\n');
    assert.equal(background.list('s1')[0]?.takeNew().text, 'three\n');
  });

  it('lacks what came as live text only after it was answered', () => {
    assert.equal(withoutRepeat('one\ntwo\n', 'two\nthree\n'), 'three\n');
    assert.equal(withoutRepeat('one\n', 'two\n'), 'two\n');
    assert.equal(withoutRepeat('one\n', 'one\n'), '');
    assert.equal(withoutRepeat('', 'one\n'), 'one\n');
  });

  it('lacks exactly the longest begin that was answered, whatever repeats', () => {
    const naive = (before: string, text: string): string => {
      const lengths = Array.from({ length: text.length + 1 }, (_, at) => text.length - at);
      return text.slice(lengths.find((length) => before.endsWith(text.slice(0, length))));
    };
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(few, few, (before, text) => {
        assert.equal(withoutRepeat(before, text), naive(before, text));
      }),
    );
  });

  it('keeps a repetition that comes later', async () => {
    const { background, startIn, clock } = createBackgroundChat();
    const { running } = await startIn('s1', 'npm start', 'tick\n');
    clock.advance(1000);
    running.write('stdout', 'tick\n');
    assert.equal(background.list('s1')[0]?.takeNew().text, 'tick\n');
  });

  it('cuts no credential between two reads, and keeps back nothing when the command has ended', async () => {
    const { background, startIn, clock } = createBackgroundChat();
    const { running, exit } = await startIn('s1', 'npm start', '');
    clock.advance(1000);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    running.write('stdout', `ready\nTOKEN=${token.slice(0, 12)}`);
    const [command] = background.list('s1');
    assert.equal(command?.takeNew().text, 'ready\n');
    assert.equal(command.takeNew().text, '');
    running.write('stdout', token.slice(12));
    assert.equal(command.takeNew().text, '');
    await exit(0);
    assert.equal(command.takeNew().text, `TOKEN=${token}`);
    assert.equal(command.takeNew().text, '');
  });
});
