import assert from 'node:assert/strict';
import { compileExpression } from '../../../../../src/core/filters/lines/patterns';
import { translateRust } from '../../../../../src/core/filters/lines/rust-regex';

/** Pattern, what it matches and what it does not, as Rust's crate `regex` reads it. */
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['^Step \\d+/\\d+ : ', ['Step 1/9 : RUN'], ['Step a/9 : RUN']],
  ['^\\d$', ['7', '٣'], ['a', '½']],
  ['^\\D$', ['a'], ['٣']],
  ['^\\w+$', ['naïve_1', 'Straße'], ['a b', '-']],
  ['^\\W$', ['-'], ['é']],
  ['^[^\\W_]+$', ['é1'], ['a_b']],
  ['^\\s$', [' ', '\u0085', '\u00a0'], ['\ufeff', 'x']],
  ['^\\S$', ['\ufeff'], ['\u0085']],
  ['\\bé', ['é', 'un été: é'], ['née']],
  ['a\\b{end}', ['a b'], ['ab']],
  ['\\<word\\>', ['a word here'], ['swords']],
  ['\\b{start-half}a', ['a', '-a'], ['ba']],
  ['b\\B', ['bc'], ['b']],
  ['\\Aerror\\z', ['error'], ['an error', 'A error', 'errorz']],
  ['^.$', ['a', '\r', '\u2028', '😀'], ['ab']],
  ['(?s)^a.b$', ['a\nb'], ['ab']],
  ['(?m)^b$', ['a\nb\nc'], ['abc']],
  ['(?i)^error', ['ERROR', 'error'], ['an error']],
  ['(?i)straße', ['STRAẞE'], ['strasse']],
  ['^\\a\\x41\\x{1F600}\\u0042\\U0001F600$', ['\u0007A😀B😀'], ['aA😀B😀']],
  ['^\\pL\\PL$', ['a1'], ['1a']],
  ['^\\p{Greek}\\p{Script=Latin}\\p{^L}$', ['αa1'], ['aa1', 'αaa']],
  ['^\\p{sc!=Greek}$', ['a'], ['α']],
  ['(?P<year>\\d{4})-(?<day>\\d)', ['2024-1'], ['24-1']],
  ['^[[:alpha:][:digit:]-]+$', ['a1-b'], ['é', 'a:b']],
  ['^[[:^space:]]$', ['a'], [' ']],
  ['^[a-z&&[^aeiou]]+$', ['xyz'], ['xaz', '&']],
  ['^[\\w--\\d]+$', ['ab'], ['a1', '-']],
  ['^[a-d~~c-f]+$', ['abef'], ['c', 'd', '~']],
  ['^[]a-]+$', [']-a'], ['b']],
  ['^[^]]$', ['a'], [']']],
  ['^[--/]+$', ['-/'], ['.']],
  ['^[.*+?^${}()|/]+$', ['.*+?^${}()|/'], ['a']],
  ['^\\[\\-\\"\\/\\#\\]$', ['[-"/#]'], ['a']],
  ['a}b]', ['a}b]'], ['ab']],
  ['^(?:a|b){2,3}?$', ['ab', 'bab'], ['a']],
  ['^a(?s-m:.)b(?-s).$', ['a\nbc'], ['a\nb\n']],
  ['^(?!no)yes|(a)\\1', ['yes', 'aa'], ['noyes', 'ab']],
];

const refused: readonly string[] = [
  ...['(?x) a b', '(?U)a+', '(?R)a$', '(?-u)\\w', 'a(?i)b', '(?i:a)b', 'a{,3}', '(?#note)a'],
  ...['\\Z', '\\h', '\\Qa\\E', '\\0', '\\b{word}', '\\p{Nonsense}', '\\x{110000}', '[\\b]'],
  ...['[[]', '[a', '[[:word:', '[[:nope:]]', '[\\w-a]', '[z-a]', '(a', 'a)', '(?=', 'a**', '\\'],
];

describe('regular expressions of filters.toml', () => {
  for (const [pattern, matches, others] of cases) {
    it(`003-match-3: ${pattern} means what it means in Rust`, () => {
      const expression = compileExpression(translateRust(pattern));
      for (const text of matches) assert.ok(expression.test(text), JSON.stringify(text));
      for (const text of others) assert.ok(!expression.test(text), JSON.stringify(text));
    });
  }

  for (const pattern of refused) {
    it(`003-match-3: ${pattern} is refused, never misread`, () => {
      assert.throws(() => compileExpression(translateRust(pattern)), SyntaxError);
    });
  }
});
