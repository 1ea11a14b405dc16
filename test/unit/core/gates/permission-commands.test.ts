import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { NamedPath } from '../../../../src/core/contracts/calls/call-paths';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { ShellPart, ShellPath } from '../../../../src/core/contracts/calls/shell-analysis';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';
import { plainReading, shellPart } from '../../fakes/shell-reading';
import { command, judge, judgeRead, verdictOf } from './judge-permissions';

const allows = (pattern: string, text: string, caseSensitive = true) =>
  judge({ rules: [[pattern, 'allow']], subject: command(text), caseSensitive }) === 'allow';

describe('permission rules for commands', () => {
  it('003-permissions-3: a star crosses slashes, in any case', () => {
    const subject = command('/usr/bin/SUDO ls');
    assert.equal(judge({ rules: [['*sudo*', 'deny']], subject }), 'deny');
  });

  const notSilent = [
    'npm test && rm -rf x',
    'npm test; ls',
    'npm test $HOME',
    'npm test > out',
    'npm test\nls',
    'npm test *',
    'npm test & ls',
    'npm test | sh',
    'npm test `id`',
    'npm test $(id)',
    'npm test ~',
    'npm test {a,b}',
    'EVIL=1 npm test',
    'npm test\rls',
  ];
  for (const text of notSilent) {
    it(`decision 5: no rule for one command makes ${JSON.stringify(text)} run silently`, async () => {
      for (const pattern of ['*', 'npm *', 'npm test*', 'npm test *', 'npm test']) {
        const { verdict } = await judgeRead(text, [[pattern, 'allow']]);
        assert.notEqual(verdict, 'allow', pattern);
      }
    });
  }

  it('003-permissions-12: reports the rule that allows a whole command, for card and audit', () => {
    const one = verdictOf({ rules: [['npm *', 'allow']], subject: command('npm test; npm ci') });
    assert.equal(one.rule?.pattern, 'npm *');
    const two = verdictOf({
      rules: [
        ['npm *', 'allow'],
        ['git status', 'allow'],
      ],
      subject: command('npm test; git status'),
    });
    assert.deepEqual([two.verdict, two.rule], ['allow', undefined]);
    assert.match(two.reason, /"npm \*".*; .*"git status"/);
  });

  for (const text of [
    'npm test',
    'npm  test',
    '"npm" \'test\'',
    'npm test\n',
    'npm \\\n  test',
    'npm test; npm test -w a',
    'npm test && npm run lint 2>&1',
    '(npm test)',
    'if npm test; then npm run x; fi',
    'npm test > /dev/null',
    'CI=1 timeout 60 npm test',
  ]) {
    it(`decision 5: all sub-commands are allowed, so it runs: ${JSON.stringify(text)}`, async () => {
      assert.equal((await judgeRead(text, [['npm *', 'allow']])).verdict, 'allow');
    });
  }

  const wildcards: readonly (readonly [string, string, boolean])[] = [
    ['npm *', 'npm test', true],
    ['git status *', 'git status --short', true],
    ['git status *', 'git status', true],
    ['git status*', 'git status --short', true],
    ['npm run ?uild', 'npm run build', true],
    ['npm *', 'npmx test', false],
    ['git status *', 'git statusx', false],
    ['git status *', 'git stash', false],
    ['*', 'ls', false],
    ['* test', 'npm test', false],
    ['n?m test', 'npm test', false],
    ['npm*', 'npm test', false],
    ['npm*', 'npmx test', false],
    ['ls *', '/tmp/ls x', false],
    ['ls *', './ls x', false],
    ['npm test', 'npm test --script-shell=x', false],
  ];
  for (const [pattern, text, expected] of wildcards) {
    it(`decision 12: allow ${pattern} on ${text}: ${String(expected)}`, () => {
      assert.equal(allows(pattern, text), expected);
    });
  }

  it('decision 12: the program of an allow rule keeps its case where the file system does', () => {
    assert.equal(allows('GIT status *', 'git status -s'), false);
    assert.equal(allows('GIT status *', 'git status -s', false), true);
    assert.equal(allows('git STATUS *', 'git status -s'), true);
  });

  it('a blank inside a word is none between words', async () => {
    assert.equal((await judgeRead('git "push origin"', [['git push *', 'allow']])).verdict, 'ask');
    assert.equal((await judgeRead('"git push" x', [['git push *', 'allow']])).verdict, 'ask');
    const commit = await judgeRead('git commit -m "two words"', [['git commit *', 'allow']]);
    assert.equal(commit.verdict, 'allow');
  });

  it('an allow rule without a wildcard is for exactly this command', () => {
    assert.equal(allows('npm run b', 'npm run b'), true);
    assert.equal(allows('npm run b', 'npm run c'), false);
  });

  const evasions = [
    'git\tpush',
    'git  push',
    ' git push',
    'ls; git push',
    'ls\ngit push',
    'ls\rgit push',
    'ls &\tgit\tpush',
    'gi\\\nt push',
    '(git push)',
    '{ git push; }',
    'echo $(git push)',
    'echo `git push`',
    'if true; then git push; fi',
    '! git push',
    '> log git push',
    '2>&1 git push',
    'GIT PUSH',
    '/usr/bin/git push',
    'ls && ./bin/git push',
    '"git" push',
    'g\'\'it pu"s"h',
    '\\git push',
    'ls; "/usr/bin/git"   push',
  ];
  for (const text of evasions) {
    it(`decision 5: a deny rule is not evaded by ${JSON.stringify(text)}`, async () => {
      assert.equal((await judgeRead(text, [['git push*', 'deny']])).verdict, 'deny');
    });
  }

  it('decision 5: where the grammar gives up, the text is still tried against what denies', async () => {
    assert.equal((await judgeRead('ls; ( git push', [['git push*', 'deny']])).verdict, 'deny');
    assert.equal((await judgeRead('ls; (', [['ls', 'allow']])).verdict, 'ask');
    const reading = { ...plainReading('git push'), state: 'unread', parts: [] } as const;
    const subject = command('git push');
    assert.equal(judge({ rules: [['git push', 'deny']], subject, reading }), 'deny');
    assert.equal(judge({ rules: [['git push', 'allow']], subject, reading }), 'ask');
  });

  it('decision 5: one denied sub-command denies all', async () => {
    const rules = [
      ['git status*', 'allow'],
      ['git push*', 'deny'],
    ] as const;
    assert.equal((await judgeRead('git status; git push', rules)).verdict, 'deny');
  });

  it('a deny that begins with a star looks at the text as written, quotes and all', async () => {
    const said = await judgeRead('echo "rm -rf /"', [['*rm -rf*', 'deny']]);
    assert.equal(said.verdict, 'deny');
    const plain = await judgeRead('git commit -m "a; rm x"', [['rm *', 'deny']]);
    assert.equal(plain.verdict, 'ask');
  });

  it('such a deny says nothing where a rule before it decides each sub-command', () => {
    const rules = [
      ['ls *', 'allow'],
      ['rm *', 'allow'],
      ['*', 'deny'],
    ] as const;
    assert.equal(judge({ rules, subject: command('ls; rm -rf x') }), 'allow');
    assert.equal(judge({ rules, subject: command('ls; cat x') }), 'deny');
    assert.equal(judge({ rules: rules.toReversed(), subject: command('ls') }), 'deny');
    const granted = [['ls *', 'allow', 'session'] as const, ['*', 'deny'] as const];
    assert.equal(judge({ rules: granted, subject: command('ls') }), 'deny');
  });

  it('an ask by another spelling hides no deny behind it', () => {
    const part = shellPart('rm x', { forms: ['timeout 5 rm x'] });
    const reading = { ...plainReading('timeout 5 rm x'), parts: [part] };
    const rules = [
      ['timeout *', 'ask'],
      ['rm *', 'deny'],
    ] as const;
    assert.equal(judge({ rules, subject: command('timeout 5 rm x'), reading }), 'deny');
  });

  describe('decision shell-hazards: hazards', () => {
    const judgeHazard = (pattern: string, liftedBy?: readonly string[]) => {
      const hazards = [{ reason: say`-o writes a file`, ...(liftedBy && { liftedBy }) }];
      const reading = {
        ...plainReading('sort -o x'),
        parts: [shellPart('sort -o x', { hazards })],
      };
      const subject = command('sort -o x');
      return verdictOf({ rules: [[pattern, 'allow']], subject, reading });
    };

    it('lower an allow to an ask and are listed', () => {
      const { verdict, reason, parts } = judgeHazard('sort *', ['-o']);
      assert.equal(verdict, 'ask');
      assert.equal(reason, 'rule bash "sort *" (user) does not cover this: -o writes a file');
      assert.deepEqual(parts?.[0]?.hazards, ['-o writes a file']);
      assert.equal(parts[0].code, 'near-rule');
    });

    it('a part has a code for whether a rule decided it', () => {
      const codeFor = (pattern: string) => judgeHazard(pattern, ['-o']).parts?.[0]?.code;
      assert.equal(codeFor('sort -o *'), 'rule');
      assert.equal(codeFor('ls *'), 'no-rule');
    });

    it('are lifted by a pattern with their very words, and by no other', () => {
      assert.equal(judgeHazard('sort -o *', ['-o']).verdict, 'allow');
      assert.equal(judgeHazard('sort -o*', ['-o']).verdict, 'ask');
      assert.equal(judgeHazard('sort -o x').verdict, 'ask', 'nothing lifts it');
    });

    it('a part that only tightens needs no allow, unless it has hazards', () => {
      const judgePart = (more: Partial<ShellPart>) => {
        const part = shellPart('bash x', { role: 'tightens', ...more });
        const reading = { ...plainReading('x'), parts: [part, shellPart('npm test')] };
        return judge({ rules: [['npm *', 'allow']], subject: command('x'), reading });
      };
      assert.equal(judgePart({}), 'allow');
      assert.equal(judgePart({ hazards: [{ reason: say`reads a start file` }] }), 'ask');
    });
  });

  it('a hazard of another folder falls where that is the folder of the call after all', () => {
    const at = (real: string) => {
      const hazards = [{ reason: say`git reads the settings of /x`, unlessFolder: '/x' }];
      const place = succeed({ asked: '/x', real, exists: true, root: '/w' });
      const text = 'git status';
      const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
      const rule = { tool: 'core__bash', pattern: text, action: 'allow', source: 'user' } as const;
      const call = gateCall({
        subject: { command: text, text },
        reading: { ...plainReading(text), parts: [shellPart(text, { hazards })] },
        paths: { named: [{ given: '/x', resolved: place }] },
        policy: { permissions: [rule] },
      });
      return askAtOnce(gate, call).verdict;
    };
    assert.equal(at('/w'), 'allow');
    assert.equal(at('/w/vendor'), 'ask');
  });

  it('git asks in another folder than the workspace, and everything in node_modules', () => {
    const at = (text: string, cwd: string) =>
      judge({ rules: [[text, 'allow']], subject: { ...command(text), cwd } });
    assert.equal(at('npm test', '/w'), 'allow');
    assert.equal(at('npm test', '/w/packages/a'), 'ask', 'npm obeys the folder it runs in');
    assert.equal(at('ls', '/w/packages/a'), 'allow');
    assert.equal(at('git status', '/w/vendor/evil'), 'ask');
    assert.equal(at('npm test', '/w/node_modules/evil'), 'ask');
  });
});

