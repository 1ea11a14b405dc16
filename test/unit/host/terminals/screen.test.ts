import assert from 'node:assert/strict';
import {
  commandFooter,
  commandHeader,
  createMirrorFilter,
  withCarriageReturns,
  TerminalWriter,
} from '../../../../src/host/terminals/screen';
import { createFakeClock } from '../../fakes/clock';

const plain = (text: string): string => text.replace(/\x1b\[\d*m/g, '');

describe('what a terminal shows around a command', () => {
  it('goes to the begin of each line', () => {
    assert.equal(withCarriageReturns('a\nb\r\nc'), 'a\r\nb\r\nc');
  });

  it('names the folder and the whole command', () => {
    assert.equal(plain(commandHeader('echo a\necho b', '/ws')), '/ws\r\n$ echo a\r\necho b\r\n');
  });

  it('shows what a command would hide', () => {
    const header = commandHeader('echo\x1b[2K safe\r rm', '/w\x1b[1m');
    assert.equal(plain(header), '/w\\e[1m\r\n$ echo\\e[2K safe\\r rm\r\n');
  });

  it('says how much of a very long command is left out', () => {
    const header = plain(commandHeader('x'.repeat(4100), '/ws'));
    assert.match(header, /x{4000}\r\n… 100 characters more …\r\n$/);
  });

  const endings = [
    [{ exitCode: 0, exitCodeKnown: true }, 1234, 'exit code 0 · 1.2 s'],
    [{ exitCode: 2, exitCodeKnown: true }, 90, 'exit code 2 · 0.0 s'],
    [
      { exitCode: 137, exitCodeKnown: true, signal: 'SIGKILL' },
      0,
      'exit code 137 (SIGKILL) · 0.0 s',
    ],
    [{ exitCode: -1, exitCodeKnown: false }, 59_999, 'ended, exit code unknown · 59.9 s'],
    [
      { exitCode: 143, exitCodeKnown: true, endedBy: 'person' },
      61_000,
      'stopped by you · 1 min 1 s',
    ],
    [{ exitCode: 143, exitCodeKnown: true, endedBy: 'kill' }, 600_000, 'stopped · 10 min 0 s'],
  ] as const;
  for (const [exit, duration, text] of endings) {
    it(`ends with "${text}"`, () => {
      assert.equal(plain(commandFooter(exit, duration)).trim(), text);
    });
  }

  it('passes colors and movements in the line on, and nothing that imitates the host', () => {
    const filter = createMirrorFilter();
    const kept = '\x1b[1;31mred\x1b[0m\x1b[2K\x1b[3G';
    assert.equal(filter.write(kept), kept);
    const otherLines = '\x1b[1A\x1b[B\x1b[2J\x1b[H\x1b[1;1f\x1b[5E\x1b[2d';
    assert.equal(filter.write(otherLines), '');
    const gone =
      '\x1b]0;title\x07\x1b]52;c;aGk=\x07\x1b]633;A\x07\x1b[c\x1b[6n\x1b[?1049h\x1b[?25l\x1b[3J\x1bc';
    assert.equal(filter.write(gone), '');
  });
});

function open() {
  const clock = createFakeClock();
  const written: string[] = [];
  const writer = new TerminalWriter(clock, (text) => written.push(text));
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
    assert.match(text, /… 45061 bytes skipped …/);
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
