import assert from 'node:assert/strict';
import { SessionScreens } from '../../../../src/host/terminals/session-screens';
import { createFakeClock } from '../../fakes/clock';
import { createFakeWindows, plainText } from './fake-windows';

function open(titles: Readonly<Record<string, string>> = {}) {
  const { windows, open: openWindow } = createFakeWindows();
  const screens = new SessionScreens({
    clock: createFakeClock(),
    openWindow,
    chatTitle: (sessionId) => titles[sessionId],
  });
  const closed: string[] = [];
  const take = (sessionId: string, terminalId: string) =>
    screens.take(sessionId, terminalId, () => closed.push(terminalId));
  return { screens, windows, closed, take };
}

describe('the terminals of chats', () => {
  it('uses one terminal for one command after another', () => {
    const { windows, take } = open();
    take('chat', 't1').release();
    take('chat', 't2').release();
    assert.deepEqual(
      windows.map((window) => window.title),
      ['Gatehouse'],
    );
  });

  it('opens a second one while the first is taken, and goes back to the first', () => {
    const { windows, take } = open({ chat: 'Fix tests' });
    const first = take('chat', 't1');
    take('chat', 't2');
    first.release();
    take('chat', 't3');
    assert.deepEqual(
      windows.map((window) => window.title),
      ['Fix tests · Gatehouse', 'Fix tests · Gatehouse (2)'],
    );
  });

  it('gives every chat its own', () => {
    const { windows, take } = open();
    take('a', 't1').release();
    take('b', 't2').release();
    assert.equal(windows.length, 2);
  });

  it('says of itself, once, that it is not redacted', () => {
    const { windows, take } = open();
    const first = take('chat', 't1');
    first.screen.opened();
    first.release();
    take('chat', 't2');
    assert.equal(windows[0]?.text.split('is not redacted').length, 2);
  });

  it('shows the first terminal of a chat without taking the focus, and no later one', () => {
    const { windows, take } = open();
    take('chat', 't1');
    take('chat', 't2');
    assert.deepEqual(
      windows.map((window) => window.shown),
      [['show'], []],
    );
  });

  it('reveals the terminal that a command ran in', () => {
    const { screens, windows, take } = open();
    take('chat', 't1').release();
    take('chat', 't2');
    screens.reveal('t1');
    screens.reveal('unknown');
    assert.deepEqual(
      windows.map((window) => window.shown),
      [['show', 'focus']],
    );
  });

  it('notifies the command when its terminal is closed, and opens another for the next one', () => {
    const { windows, closed, take } = open();
    take('chat', 't1');
    windows[0]?.closed();
    assert.deepEqual(closed, ['t1']);
    take('chat', 't2');
    assert.equal(windows.length, 2);
    assert.deepEqual(windows[1]?.shown, []);
  });

  it('notifies no command when an idle terminal is closed', () => {
    const { windows, closed, take } = open();
    take('chat', 't1').release();
    windows[0]?.closed();
    assert.deepEqual(closed, []);
  });

  it('closes the terminals of a chat that ends, and of no other', () => {
    const { screens, windows, closed, take } = open();
    take('a', 't1');
    take('b', 't2');
    screens.endSession('a');
    assert.deepEqual(
      windows.map((window) => window.isDisposed),
      [true, false],
    );
    assert.deepEqual(closed, ['t1']);
    screens.dispose();
    assert.deepEqual(closed, ['t1', 't2']);
  });

  it('makes a title of one short line', () => {
    const { windows, take } = open({ chat: `a\nb\x1b${'x'.repeat(100)}` });
    take('chat', 't1');
    assert.match(windows[0]?.title ?? '', /^a\\nb\\ex{34} · Gatehouse$/);
  });
});

describe('the screen of a terminal', () => {
  const exit = { exitCode: 1, exitCodeKnown: true };

  it('shows the command, both streams and the end', () => {
    const { windows, take } = open();
    const { screen } = take('chat', 't1');
    screen.opened();
    screen.begin({ command: 'npm test', cwd: '/ws' });
    screen.mirror('stdout', 'out\n');
    screen.mirror('stderr', 'err');
    screen.end(exit);
    assert.equal(plainText(windows[0]), '/ws\n$ npm test\nout\nerr\nexit code 1 · 0.0 s\n\n');
    assert.match(windows[0]?.text ?? '', /\x1b\[31merr\x1b\[39m/);
  });

  it('shows nothing of what is typed for a command that asks for a secret', () => {
    const { windows, take } = open();
    const { screen } = take('chat', 't1');
    const sent: string[] = [];
    screen.opened();
    screen.begin({ command: 'login', cwd: '/ws' });
    screen.attach({
      type: (text) => sent.push(text),
      closeInput: () => undefined,
      stop: () => undefined,
      hidesInput: () => true,
    });
    screen.typed('hunter3\x7f2\r');
    assert.deepEqual(sent, ['hunter2\n']);
    assert.equal(plainText(windows[0]), '/ws\n$ login\n\n');
  });

  it('takes what is typed while a command runs, and nothing between commands', () => {
    const { windows, take } = open();
    const { screen } = take('chat', 't1');
    const sent: string[] = [];
    screen.opened();
    screen.typed('early\r');
    screen.begin({ command: 'cat', cwd: '/ws' });
    screen.attach({
      type: (text) => sent.push(text),
      closeInput: () => sent.push('end'),
      stop: () => sent.push('stop'),
      hidesInput: () => false,
    });
    screen.typed('hi\r\x04\x03');
    screen.end(exit);
    screen.typed('late\r');
    assert.deepEqual(sent, ['hi\n', 'end', 'stop']);
    assert.equal(plainText(windows[0]), '/ws\n$ cat\nhi\n^C\nexit code 1 · 0.0 s\n\n');
  });

  it('says when a command could not be started', () => {
    const { windows, take } = open();
    const { screen } = take('chat', 't1');
    screen.opened();
    screen.begin({ command: 'x', cwd: '/ws' });
    screen.fail('No.');
    assert.equal(plainText(windows[0]), '/ws\n$ x\nNo.\n\n');
  });
});
