import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeWord } from '../../../../../src/core/shell/parser/decode-word';

describe('decodeWord', () => {
  const known: readonly (readonly [string, string])[] = [
    ['ls', 'ls'],
    ['r"m"', 'rm'],
    ["r'm'", 'rm'],
    ['\\rm', 'rm'],
    ['r\\m', 'rm'],
    ["''", ''],
    ['a\\ b', 'a b'],
    ['"a b"\'c d\'e', 'a bc de'],
    ['"\\$x \\` \\" \\\\ \\n"', '$x ` " \\ \\n'],
    ["'\\$x'", '\\$x'],
    ['"it\'s"', "it's"],
    ["'it'\\''s'", "it's"],
    ["$'a\\tb\\n'", 'a\tb\n'],
    ["$'\\x72\\155'", 'rm'],
    ["$'\\u0072\\U0000006d'", 'rm'],
    ["$'\\cA\\e\\''", "\u0001\u001b'"],
    ["$'\\q'", '\\q'],
    ['$"rm"', 'rm'],
    ['$', '$'],
    ['a$', 'a$'],
    ['"$"', '$'],
    ['$%', '$%'],
    ['~', '~'],
    ['~/src', '~/src'],
    ['a~b', 'a~b'],
    ['{}', '{}'],
    ['stash@{0}', 'stash@{0}'],
    ['{a', '{a'],
    ["'{a,b}'", '{a,b}'],
    ['\\{a,b}', '{a,b}'],
    ['[', '['],
    ['[[', '[['],
    [']', ']'],
    ["'*.ts'", '*.ts'],
    ['\\*', '*'],
    ['"[a]"', '[a]'],
    ['a#b', 'a#b'],
    ['x=1', 'x=1'],
    ['!', '!'],
    ['(', '('],
    ['>', '>'],
  ];
  for (const [raw, text] of known) {
    it(`reads ${JSON.stringify(raw)}`, () => {
      assert.deepEqual(decodeWord(raw), { text, known: true });
    });
  }

  const computed = [
    '$x',
    '"$x"',
    '${x}',
    '"a ${x@P}"',
    '$(ls)',
    '"$(ls)"',
    '`ls`',
    '"`ls`"',
    '$((1+2))',
    '$[1]',
    '$1',
    '$@',
    '$?',
    '$-',
    '*',
    'a?b',
    '[a-z]*',
    'x[1]',
    '{a,b}',
    '-{i,n}',
    '{1..3}',
    'a{"b",c}d',
    '~root',
    '~+',
    '~:',
    'x=~root',
    'x=~/a:~root',
    '<(ls)',
    '>(ls)',
    'x=(a b)',
    "$'\\x00'",
    "$'a\\0'",
    "$'\\u00e9'",
    "$'\\xe9'",
    "$'\\x'",
    "$'open",
    "'open",
    '"open',
    'a\\',
    'a b',
  ];
  for (const raw of computed) {
    it(`leaves ${JSON.stringify(raw)} to the shell`, () => {
      assert.deepEqual(decodeWord(raw), { text: raw, known: false });
    });
  }

  it('takes time in proportion to the word, whatever is in it', () => {
    // A pattern that backtracks would not come back from these.
    for (const part of ['{', '{,', '[', 'a=~:', '..}', '[]{,']) decodeWord(part.repeat(20_000));
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (raw) => {
        const word = decodeWord(raw);
        return word.known || word.text === raw;
      }),
    );
  });
});
