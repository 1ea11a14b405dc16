import assert from 'node:assert/strict';
import {
  commandFooter,
  commandHeader,
  createMirrorFilter,
  withCarriageReturns,
} from '../../../../src/host/terminals/terminal-text';

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

  it('passes colours and movements in the line on, and nothing that speaks for the host', () => {
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
