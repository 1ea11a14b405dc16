import assert from 'node:assert/strict';
import {
  compileExpression,
  createLineMatcher,
} from '../../../../../src/core/filters/lines/patterns';
import { builtInRules } from '../../../../../src/core/filters/built-in.gen';
import { readFilterFixtures } from '../read-fixtures';

/** Patterns of every form that is tried in a way of its own. */
const patterns: readonly string[] = [
  '^Compiling ',
  '^(?:a|b) ',
  '^a|b$',
  '(a)\\1',
  '^(?<word>\\w+) \\k<word>',
  '(?i)^error',
  '(?i)warning',
  'total: \\d+',
  'colou?r',
  'x{0,2}yz',
  'ab*c',
  'end\\.$',
  '[|]pipe',
  'one|two',
  '(?!no)yes',
  '\\bword\\b',
  '\\x41bc',
  '\\u0041de',
];
const lines: readonly string[] = [
  '',
  'Compiling serde',
  ' Compiling serde',
  'a b',
  'b a',
  'cab',
  'aa',
  'so so',
  'ERROR: no',
  'a WARNING',
  'total: 12',
  'total: none',
  'color',
  'colour',
  'yz',
  'xxyz',
  'ac',
  'abbbc',
  'the end.',
  '|pipe',
  'two',
  'yes',
  'a word here',
  'swords',
  'Abc',
  'Ade',
];

function assertSame(some: readonly string[], line: string): void {
  const expected = some.some((pattern) => compileExpression(pattern).test(line));
  assert.equal(createLineMatcher(some)(line), expected, `${some.join('   ')} on "${line}"`);
}

describe('a test of lines', () => {
  it('says what its patterns say, each alone', () => {
    for (const pattern of patterns) for (const line of lines) assertSame([pattern], line);
  });

  it('says what its patterns say together', () => {
    for (const [at] of patterns.entries()) {
      for (const line of lines) assertSame(patterns.slice(at, at + 5), line);
    }
  });

  it('fits nothing without patterns', () => {
    assert.ok(!lines.some(createLineMatcher([])));
  });

  for (const { name, strategy } of builtInRules) {
    if (!('patterns' in strategy)) continue;
    it(`says of its own outputs what the patterns of ${name} say`, () => {
      const expressions = strategy.patterns.map(compileExpression);
      const fits = createLineMatcher(strategy.patterns);
      for (const { output } of readFilterFixtures().filter(({ rule }) => rule === name)) {
        for (const line of output.split('\n')) {
          assert.equal(
            fits(line),
            expressions.some((expression) => expression.test(line)),
          );
        }
      }
    });
  }
});