describe('the paths that a command names', () => {
  const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
  interface Named {
    readonly path?: Partial<ShellPath>;
    readonly place?: NamedPath['resolved'] | 'absent';
    readonly rules?: readonly PermissionRule[];
  }
  const located = { asked: '/w/a', real: '/w/a', exists: true, root: '/w' };
  const rule = (tool: string, action: PermissionRule['action'], pattern = '*') =>
    ({ tool, pattern, action, source: 'user' }) as const;

  function verdict({ path, place = succeed(located), rules = [] }: Named) {
    const named = place === 'absent' ? [] : [{ given: 'a', resolved: place }];
    const base = { given: 'a', access: 'read', certain: true, redirected: false } as const;
    const part = shellPart('cat a', { paths: [{ ...base, ...path }] });
    return askAtOnce(
      gate,
      gateCall({
        subject: { command: 'cat a', text: 'cat a' },
        reading: { ...plainReading('cat a'), parts: [part] },
        paths: { named },
        policy: { permissions: [rule('core__bash', 'allow', 'cat *'), ...rules] },
      }),
    ).verdict;
  }

  it('decision shell-paths: inside the workspace they are the command’s own matter', () => {
    assert.equal(verdict({}), 'allow');
  });

  it('decision shell-paths: outside it asks, a forbidden one denies', () => {
    assert.equal(verdict({ place: succeed({ ...located, root: undefined }) }), 'ask');
    const limit = { verdict: 'deny', why: say`${''} is secret` } as const;
    const forbidden = succeed({ ...located, limit });
    assert.equal(verdict({ place: forbidden }), 'deny');
    assert.equal(verdict({ place: forbidden, path: { certain: false } }), 'ask');
  });

  it('a word that only may be a path is one when there is such a file', () => {
    const place = succeed({ ...located, exists: false, root: undefined });
    assert.equal(verdict({ place, path: { certain: false } }), 'allow');
    assert.equal(verdict({ place }), 'ask');
  });

  it('what cannot be located asks', () => {
    assert.equal(verdict({ place: fail(failure('timeout', 'late')) }), 'ask');
    assert.equal(verdict({ place: 'absent' }), 'ask');
  });

  it('the rules of read and write hold too', () => {
    assert.equal(verdict({ rules: [rule('core__read', 'deny')] }), 'deny');
    assert.equal(verdict({ rules: [rule('core__read', 'ask')] }), 'ask');
    assert.equal(verdict({ rules: [rule('core__write', 'deny')] }), 'allow');
    const path = { access: 'write' } as const;
    assert.equal(verdict({ path, rules: [rule('core__write', 'deny')] }), 'deny');
    assert.equal(verdict({ path, rules: [rule('core__write', 'ask')] }), 'allow');
  });

  it('decision shell-redirections: a redirection that writes asks at least', () => {
    const path = { access: 'write', redirected: true } as const;
    assert.equal(verdict({ path }), 'ask');
    assert.equal(verdict({ path, rules: [rule('core__write', 'allow')] }), 'ask');
    assert.equal(verdict({ path, rules: [rule('core__write', 'deny')] }), 'deny');
  });
});
