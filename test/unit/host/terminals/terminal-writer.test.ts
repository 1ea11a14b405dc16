import assert from 'node:assert/strict';
import { createTerminalWriter } from '../../../../src/host/terminals/terminal-writer';
import { createFakeClock } from '../../fakes/clock';

function open() {
  const clock = createFakeClock();
  const written: string[] = [];
  const writer = createTerminalWriter(clock, (text) => written.push(text));
  return { clock, written, writer };
}

describe('writing to a terminal', () => {
  it('joins output of 50 ms', () => {
    const { clock, written, writer } = open();
    writer.opened();
    writer.mirror('a\n');
    writer.mirror('b\n');
    clock.advance(49);
    assert.deepEqual(written, []);
    clock.advance(1);
    assert.deepEqual(written, ['a\r\nb\r\n']);
  });

  it('writes text of the host after the output so far', () => {
    const { written, writer } = open();
    writer.opened();
    writer.mirror('out\n');
    writer.print('end');
    assert.deepEqual(written, ['out\r\n', 'end']);
  });

  it('keeps what comes before the terminal is open, 64 KB at most', () => {
    const { clock, written, writer } = open();
    writer.print('head\n');
    writer.mirror('x'.repeat(100 * 1024));
    clock.advance(1000);
    assert.deepEqual(written, []);
    writer.opened();
    const text = written.join('');
    assert.ok(text.startsWith('head\nxxx'));
    assert.match(text, /… 36869 bytes skipped …/);
    assert.ok(text.length < 65 * 1024);
  });

  it('keeps to 256 KB a second and says how much it skipped', () => {
    const { clock, written, writer } = open();
    writer.opened();
    let sent = 0;
    for (let tick = 0; tick < 100; tick += 1) {
      writer.mirror('x'.repeat(128 * 1024));
      sent += 128 * 1024;
      clock.advance(50);
    }
    const shown = written.join('').replace(/[^x]/g, '').length;
    const skipped = [...written.join('').matchAll(/… (\d+) bytes skipped …/g)];
    assert.ok(shown < 7 * 256 * 1024, `${shown} bytes in five seconds`);
    assert.equal(shown + skipped.reduce((sum, [, bytes]) => sum + Number(bytes), 0), sent);
  });

  it('shows a short burst whole', () => {
    const { clock, written, writer } = open();
    writer.opened();
    writer.mirror('x'.repeat(200 * 1024));
    clock.advance(50);
    assert.equal(written.join('').length, 200 * 1024);
  });

  it('writes nothing more when it is disposed', () => {
    const { clock, written, writer } = open();
    writer.opened();
    writer.mirror('late');
    writer.dispose();
    clock.advance(1000);
    assert.deepEqual(written, []);
  });
});
