import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createEscapeFilter, LineResolver, isLineSequence } from '../../../../src/core/base/ansi';

/** As a command's output goes: the filter, then the lines. */
function shown(...pieces: readonly string[]): string {
  const filter = createEscapeFilter(isLineSequence);
  const lines = new LineResolver();
  return pieces.map((piece) => lines.write(filter.write(piece))).join('') + lines.end();
}

const esc = '\x1b';

describe('003-filters-11: terminal text', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['keeps plain text, tabs and blank lines', 'a\tb\n\nç😀\n', 'a\tb\n\nç😀\n'],
    ['removes colours', `${esc}[1;31mred${esc}[0m`, 'red'],
    ['removes a title ended by BEL', `${esc}]0;title\x07text`, 'text'],
    ['removes a link ended by ST', `${esc}]8;;http://x${esc}\\link${esc}]8;;${esc}\\`, 'link'],
    ['removes the shell marks of VS Code', `${esc}]633;C\x07out${esc}]633;D;0\x07`, 'out'],
    [
      'removes DCS, APC, PM and SOS',
      `${esc}P1$q${esc}\\a${esc}_x${esc}\\b${esc}^x${esc}\\c`,
      'abc',
    ],
    ['removes character set and keypad switches', `${esc}(B${esc}=${esc}>${esc}7x`, 'x'],
    ['removes 8-bit controls', '\x9b31mred\x9d0;t\x9cx\x85', 'redx'],
    ['removes NUL, BEL and DEL', 'a\0b\x07c\x7fd', 'abcd'],
    ['makes LF of CRLF', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['makes LF of vertical tab and form feed', 'a\x0bb\x0cc', 'a\nb\nc'],
    ['leaves of a progress bar its last state', '10%\r50%\r100%\n', '100%\n'],
    ['leaves what a shorter text does not cover', 'hello\rab\n', 'abllo\n'],
    ['erases to the end of the line', `hello\r${esc}[Kab\n`, 'ab\n'],
    ['erases the whole line', `hello${esc}[2K\rab\n`, 'ab\n'],
    ['leaves no blanks where a line was erased', `hello${esc}[2Kab\n`, 'ab\n'],
    ['moves to a column', `hello${esc}[1Gj${esc}[3GLL\n`, 'jeLLo\n'],
    ['moves left and right', `abc${esc}[2DX${esc}[2CY\n`, 'aXc Y\n'],
    ['moves back over overstruck text', 'b\bbo\bold', 'bold'],
    ['leaves a carriage return at the end alone', 'done\r', 'done'],
    ['is not stopped by an invalid sequence', `a${esc}[31\nb${esc}é`, 'a\nbé'],
    ['is not stopped by an escape inside an escape', `${esc}[3${esc}[31mred`, 'red'],
    ['loses no output after a stray start of a string', `${esc}]oops\nFAILED\n`, '\nFAILED\n'],
  ];
  for (const [title, input, expected] of cases) {
    it(title, () => assert.equal(shown(input), expected));
    it(`${title}, split anywhere`, () => assert.equal(shown(...Array.from(input)), expected));
  }

  it('keeps a line of 10,000 characters whole', () => {
    assert.equal(shown(`${'x'.repeat(10_000)}\r\n`), `${'x'.repeat(10_000)}\n`);
  });

  it('shows a line before it has ended', () => {
    const lines = new LineResolver();
    assert.equal(lines.write('one\nContinue? '), 'one\n');
    assert.equal(lines.pending(), 'Continue? ');
  });

  it('keeps the sequences that it is asked to keep', () => {
    const filter = createEscapeFilter((sequence) => sequence.endsWith('m'));
    assert.equal(filter.write(`${esc}[31mred${esc}[2J${esc}[`), `${esc}[31mred`);
    assert.equal(filter.write('0m!'), `${esc}[0m!`);
  });

  it('shows no control but tab and line feed, whatever comes', () => {
    const unit = fc.constantFrom(
      'a',
      '\n',
      '\r',
      '\b',
      esc,
      '[',
      ']',
      '2',
      ';',
      'K',
      'G',
      '\x9b',
      '\0',
      '\x07',
      '\\',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 200 }), (units) => {
        const text = shown(units.join(''));
        assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
        assert.equal(shown(...units), text);
      }),
    );
  });

  const hostile: readonly (readonly [string, string])[] = [
    ['an unterminated OSC', `${esc}]${'x'.repeat(99)}`],
    ['an unterminated CSI', `${esc}[${'1;'.repeat(49)}`],
    ['nested starts', `${esc}[${esc}]${esc}P`],
    ['carriage returns', 'ab\r'],
    ['backspaces', 'ab\b\b\b'],
    ['erased lines', `a${esc}[2K`],
    ['far columns', `${esc}[9999Gx${esc}[2K`],
    ['one long rewritten line', `${'x'.repeat(4000)}\r${`a${esc}[K\b`.repeat(1000)}`],
  ];
  for (const [title, unit] of hostile) {
    // Reading it again for each unit would take minutes, and the runner gives up sooner.
    it(`comes to an end with 1 MB of ${title}`, () => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      assert.ok(shown(text).length <= text.length);
    });
  }
});
