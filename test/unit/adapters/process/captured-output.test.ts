import assert from 'node:assert/strict';
import { createCapturedOutput, LiveText } from '../../../../src/adapters/process/captured-output';
import { createFakeClock } from '../../fakes/clock';

function watch(pending: () => string = () => '') {
  const clock = createFakeClock();
  const live = new LiveText(clock, pending);
  const seen: string[] = [];
  const listening = live.onText((text) => seen.push(text));
  return { clock, live, seen, listening };
}

describe('the kept output of a command', () => {
  it('003-overflow-1: is as long as the limit, and a megabyte of each stream alone', async () => {
    const megabyte = 1024 * 1024;
    const output = createCapturedOutput({ outputByteLimit: 3 * megabyte }, createFakeClock());
    const line = `${'x'.repeat(1023)}\n`;
    const print = (kilobytes: number) => {
      for (let each = 0; each < kilobytes; each += 1) output.write('stdout', line, true);
    };
    print(2048);
    assert.equal(output.read().combined.length, 2 * megabyte);
    assert.ok(output.read().stdout.length <= megabyte + 100);
    print(4096);
    await output.end();
    const { combined, truncated } = output.read();
    assert.ok(combined.length <= 3 * megabyte + 100);
    assert.match(combined, /\n… \d+ bytes cut …\n/);
    assert.equal(truncated, true);
  });
});

describe('live text', () => {
  it('joins text that arrives within 48 ms', () => {
    const { clock, live, seen } = watch();
    live.write('a\n');
    clock.advance(47);
    live.write('b\n');
    assert.deepEqual(seen, []);
    clock.advance(1);
    assert.deepEqual(seen, ['a\nb\n']);
  });

  it('shows a line before its end, and then only what is new', () => {
    let pending = 'Continue? ';
    const { clock, live, seen } = watch(() => pending);
    live.write('');
    clock.advance(48);
    pending = '';
    live.write('Continue? yes\nok\n');
    clock.advance(48);
    assert.deepEqual(seen, ['Continue? ', 'yes\nok\n']);
  });

  it('shows a rewritten line once more when it is complete', () => {
    let pending = '10%';
    const { clock, live, seen } = watch(() => pending);
    live.write('');
    clock.advance(48);
    pending = '50%';
    live.write('');
    clock.advance(48);
    pending = '';
    live.write('100%\n');
    clock.advance(48);
    assert.deepEqual(seen, ['10%', '\n100%\n']);
  });

  it('drops the middle of more than 64 KB and reports how much', () => {
    const { clock, live, seen } = watch();
    live.write('x'.repeat(100 * 1024));
    clock.advance(48);
    assert.equal(seen.length, 1);
    assert.match(seen.join(''), /^x{28672}\n… 45056 bytes cut …\nx{28672}$/);
  });

  it('passes everything on at the end', () => {
    const { live, seen } = watch();
    live.write('last');
    live.end();
    assert.deepEqual(seen, ['last']);
  });

  it('sends earlier output to a late listener', () => {
    const clock = createFakeClock();
    const live = new LiveText(clock, () => '');
    live.write('early\n');
    let seen = '';
    live.onText((text) => (seen += text));
    clock.advance(48);
    assert.equal(seen, 'early\n');
  });

  it('sends nothing to a disposed listener', () => {
    const { clock, live, seen, listening } = watch();
    listening.dispose();
    live.write('a');
    clock.advance(100);
    assert.deepEqual(seen, []);
  });
});
