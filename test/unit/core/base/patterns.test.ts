import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isReadablePathPattern, matchesPathPattern } from '../../../../src/core/base/path-pattern';
import { isPlainCommand } from '../../../../src/core/base/command-text';
import { matchesCommand, matchesWildcard } from '../../../../src/core/base/wildcard';

describe('patterns', () => {
  const wildcard: readonly (readonly [string, string, boolean])[] = [
    ['*', '', true],
    ['*sudo*', '/usr/bin/sudo ls', true],
    ['npm ?est', 'npm test', true],
    ['npm test', 'npm tests', false],
    ['*rm -rf*', 'rm -rf ./build', true],
    ['{a,b}', 'a', false],
    ['[a]', 'a', false],
    ['', 'a', false],
    ['a*b*c', 'a\nxbx\nc', true],
  ];
  for (const [pattern, text, expected] of wildcard) {
    it(`command rule ${pattern} on ${JSON.stringify(text)}: ${String(expected)}`, () => {
      assert.equal(matchesWildcard(pattern, text, { ignoreCase: false }), expected);
    });
  }

  it('a wildcard is what a regular expression of the same meaning finds', () => {
    const word = fc.array(fc.constantFrom('*', '?', 'a', 'A', 'b', '/', '\n'), { maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.boolean(), (letters, given, ignoreCase) => {
        const text = given.join('');
        const source = letters.join('').replaceAll('*', '[^]*').replaceAll('?', '[^]');
        const expression = new RegExp(`^${source}$`, ignoreCase ? 'i' : '');
        const expected = expression.test(text);
        assert.equal(matchesWildcard(letters.join(''), text, { ignoreCase }), expected);
      }),
      { numRuns: 3000 },
    );
  });

  for (const [pattern, command, expected] of [
    ['git status *', 'git status', true],
    ['git status *', 'git status -s', true],
    ['git status*', 'git status', true],
    ['git status *', 'git statusx', false],
    ['git status*x', 'git status', false],
    [' *', '', true],
  ] as const) {
    it(`a rule for arguments, ${pattern}, on ${JSON.stringify(command)}: ${String(expected)}`, () => {
      assert.equal(matchesCommand(pattern, command, { ignoreCase: false }), expected);
    });
  }

  it('a hostile wildcard ends', () => {
    const pattern = `${'*a'.repeat(50)}b`;
    assert.equal(matchesWildcard(pattern, 'a'.repeat(5000), { ignoreCase: true }), false);
  });

  const paths: readonly (readonly [string, string, boolean])[] = [
    ['*', 'a/b/.c', true],
    ['**', '/w/.', true],
    ['src/*', 'src/a/b/c.ts', true],
    ['/root/*', '/root/.ssh/id_rsa', true],
    ['**/.env', '/w/.env', true],
    ['**/.env', '/w/a/.environment', false],
    ['src/*', 'srcs/a', false],
    ['src\\*', 'src/a', true],
    ['!(a)', 'b', false],
    ['#a', '#a', true],
  ];
  for (const [pattern, path, expected] of paths) {
    it(`path rule ${pattern} on ${path}: ${String(expected)}`, () => {
      assert.equal(matchesPathPattern(pattern, path, { ignoreCase: false }), expected);
    });
  }

  it('decision 12: a backslash in a path is a separator only where it is one', () => {
    const matches = (pattern: string, separator?: '/' | '\\') =>
      matchesPathPattern(pattern, 'docs\\x', {
        ignoreCase: false,
        ...(separator !== undefined && { separator }),
      });
    assert.deepEqual([matches('docs/*', '/'), matches('docs*', '/')], [false, true]);
    assert.deepEqual([matches('docs/*', '\\'), matches('docs*', '\\')], [true, false]);
    assert.deepEqual([matches('docs/*'), matches('docs*')], [true, true], 'either, to tighten');
  });

  for (const [what, pattern] of [
    ['too long', `${'a'.repeat(1000)}*`],
    ['one that stands for too many others', '{a,b}'.repeat(9)],
    ['one that repeats itself', `{c,d}${'{a,a}'.repeat(8)}`],
    ['a wide range', '{1..300}'],
    ['very many others', '{a,b}'.repeat(200)],
  ] as const) {
    it(`a path pattern is not expanded, but gets the answer it is given: ${what}`, () => {
      const matches = (unreadable?: boolean) =>
        matchesPathPattern(pattern, '/w/x', {
          ignoreCase: true,
          ...(unreadable !== undefined && { unreadable }),
        });
      assert.equal(isReadablePathPattern(pattern), false);
      assert.deepEqual([matches(true), matches(false), matches()], [true, false, false]);
    });
  }

  it('a path pattern within the bounds is tried whole', () => {
    const pattern = '{a,b}'.repeat(8);
    assert.equal(isReadablePathPattern(pattern), true);
    assert.equal(matchesPathPattern(pattern, 'b'.repeat(8), { ignoreCase: false }), true);
    assert.equal(isReadablePathPattern('**'), true);
  });

  it('a plain command holds nothing that a shell would read otherwise', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        if (!isPlainCommand(text)) return;
        assert.equal(/[^\w./:=@,+% -]|^\s|\s$| {2}/.test(text), false);
      }),
      { numRuns: 2000 },
    );
    assert.equal(isPlainCommand('npm run test:unit'), true);
    assert.equal(isPlainCommand('FOO=1 ls'), false);
    assert.equal(isPlainCommand('ls ~'), false);
  });
});
