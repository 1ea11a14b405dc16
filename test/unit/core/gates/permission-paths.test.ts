import assert from 'node:assert/strict';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { askAtOnce, callPath, fakeWorkspace, gateCall, refusedPath } from '../../fakes/gate-call';
import { judge, verdictOf, type ShortRule } from './judge-permissions';

const allowAll = { tool: '*', pattern: '*', action: 'allow', source: 'user' } as const;

describe('permission rules for paths', () => {
  const rules = [
    ['secret/*', 'deny'],
    ['*', 'allow'],
  ] as const;

  it('judge every path a call reads or writes; the strictest answer counts', () => {
    const copy = (reads: string[], writes: string[]) =>
      judge({ tool: 'copy', rules, subject: { reads, writes } });
    assert.equal(copy(['/w/a.txt'], ['/w/secret/b/c.txt']), 'deny');
    assert.equal(copy(['/w/secret/b/c.txt'], ['/w/a.txt']), 'deny');
    assert.equal(copy(['/w/a.txt', '/w/b.txt'], ['/w/c.txt']), 'allow');
  });

  it('match the canonical path, so a link cannot hide its target', () => {
    assert.equal(judge({ tool: 'read', rules, subject: { reads: ['/w/link'] } }), 'deny');
    const allowLink = [['link', 'allow']] as const;
    assert.equal(judge({ tool: 'read', rules: allowLink, subject: { reads: ['/w/link'] } }), 'ask');
  });

  it('deny by any spelling of a path, in any case', () => {
    const deny = (pattern: string) =>
      judge({ tool: 'read', rules: [[pattern, 'deny']], subject: { reads: ['/w/link'] } });
    for (const pattern of ['LINK', '/w/link', 'secret/KEY', '/w/secret/*', '**/key']) {
      assert.equal(deny(pattern), 'deny', pattern);
    }
    const relative = [['sub/../LINK', 'deny']] as const;
    const given = { tool: 'read', rules: relative, subject: { reads: ['sub/../link'] } };
    assert.equal(judge(given), 'deny');
  });

  it('decision 31: a workspace asks by any spelling', () => {
    const workspace = [
      ['/w/link', 'ask', 'workspace'],
      ['*', 'allow'],
    ] as const;
    assert.equal(judge({ tool: 'read', rules: workspace, subject: { reads: ['/w/link'] } }), 'ask');
  });

  it('decision 31: what is relative to an outer open folder holds in one inside it, to tighten', () => {
    const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
    const on = (action: 'allow' | 'ask' | 'deny', source: 'user' | 'workspace' = 'user') =>
      askAtOnce(
        gate,
        gateCall({
          tool: { name: 'write' },
          paths: {
            writes: [callPath('/w/sub/secret/x', { root: '/w/sub' })],
            roots: ['/w', '/w/sub'],
          },
          policy: {
            permissions: [
              { tool: '*', pattern: 'sub/secret/*', action, source },
              ...(action === 'allow' ? [] : [allowAll]),
            ],
          },
        }),
      ).verdict;
    assert.equal(on('deny'), 'deny');
    assert.equal(on('deny', 'workspace'), 'deny');
    assert.equal(on('ask', 'workspace'), 'ask');
    assert.equal(on('allow'), 'ask', 'an allow is relative to the innermost folder');
  });

  it('decision 12: an allow takes a backslash for what it is on this machine', () => {
    const on = (action: 'allow' | 'deny') =>
      judge({ tool: 'write', rules: [['docs/*', action]], subject: { writes: ['docs\\x'] } });
    assert.deepEqual([on('allow'), on('deny')], ['ask', 'deny']);
  });

  it('a pattern that cannot be tried tightens every path and allows none', () => {
    const wide = '{a,b}'.repeat(17);
    const on = (action: 'allow' | 'ask' | 'deny', source: 'user' | 'workspace') =>
      judge({
        tool: 'read',
        rules: [
          [wide, action, source],
          ['*', 'allow'],
        ],
        subject: { reads: ['/w/x'] },
      });
    assert.deepEqual([on('deny', 'user'), on('ask', 'user')], ['deny', 'ask']);
    assert.deepEqual([on('deny', 'workspace'), on('ask', 'workspace')], ['deny', 'ask']);
    assert.equal(
      judge({ tool: 'read', rules: [[wide, 'allow']], subject: { reads: ['a'] } }),
      'ask',
    );
  });

  describe('003-permissions-14: an ask is not missed by case or through a link', () => {
    const all = ['*', 'allow', 'default'] as const;
    const read = (path: string, ...own: readonly ShortRule[]) =>
      judge({ tool: 'read', rules: [...own, all], subject: { reads: [path] } });

    it('it asks in any case and by any spelling', () => {
      assert.equal(read('private/key', ['Private/*', 'ask']), 'ask');
      for (const pattern of ['link', 'LINK', '/w/link', 'secret/*']) {
        assert.equal(read('/w/link', [pattern, 'ask']), 'ask', pattern);
      }
    });

    it('so matched, it hides no deny behind it', () => {
      assert.equal(read('private/key', ['Private/*', 'ask'], ['private/*', 'deny']), 'deny');
      assert.equal(read('/w/link', ['link', 'ask'], ['secret/*', 'deny']), 'deny');
      const grant = ['private/*', 'allow', 'session'] as const;
      assert.equal(read('private/key', grant, ['Private/*', 'ask'], ['private/*', 'deny']), 'deny');
    });

    it('matched this way, it leaves earlier allows and grants of the user in force', () => {
      assert.equal(read('private/key', ['private/*', 'allow'], ['Private/*', 'ask']), 'allow');
      const grant = ['private/key', 'allow', 'granted'] as const;
      assert.equal(read('private/key', grant, ['Private/*', 'ask']), 'allow');
    });

    it('003-permissions-14: matched exactly, it comes before a deny behind it', () => {
      assert.equal(read('private/key', ['private/*', 'ask'], ['private/*', 'deny']), 'ask');
    });
  });

  it('an allow rule keeps the case where the file system does', () => {
    const given = {
      tool: 'read',
      rules: [['SRC/*', 'allow']],
      subject: { reads: ['/w/src/a'] },
    } as const;
    assert.equal(judge(given), 'ask');
    assert.equal(judge({ ...given, caseSensitive: false }), 'allow');
  });

  it('decision 12: dir/* covers the whole tree, dot files too', () => {
    const read = (path: string) =>
      judge({ tool: 'read', rules: [['src/*', 'allow']], subject: { reads: [path] } });
    assert.equal(read('/w/src/a/b/.c'), 'allow');
    assert.equal(read('/w/srcs/a'), 'ask');
  });

  it('a path that is refused can be denied, never allowed', () => {
    const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
    const on = (action: 'allow' | 'deny') =>
      askAtOnce(
        gate,
        gateCall({
          tool: { name: 'read' },
          paths: { reads: [refusedPath('../x')] },
          policy: { permissions: [{ tool: '*', pattern: '*', action, source: 'user' }] },
        }),
      );
    assert.deepEqual(on('allow'), { verdict: 'ask', reason: 'no rule matches' });
    assert.equal(on('deny').verdict, 'deny');
  });

  it('names the rule that decided, its source and its location', () => {
    const { reason, rule } = verdictOf({ tool: 'read', rules, subject: { reads: ['/w/link'] } });
    assert.equal(reason, 'Denied by rule read "secret/*" (user).');
    assert.equal(rule?.pattern, 'secret/*');
  });
});
