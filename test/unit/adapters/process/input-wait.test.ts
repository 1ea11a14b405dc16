import assert from 'node:assert/strict';
import {
  type InputState,
  InputWait,
  isQuestion,
} from '../../../../src/adapters/process/input-wait';
import { createFakeClock } from '../../fakes/clock';

/** Lets the result of a probe arrive. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function watch(state: InputState = 'reads', line = '') {
  const clock = createFakeClock();
  const heard: boolean[] = [];
  const seen = { state, line, looks: 0, heard };
  const inputWait = new InputWait({
    clock,
    openLine: () => seen.line,
    probe: () => {
      seen.looks += 1;
      return Promise.resolve(seen.state);
    },
  });
  const listen = () => inputWait.onChange((waits) => seen.heard.push(waits));
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settled();
  };
  return { seen, inputWait, listen, pass };
}

describe('a command that waits for input', () => {
  it('is reported once after two seconds of silence', async () => {
    const { seen, listen, pass } = watch();
    listen();
    await pass(1999);
    assert.deepEqual([seen.looks, seen.heard], [0, []]);
    await pass(1);
    await pass(2000);
    await pass(2000);
    assert.deepEqual([seen.looks, seen.heard], [3, [true]]);
  });

  it('is not checked while output flows or without listeners', async () => {
    const { seen, inputWait, listen, pass } = watch();
    await pass(10_000);
    const listening = listen();
    for (let second = 0; second < 10; second += 1) {
      await pass(1000);
      inputWait.noteActivity();
    }
    listening.dispose();
    await pass(10_000);
    assert.deepEqual([seen.looks, seen.heard], [0, []]);
  });

  it('continues with output, and may wait again', async () => {
    const { seen, inputWait, listen, pass } = watch();
    listen();
    await pass(2000);
    inputWait.noteActivity();
    assert.deepEqual(seen.heard, [true, false]);
    await pass(2000);
    assert.deepEqual(seen.heard, [true, false, true]);
  });

  it('is not waiting if output arrived during the check', async () => {
    const { seen, inputWait, listen, pass } = watch();
    listen();
    const passing = pass(2000);
    inputWait.noteActivity();
    await passing;
    assert.deepEqual([seen.looks, seen.heard], [1, []]);
  });

  it('stops waiting once it has ended', async () => {
    const { seen, inputWait, listen, pass } = watch();
    listen();
    await pass(2000);
    inputWait.end();
    await pass(10_000);
    assert.deepEqual([seen.looks, seen.heard], [1, [true, false]]);
  });

  it('is reported immediately to a later listener', async () => {
    const { seen, listen, pass } = watch();
    listen();
    await pass(2000);
    listen();
    assert.deepEqual(seen.heard, [true, true]);
  });

  it('stops waiting when it is busy again without output', async () => {
    const { seen, listen, pass } = watch();
    listen();
    await pass(2000);
    seen.state = 'busy';
    await pass(2000);
    assert.deepEqual(seen.heard, [true, false]);
  });

  it('knows how many lines the shell has read, unless another program may have read some', async () => {
    const { seen, inputWait, listen, pass } = watch('shell-reads');
    listen();
    assert.equal(inputWait.shellRead(), undefined);
    await pass(2000);
    assert.deepEqual(inputWait.shellRead(), { answered: 0 });
    inputWait.noteInput('yes\n');
    assert.deepEqual([inputWait.shellRead(), seen.heard], [undefined, [true, false]]);
    await pass(2000);
    assert.deepEqual(inputWait.shellRead(), { answered: 1 });
    inputWait.noteInput('two\nlines\n');
    await pass(2000);
    assert.deepEqual(inputWait.shellRead(), { answered: undefined });
    seen.state = 'reads';
    await pass(2000);
    assert.equal(inputWait.shellRead(), undefined);
  });

  const cases: readonly (readonly [InputState, string, boolean])[] = [
    ['reads', '', true],
    ['reads', 'anything', true],
    ['shell-reads', '', true],
    ['busy', 'Continue? ', false],
    ['unknown', 'Continue? ', true],
    ['unknown', '', false],
    ['unknown', 'Compiling', false],
  ];
  for (const [state, line, expected] of cases) {
    it(`${expected ? 'waits' : 'does not wait'}: ${state}, with the last line "${line}"`, async () => {
      const { seen, listen, pass } = watch(state, line);
      listen();
      await pass(2000);
      assert.deepEqual(seen.heard, expected ? [true] : []);
    });
  }
});

describe('a last line that asks', () => {
  const asking = [
    'Name: ',
    'Continue?',
    'Proceed ([y]/n)? ',
    '> ',
    '[Y/n] ',
    'Overwrite (yes/no) then',
    "me@host's password",
    'Passphrase for key',
    'choice [1]',
    'package name: (work) ',
  ];
  for (const line of asking) it(line, () => assert.equal(isQuestion(line), true));

  const telling = ['', 'Compiling', '....', '50%', 'done.', 'in 3 s', '=====>   x'];
  for (const line of telling) it(`not: ${line}`, () => assert.equal(isQuestion(line), false));
});
