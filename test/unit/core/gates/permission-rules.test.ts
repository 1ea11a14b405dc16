import assert from 'node:assert/strict';
import type { RuleAction, RuleSource } from '../../../../src/core/contracts/calls/decision';
import { command, judge, verdictOf, type ShortRule } from './judge-permissions';

describe('permission rules', () => {
  it('003-permissions-1: the first matching rule wins', () => {
    const subject = command('npm test');
    const deny = ['npm *', 'deny'] as const;
    const allow = ['npm test', 'allow'] as const;
    assert.equal(judge({ rules: [deny, allow], subject }), 'deny');
    assert.equal(judge({ rules: [allow, deny], subject }), 'allow');
  });

  it('003-permissions-2: if no rule matches, the default action is ask', () => {
    assert.equal(judge({ rules: [['ls', 'allow']], subject: command('pwd') }), 'ask');
  });

  it('003-permissions-4: a rule of another tool says nothing, a rule of every tool does', () => {
    const subject = command('pwd');
    const rule = (tool: string) => [['pwd', 'deny', 'user', tool]] as const;
    assert.equal(judge({ rules: rule('core__read'), subject }), 'ask');
    assert.equal(judge({ rules: rule('*'), subject }), 'deny');
  });

  it('a rule that Gatehouse ships for every call of a tool is named by what it does', () => {
    const ask = (...rule: ShortRule) =>
      verdictOf({ tool: 'write', rules: [rule], subject: { writes: ['/w/a'] } }).reason;
    assert.equal(ask('*', 'ask', 'default'), 'by default, every write call asks');
    assert.equal(ask('a', 'ask', 'default'), 'rule write "a" (default)');
    assert.equal(ask('*', 'ask'), 'rule write "*" (user)');
  });

  it('003-permissions-3: patterns match case-insensitively', () => {
    for (const text of ['a NOTE', 'A note']) {
      assert.equal(judge({ tool: 'note', rules: [['a n*', 'allow']], subject: { text } }), 'allow');
    }
  });

  for (const source of ['session', 'granted'] as const) {
    it(`decision 4: a rule of source ${source} lifts an ask, never the owner's deny`, () => {
      const owners = [
        ['src/secret/*', 'deny'],
        ['*', 'ask'],
      ] as const;
      const rules = [['/w/src/*', 'allow', source] as const, ...owners];
      const write = (path: string) => judge({ tool: 'write', rules, subject: { writes: [path] } });
      assert.equal(write('/w/src/a.ts'), 'allow');
      assert.equal(write('/w/src/secret/key'), 'deny');
      const commands = [['npm publish', 'allow', source] as const, ['npm pub*', 'deny'] as const];
      assert.equal(judge({ rules: commands, subject: command('npm publish') }), 'deny');
    });
  }

  it('decision 4: "Always allow" in user settings lifts no deny, wherever it was placed', () => {
    const granted = ['/w/*', 'allow', 'user', 'core__write', '2026-01-31'] as const;
    const judgeWith = (...others: readonly ShortRule[]) =>
      judge({
        tool: 'write',
        rules: [granted, ...others],
        subject: { writes: ['/w/private/x'] },
      });
    assert.equal(judgeWith(['private/*', 'ask']), 'allow', 'an ask it answers');
    assert.equal(judgeWith(['docs/*', 'allow'], ['private/*', 'deny']), 'deny');
    assert.equal(judgeWith(['**/private/**', 'deny', 'user', '*']), 'deny');
    assert.equal(judgeWith(['private/*', 'deny', 'default']), 'deny');
  });

  it('003-permissions-1: an allow of the user wins over later denies', () => {
    const rules = [
      ['/w/*', 'allow', 'user', 'core__write', '2026-01-31'],
      ['private/*', 'allow'],
      ['*', 'deny'],
    ] as const;
    assert.equal(judge({ tool: 'write', rules, subject: { writes: ['/w/private/x'] } }), 'allow');
  });

  it('decision 4: a grant that denies is not lifted by a grant that allows', () => {
    const rules = [
      ['npm publish', 'allow', 'session'],
      ['npm *', 'deny', 'session'],
    ] as const;
    assert.equal(judge({ rules, subject: command('npm publish') }), 'deny');
  });

  describe('decision 31: a workspace only tightens', () => {
    const subject = command('npm test');
    const cases: readonly (readonly [string, readonly ShortRule[], string])[] = [
      [
        'its ask hides no deny of the user',
        [
          ['*', 'ask', 'workspace'],
          ['npm *', 'deny'],
        ],
        'deny',
      ],
      [
        'its ask turns an allow into an ask',
        [
          ['npm *', 'ask', 'workspace'],
          ['npm test', 'allow'],
        ],
        'ask',
      ],
      [
        'its ask holds against a grant',
        [
          ['npm test', 'allow', 'session'],
          ['*', 'ask', 'workspace'],
        ],
        'ask',
      ],
      [
        'its deny counts wherever it stands',
        [
          ['npm test', 'allow'],
          ['*', 'ask', 'workspace'],
          ['npm *', 'deny', 'workspace'],
        ],
        'deny',
      ],
      ['what it allows is not allowed', [['npm test', 'allow', 'workspace']], 'ask'],
      [
        'what it allows hides nothing',
        [
          ['*', 'allow', 'workspace'],
          ['*', 'ask', 'workspace'],
          ['npm test', 'allow'],
        ],
        'ask',
      ],
      [
        'where it says nothing the others do',
        [
          ['rm *', 'deny', 'workspace'],
          ['npm test', 'allow'],
        ],
        'allow',
      ],
    ];
    for (const [title, rules, expected] of cases) {
      it(title, () => {
        assert.equal(judge({ rules, subject }), expected);
      });
    }
  });

  describe('decision 4: an effect that needs an approval', () => {
    const read = (source: RuleSource, action: RuleAction = 'allow') =>
      judge({
        tool: 'read',
        effect: 'read_only',
        approvalEffects: ['read_only'],
        rules: [['*', action, source]],
        subject: { reads: ['/w/a'] },
      });

    it('is not approved by a shipped rule', () => {
      assert.equal(read('default'), 'ask');
    });

    for (const source of ['user', 'session', 'granted'] as const) {
      it(`is approved by an explicit allow of source ${source}`, () => {
        assert.equal(read(source), 'allow');
      });
    }

    for (const trait of ['ownedByChat', 'internal'] as const) {
      it(`decision 6: is approved by a shipped rule for a tool that is ${trait}`, () => {
        const call = { tool: 'x', approvalEffects: ['state_change'], subject: {} } as const;
        const traits = [trait];
        assert.equal(judge({ ...call, traits, rules: [['*', 'allow', 'default']] }), 'allow');
        assert.equal(judge({ ...call, rules: [['*', 'allow', 'default']] }), 'ask');
        assert.equal(judge({ ...call, traits, rules: [['*', 'ask', 'default']] }), 'ask');
      });
    }

    it('changes no deny, and no call of another effect', () => {
      assert.equal(read('default', 'deny'), 'deny');
      const rules = [['*', 'allow', 'default']] as const;
      const call = { tool: 'read', rules, subject: { reads: ['/w/a'] } };
      assert.equal(judge({ ...call, effect: 'read_only', approvalEffects: [] }), 'allow');
      assert.equal(
        judge({ ...call, effect: 'read_only', approvalEffects: ['state_change'] }),
        'allow',
      );
    });

    it('asks when a shipped rule allows one path and the user the other', () => {
      const rules = [
        ['a', 'allow'],
        ['*', 'allow', 'default'],
      ] as const;
      const call = { tool: 'copy', rules, approvalEffects: ['state_change'] } as const;
      assert.equal(judge({ ...call, subject: { reads: ['/w/a'], writes: ['/w/b'] } }), 'ask');
      assert.equal(judge({ ...call, subject: { reads: ['/w/a'] } }), 'allow');
    });
  });
});
