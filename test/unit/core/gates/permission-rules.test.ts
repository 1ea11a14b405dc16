import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  PermissionRule,
  RuleAction,
  RuleSource,
} from '../../../../src/core/contracts/decision';
import { bindGate } from '../../../../src/core/contracts/define-gate';
import type { CallSubject } from '../../../../src/core/contracts/call';
import { succeed } from '../../../../src/core/contracts/result';
import permissionRules from '../../../../src/core/gates/permission-rules';

interface Given {
  readonly tool?: string;
  readonly rules: readonly (readonly [string, RuleAction, RuleSource?])[];
  readonly subject: Partial<CallSubject>;
  readonly caseSensitive?: boolean;
}

/** Real paths: `link` leads to secret/key. */
function realPath(path: string): string {
  return path === '/w/link' ? '/w/secret/key' : path;
}

async function judge({ tool = 'bash', rules, subject, caseSensitive = true }: Given) {
  const inForce: PermissionRule[] = rules.map(([pattern, action, source = 'user']) => ({
    tool,
    pattern,
    action,
    source,
  }));
  const unused = () => Promise.reject(new Error('not used'));
  const gate = bindGate(permissionRules, {
    permissions: { rules: () => inForce },
    files: {
      resolve: (path: string) =>
        Promise.resolve(succeed({ asked: path, real: realPath(path), exists: true, root: '/w' })),
      read: unused,
      write: unused,
      list: unused,
    },
    workspace: {
      roots: () => ['/w'],
      isTrusted: () => true,
      caseSensitive: () => caseSensitive,
      separator: () => '/' as const,
    },
  });
  const verdict = await gate.check({
    tool: { id: `core__${tool}`, name: tool, effect: 'state_change' },
    subject: { text: subject.command ?? '', reads: [], writes: [], ...subject },
    origin: 'model',
    phase: 'executor',
    context: { sessionId: 's', actorId: 'u', tenantId: 't' },
  });
  return verdict.verdict;
}

const command = (text: string) => ({ command: text, text });

describe('permission rules', () => {
  it('003: the first matching rule wins', async () => {
    const subject = command('npm test');
    assert.equal(
      await judge({
        rules: [
          ['npm *', 'deny'],
          ['npm test', 'allow'],
        ],
        subject,
      }),
      'deny',
    );
    assert.equal(
      await judge({
        rules: [
          ['npm test', 'allow'],
          ['npm *', 'deny'],
        ],
        subject,
      }),
      'allow',
    );
  });

  it('003: if no rule matches, the default action is ask', async () => {
    assert.equal(await judge({ rules: [['ls', 'allow']], subject: command('pwd') }), 'ask');
  });

  it('003: patterns match case-insensitively, and a star crosses slashes', async () => {
    const subject = command('/usr/bin/SUDO ls');
    assert.equal(await judge({ rules: [['*sudo*', 'deny']], subject }), 'deny');
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
  ];
  for (const text of notSilent) {
    it(`an allow rule never makes ${JSON.stringify(text)} run silently`, async () => {
      const rules = [
        [text, 'allow'],
        ['*', 'allow'],
      ] as const;
      assert.equal(await judge({ rules, subject: command(text) }), 'ask');
    });
  }

  it('an allow rule with a wildcard asks until the shell gate reads commands', async () => {
    assert.equal(await judge({ rules: [['npm *', 'allow']], subject: command('npm test') }), 'ask');
  });

  it('a deny rule reaches each piece between operators', async () => {
    const subject = command('cd x && rm -rf y');
    assert.equal(await judge({ rules: [['rm *', 'deny']], subject }), 'deny');
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
  ];
  for (const text of evasions) {
    it(`a deny rule is not evaded by ${JSON.stringify(text)}`, async () => {
      assert.equal(await judge({ rules: [['git push*', 'deny']], subject: command(text) }), 'deny');
    });
  }

  it('DESIGN 5: one denied sub-command denies all, though an earlier rule matches the whole', async () => {
    const rules = [
      ['git status*', 'allow'],
      ['git push*', 'deny'],
    ] as const;
    const subject = command('git status; git push');
    assert.equal(await judge({ rules, subject }), 'deny');
  });

  it('an allowed command asks outside the workspace folder: there it is another program', async () => {
    const rules = [['npm test', 'allow']] as const;
    const at = (cwd: string) => judge({ rules, subject: { ...command('npm test'), cwd } });
    assert.equal(await at('/w'), 'allow');
    assert.equal(await at('/w/vendor/evil'), 'ask');
  });

  for (const source of ['session', 'granted'] as const) {
    it(`DESIGN 4: a rule of source ${source} lifts an ask, never the owner's deny`, async () => {
      const owners = [
        ['src/secret/*', 'deny'],
        ['*', 'ask'],
      ] as const;
      const rules = [['/w/src/*', 'allow', source] as const, ...owners];
      const write = (path: string) => judge({ tool: 'write', rules, subject: { writes: [path] } });
      assert.equal(await write('/w/src/a.ts'), 'allow');
      assert.equal(await write('/w/src/secret/key'), 'deny');
      const commands = [['npm publish', 'allow', source] as const, ['npm pub*', 'deny'] as const];
      assert.equal(await judge({ rules: commands, subject: command('npm publish') }), 'deny');
    });
  }

  it('judges every path a call reads or writes; the strictest answer counts', async () => {
    const rules = [
      ['secret/*', 'deny'],
      ['*', 'allow'],
    ] as const;
    const subject = { reads: ['/w/a.txt'], writes: ['/w/secret/b/c.txt'] };
    assert.equal(await judge({ tool: 'move', rules, subject }), 'deny');
    assert.equal(await judge({ tool: 'move', rules, subject: { reads: ['/w/a.txt'] } }), 'allow');
  });

  it('matches the canonical path, so a link cannot hide its target', async () => {
    const rules = [
      ['secret/*', 'deny'],
      ['*', 'allow'],
    ] as const;
    assert.equal(await judge({ tool: 'read', rules, subject: { reads: ['/w/link'] } }), 'deny');
    const allowLink = [['link', 'allow']] as const;
    assert.equal(
      await judge({ tool: 'read', rules: allowLink, subject: { reads: ['/w/link'] } }),
      'ask',
    );
  });

  it('an allow rule for paths keeps the case where the file system does', async () => {
    const given = {
      tool: 'read',
      rules: [['SRC/*', 'allow']],
      subject: { reads: ['/w/src/a'] },
    } as const;
    assert.equal(await judge(given), 'ask');
    assert.equal(await judge({ ...given, caseSensitive: false }), 'allow');
  });

  it('no rules after a deny turn it into less', async () => {
    const action = fc.constantFrom<RuleAction>('allow', 'ask', 'deny');
    const later = fc.array(fc.tuple(fc.constantFrom('*', 'rm *', 'rm -rf x'), action));
    await fc.assert(
      fc.asyncProperty(later, async (rules) => {
        const all = [['rm*', 'deny'] as const, ...rules];
        assert.equal(await judge({ rules: all, subject: command('rm -rf x') }), 'deny');
      }),
    );
  });
});
