import assert from 'node:assert/strict';
import type { Redirection } from '../../../../../src/core/shell/command/simple-command';
import { describeLine, liftsOf, pathsOf } from '../../../fakes/described-command';

describe('redirections (decision shell-redirections)', () => {
  function redirected(operator: Redirection['operator'], text: string, known = true) {
    return describeLine('ls', { redirections: [{ operator, target: { text, known } }] });
  }

  for (const [operator, text] of [
    ['>', '/dev/null'],
    ['>&', '2'],
    ['>&', '-'],
    ['<&', '3-'],
    ['>', '/dev/stderr'],
    ['>', '/dev/fd/2'],
    ['&>', '/dev/null'],
  ] as const) {
    it(`are free: ${operator} ${text}`, () => {
      assert.deepEqual(pathsOf(redirected(operator, text)), []);
      assert.deepEqual(liftsOf(redirected(operator, text)), []);
    });
  }

  for (const operator of ['>', '>>', '>|', '&>', '&>>', '>&', '<>'] as const) {
    it(`write: ${operator} x`, () => {
      const described = redirected(operator, 'x');
      assert.deepEqual(pathsOf(described), ['>> x']);
      assert.equal(described.parts[0]?.writes, true);
    });
  }

  for (const text of ['$f', '*.txt', '{a,b}']) {
    it(`000-transaction-2: > ${text} writes, although the target is unknown`, () => {
      assert.equal(redirected('>', text, false).parts[0]?.writes, true);
      assert.equal(redirected('<', text, false).parts[0]?.writes, false);
    });
  }

  it('read: < x', () => {
    assert.deepEqual(pathsOf(redirected('<', 'x')), ['< x']);
    assert.equal(redirected('<', 'x').parts[0]?.writes, false);
  });

  it('ask for what no rule frees', () => {
    for (const text of ['/dev/tcp/h/1', '/dev/udp/h/1', '~/x', '/proc/x', '/dev/sda']) {
      assert.deepEqual(liftsOf(redirected('>', text)), ['never'], text);
      assert.deepEqual(liftsOf(redirected('<', text)), ['never'], text);
    }
    assert.deepEqual(liftsOf(redirected('>', '$x', false)), ['never']);
  });

  it('alone need no rule when they change nothing, and ask when they write', () => {
    const target = { text: 'x', known: true };
    const [part] = describeLine('', { redirections: [{ operator: '>', target }] }).parts;
    assert.equal(part?.role, 'decides');
    const free = [{ operator: '>&', target: { text: '2', known: true } }] as const;
    assert.equal(describeLine('', { redirections: free }).parts[0]?.role, 'tightens');
  });
});
