import assert from 'node:assert/strict';
import { command, judge, verdictOf } from './judge-permissions';

const allows = (pattern: string, text: string, caseSensitive = true) =>
  judge({ rules: [[pattern, 'allow']], subject: command(text), caseSensitive }) === 'allow';

describe('permission rules for commands', () => {
  it('003: a star crosses slashes, in any case', () => {
    const subject = command('/usr/bin/SUDO ls');
    assert.equal(judge({ rules: [['*sudo*', 'deny']], subject }), 'deny');
  });

  const notSilent = [
    'npm test && rm -rf x',
    'npm test; ls',
    'npm  test',
    'npm test $HOME',
    'npm test > out',
    'npm test\nls',
    'npm "test"',
    'A=1 npm test',
    'npm test *',
    'npm test & ls',
    'npm test | sh',
    'npm test `id`',
    'npm test $(id)',
    'npm test <<< x',
    'npm test\tls',
    'npm test ~',
    'npm test {a,b}',
    'npm test \\\nls',
  ];
  for (const text of notSilent) {
    it(`decision 5: no allow rule makes ${JSON.stringify(text)} run silently`, () => {
      for (const pattern of [text, '*', 'npm *', 'npm test*', 'npm test *']) {
        assert.equal(allows(pattern, text), false, pattern);
      }
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

  it('an allow rule without a wildcard is for exactly this command', () => {
    assert.equal(allows('git branch -d x', 'git branch -d x'), true);
    assert.equal(allows('git branch -d x', 'git branch -D x'), false);
  });

  it('says why an allow rule did not allow', () => {
    const why = (pattern: string, text: string) =>
      verdictOf({ rules: [[pattern, 'allow']], subject: command(text) }).reason;
    assert.equal(why('*', 'ls'), 'rule bash "*" (user) names no program, so it allows none');
    assert.match(why('ls *', 'ls | sh'), /allows only commands of plain words$/);
  });

  it('first match: an allow rule that cannot allow asks, whatever stands behind it', () => {
    const rules = [
      ['*', 'allow'],
      ['npm test', 'allow'],
    ] as const;
    assert.equal(judge({ rules, subject: command('npm test') }), 'ask');
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
    it(`decision 5: a deny rule is not evaded by ${JSON.stringify(text)}`, () => {
      assert.equal(judge({ rules: [['git push*', 'deny']], subject: command(text) }), 'deny');
    });
  }

  it('decision 5: one denied sub-command denies all, though an earlier rule matches the whole', () => {
    const rules = [
      ['git status*', 'allow'],
      ['git push*', 'deny'],
    ] as const;
    assert.equal(judge({ rules, subject: command('git status; git push') }), 'deny');
  });

  it('decision 5: a piece that asks makes the whole ask', () => {
    const rules = [
      ['time *', 'allow'],
      ['git push*', 'ask'],
    ] as const;
    assert.equal(judge({ rules, subject: command('time git push') }), 'ask');
    assert.equal(judge({ rules, subject: command('time git status') }), 'allow');
  });

  it('a deny rule for arguments is also one for the command without them', () => {
    assert.equal(judge({ rules: [['shutdown *', 'deny']], subject: command('shutdown') }), 'deny');
  });

  it('an allowed command asks outside the workspace folder: there it is another program', () => {
    const at = (pattern: string, cwd?: string) => {
      const where = cwd === undefined ? {} : { cwd };
      return judge({ rules: [[pattern, 'allow']], subject: { ...command('npm test'), ...where } });
    };
    for (const pattern of ['npm test', 'npm *']) {
      assert.equal(at(pattern), 'allow');
      assert.equal(at(pattern, '/w'), 'allow');
      assert.equal(at(pattern, '/w/vendor/evil'), 'ask');
    }
  });
});
