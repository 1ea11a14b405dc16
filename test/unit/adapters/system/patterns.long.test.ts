import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPatterns } from '../../../../src/adapters/system/patterns';
import { times } from '../../../soak';

describe('bounded regular expressions', () => {
  // Only the tests of the limit may reach it, however busy the machine is.
  const patterns = createPatterns(60_000);
  const bounded = createPatterns(500);
  const found = (pattern: string, text: string, by = patterns) => {
    const result = by.search(pattern, text);
    return result.ok ? result.value : result.failure.message;
  };

  for (const [pattern, text, expected] of [
    ['sudo', 'use sudo here', true],
    ['.*sudo.*', 'use sudo here', true],
    ['^sudo', 'use sudo here', false],
    ['SUDO', 'sudo', false],
    ['(?i)SUDO', 'sudo', true],
    ['(?s)a.b', 'a\nb', true],
    ['(?im)^B', 'a\nb', true],
    ['.*?x|y', 'y', true],
    ['.*', '', true],
    ['\\.*x', 'x', true],
  ] as const) {
    it(`003-permissions-16: ${pattern} on ${JSON.stringify(text)}: ${String(expected)}`, () => {
      assert.equal(found(pattern, text), expected);
      assert.equal(found(pattern, text), expected, 'the second time');
    });
  }

  it('003-permissions-16: the example of the specification is fast on a long argument', () => {
    assert.equal(found('.*sudo.*', 'x'.repeat(100_000)), false);
  });

  for (const [pattern, text] of [
    ['(a+)+$', `${'a'.repeat(60)}!`],
    ['(a|a)*$', `${'a'.repeat(60)}!`],
    ['(.*)\\1{9}$', `${'ab'.repeat(5000)}!`],
  ] as const) {
    it(`stops an endless search: ${pattern}`, async () => {
      assert.match(String(found(pattern, text, bounded)), /did not finish within 500 ms/);
      // A new turn: on a busy machine the previous one may have used the time of both.
      await Promise.resolve();
      assert.equal(found('b', 'b', bounded), true, 'and the next one is not hurt');
    });
  }

  it('003-permissions-16: all searches of one call share a limit, and the next call has its own', async () => {
    let time = 0;
    // Each search takes 100 ms: the clock is read before and after.
    const slow = createPatterns(250, () => (time += 100));
    for (let n = 0; n < 5; n += 1) assert.equal(found('a', 'a', slow), true);
    assert.match(String(found('a', 'a', slow)), /did not finish within 500 ms in total/);
    assert.match(
      String(found('b', 'a', slow)),
      /in total/,
      'no rule of this call is tried any more',
    );
    await Promise.resolve();
    assert.equal(found('a', 'a', slow), true);
  });

  it('fails with a reason if the pattern cannot be compiled', () => {
    const result = patterns.search('(', 'x');
    assert.equal(!result.ok && result.failure.errorCode, 'validation');
    assert.match(String(found('(', 'x')), /not valid: .*Unterminated group/);
  });

  it('fails without searching if a limit is exceeded', () => {
    assert.equal(found('a'.repeat(1024), 'x'), false);
    assert.match(String(found('a'.repeat(1025), 'x')), /has 1025 characters; at most 1024/);
    assert.match(String(found('a', 'a'.repeat(100_001))), /has 100001 characters; at most 100000/);
  });

  it('includes nothing of the text in a failure', () => {
    const secret = `key=hunter22${'a'.repeat(60)}!`;
    assert.doesNotMatch(String(found('(a+)+$', secret, bounded)), /hunter22/);
  });

  it('agrees with the engine, whatever the pattern and text', () => {
    const part = fc.constantFrom('.*', 'a', 'b', '|', '?', '(a)', '^', '$', '[ab]', '\\.', '.');
    const pattern = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab.\n]{0,6}$/), (expression, text) => {
        let wanted: boolean;
        try {
          wanted = new RegExp(expression).test(text);
        } catch {
          // The engine rejects it too.
          assert.equal(patterns.search(expression, text).ok, false);
          return;
        }
        assert.equal(found(expression, text), wanted);
      }),
      { numRuns: times(500) },
    );
  });

  it('caches only the last patterns', () => {
    for (let n = 0; n < 200; n += 1) assert.equal(found(`a${String(n)}$`, `a${String(n)}`), true);
    assert.equal(found('a0$', 'a0'), true);
  });
});
