import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import edit from '../../../../src/core/tools/edit';
import { createFakeFiles } from '../../fakes/files';
import { capabilitiesWith, runTool } from './run-tool';

const source = 'function sum(a, b) {\n  return a - b;\n}\n\nfunction twice(a) {\n  return a;\n}\n';

/** Message and remedy for a text that cannot be replaced. */
async function refusal(text: string, old_string: string) {
  const tool = bindTool(edit, capabilitiesWith({ files: createFakeFiles({ f: text }) }));
  const run = await runTool(tool, { path: 'f', old_string, new_string: 'new' });
  assert.ok(!run.ok, 'it was edited');
  assert.equal(run.failure.category, 'invalid_parameters');
  return run.failure;
}

describe('edit of a text that is not there', () => {
  it('shows the nearest lines', async () => {
    const { message, suggestion } = await refusal(source, '  return a * b;');
    assert.equal(
      message,
      'old_string was not found. The nearest lines are:\n    2\t  return a - b;',
    );
    assert.equal(suggestion, 'Copy old_string exactly from the file, with its indentation.');
  });

  it('shows as many lines as were sought, around the one most alike', async () => {
    const { message } = await refusal(source, '{\n  return a * b;\n}');
    assert.match(message, /are:\n {4}1\tfunction sum\(a, b\) \{\n {4}2\t.*\n {4}3\t\}$/);
  });

  for (const [name, text, sought, only] of [
    ['indentation', source, '\treturn a - b;', 'blanks at the ends of lines'],
    ['trailing blanks', 'one  \ntwo\n', 'one\ntwo', 'blanks at the ends of lines'],
    ['tabs inside a line', 'int\tcount = 1;\n', 'int count = 1;', 'blanks or tabs'],
    ['a blank that is none', 'int\u00a0count;\n', 'int count;', 'blanks or tabs'],
    ['a character nobody sees', 'co\u200bunt = 1;\n', 'count = 1;', 'blanks or tabs'],
    ['curly quotes', 'say(\u201chello\u201d)\n', 'say("hello")', 'quotes, dashes or dots'],
    ['a long dash', 'one \u2014 two\n', 'one - two', 'quotes, dashes or dots'],
    ['capitals', 'const Total = 1;\n', 'const total = 1;', 'upper and lower case'],
    ['how an accent is made', 'caf\u00e9s\n', 'cafe\u0301s', 'letters with combining marks'],
    [
      'two things at once',
      '  Say(\u2018hello\u2019)\n',
      "say('hello')",
      'quotes, dashes or dots and upper and lower case',
    ],
  ] as const) {
    it(`says that only ${name} differs`, async () => {
      const { message } = await refusal(text, sought);
      const [line = ''] = text.split('\n');
      const start = `old_string was not found. Only ${only} differ. The nearest lines are:\n`;
      assert.ok(message.startsWith(start), message);
      assert.ok(message.includes(`\t${line}`) || name === 'indentation', message);
    });
  }

  it('finds a part of a long line', async () => {
    const { message } = await refusal(
      `zzz\nconst result = await computeTotal(items, prices, discount, taxes, options);\n`,
      'computeTotals(items, prices',
    );
    assert.match(message, /nearest lines are:\n {4}2\tconst result/);
  });

  it('says of single carriage returns, which no reader sees as line endings', async () => {
    const { message } = await refusal('one\rtwo\rthree', 'one\ntwo');
    assert.match(message, / Only line endings differ\. /);
  });

  it('knows a copied line number', async () => {
    const { message, suggestion } = await refusal(source, '    2\t  return a - b;');
    assert.equal(message, 'old_string was not found: it begins with a line number.');
    assert.match(suggestion, /^Remove the line numbers/);
  });

  it('decision 43: knows a redacted value', async () => {
    const { message, suggestion } = await refusal(source, 'key=[REDACTED:jwt]');
    assert.equal(message, 'old_string was not found: it contains a [REDACTED:] mark.');
    assert.match(suggestion, /^The file has the real value there/);
  });

  it('says when nothing is alike', async () => {
    const { message } = await refusal(source, 'zzzz qqqq');
    assert.equal(message, 'old_string was not found, and no line is similar.');
    assert.match((await refusal('', 'x')).message, /no line is similar/);
  });

  it('bounds what it shows', async () => {
    const long = `${'x'.repeat(2000)} = 1;\n`;
    const { message } = await refusal(long.repeat(100), `${long.repeat(60)}y`);
    assert.equal(message.split('\n').length, 21);
    assert.ok(message.length < 7000);
  });
});

describe('edit of a text that is not unique', () => {
  it('lists the occurrences and shows each with the lines around it', async () => {
    const { message, suggestion } = await refusal(source, 'return a');
    assert.equal(
      message,
      [
        'old_string occurs 2 times, at lines 2, 6:',
        '    1\tfunction sum(a, b) {',
        '    2\t  return a - b;',
        '    3\t}',
        '  ...',
        '    5\tfunction twice(a) {',
        '    6\t  return a;',
        '    7\t}',
      ].join('\n'),
    );
    assert.match(suggestion, /set replace_all to true\.$/);
  });

  it('counts all places, lists ten and shows five', async () => {
    const { message } = await refusal('x\n'.repeat(30), 'x');
    const [said, ...shown] = message.split('\n');
    assert.equal(
      said,
      'old_string occurs 30 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more:',
    );
    assert.equal(shown.filter((line) => line === '  ...').length, 4);
  });

  it('takes two places for the same that differ in line endings alone', async () => {
    const { message } = await refusal('a\r\nb\r\na\nb\n', 'a\nb');
    assert.match(message, /2 times, at lines 1, 3:/);
  });
});
