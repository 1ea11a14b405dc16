import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CallPath } from '../../../../src/core/contracts/call-paths';
import { bindGate } from '../../../../src/core/contracts/define-gate';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { alwaysRules } from '../../../../src/core/pipeline/stages/always-rules';
import { askAtOnce, callPath, fakeWorkspace, gateCall, refusedPath } from '../../fakes/gate-call';

const bash = { id: 'core__bash', name: 'bash' };

function forCommand(command: string, cwd: CallPath = callPath('/w')): readonly string[] {
  const { subject, paths } = gateCall({ subject: { command, text: command }, paths: { cwd } });
  return patternsOf(bash, { subject, paths });
}

function forPaths(...writes: readonly CallPath[]): readonly string[] {
  return patternsOf({ id: 'core__edit', name: 'edit' }, gateCall({ paths: { writes } }));
}

function patternsOf(
  tool: typeof bash,
  { subject, paths }: Pick<ReturnType<typeof gateCall>, 'subject' | 'paths'>,
): readonly string[] {
  const offered = alwaysRules(tool, subject, paths);
  assert.ok(offered.every((rule) => rule.tool === tool.name));
  return offered.map(({ pattern }) => pattern);
}

describe('rules that "Always allow" offers', () => {
  for (const command of ['git status --short', 'git status', 'git ls-files src']) {
    it(`003: the exact command, then program and verb: ${command}`, () => {
      const verb = command.split(' ').slice(0, 2).join(' ');
      assert.deepEqual(forCommand(command), [command, `${verb} *`]);
    });
  }

  for (const [why, commands] of [
    ['an interpreter or a shell', ['node index.js', 'python3.12 run', 'bash build', 'Perl x']],
    ['a runner of tasks or packages', ['npm test', 'npx tsc', 'make all', 'pip3 install x']],
    [
      'a wrapper',
      ['sudo ls', 'docker run x', 'env ls', 'xargs rm', 'find src', 'time ls', 'ssh h'],
    ],
    [
      'a verb whose arguments write files (`--output=`, `-o`)',
      ['git diff src', 'git log -p', 'git show HEAD', 'git stash show', 'git rev-list x'],
    ],
    [
      'a verb whose arguments run programs (`-exec`, `--config`, `--template=`, hooks)',
      [
        'go test x',
        'go build x',
        'go vet x',
        'cargo test x',
        'cargo build x',
        'cargo run x',
      ].concat(['git init x', 'git commit -a', 'git config x y', 'git push o', 'kubectl get x']),
    ],
    [
      'a verb that changes or destroys what it is given',
      ['git apply x', 'git am x', 'git worktree list', 'git checkout x', 'git restore x'].concat([
        'git reset x',
        'git clean -n',
        'git rm x',
        'git branch x',
        'git tag x',
      ]),
    ],
    ['a program that nobody has looked at', ['gh pr list', 'deploy now', 'Git status']],
    ['a first word that is no verb', ['rm build', 'ls src', 'cat notes', 'grep todo src']],
    ['an option or a path for a verb', ['git -c x log', 'tool ./x', 'tool a.b', 'tool --all']],
    ['a program named by its path', ['./deploy now', '/usr/bin/git status', 'bin/x run']],
    ['one word', ['ls', 'gitk']],
  ] as const) {
    for (const command of commands) {
      it(`003: only the exact command for ${why}: ${command}`, () => {
        assert.deepEqual(forCommand(command), [command]);
      });
    }
  }

  for (const command of [
    'npm test && rm x',
    'a; b',
    'echo $HOME',
    'ls *',
    'a\nb',
    'X=1 ls',
    'a | b',
  ]) {
    it(`003: never a rule for what is not plain words: ${JSON.stringify(command)}`, () => {
      assert.deepEqual(forCommand(command), []);
    });
  }

  it('none for a command outside the workspace folder itself, where none would hold', () => {
    assert.deepEqual(forCommand('git status', callPath('/w/vendor')), []);
    assert.deepEqual(forCommand('git status', refusedPath('/etc')), []);
  });

  it('every rule that is offered would have allowed the call, and nothing but plain words', () => {
    const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });
    const verdictUnder = (pattern: string, command: string) => {
      const rule = { tool: 'core__bash', pattern, action: 'allow', source: 'session' } as const;
      const subject = { command, text: command };
      return askAtOnce(gate, gateCall({ subject, policy: { permissions: [rule] } })).verdict;
    };
    const word = fc.constantFrom('git', 'status', 'npm', 'rm', '-c', './x', 'a.b', 'ls', 'time');
    const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(command, (text) => {
        const offered = forCommand(text);
        assert.equal(offered[0], text);
        for (const pattern of offered) {
          assert.equal(verdictUnder(pattern, text), 'allow', pattern);
          assert.equal(verdictUnder(pattern, `${text}; rm -rf x`), 'ask', pattern);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the path, then its folder, for a call on one file', () => {
    assert.deepEqual(forPaths(callPath('src/a.ts')), ['/w/src/a.ts', '/w/src/*']);
    const same = callPath('/w/src/a.ts');
    const call = gateCall({ paths: { reads: [same], writes: [callPath('src/a.ts')] } });
    assert.deepEqual(patternsOf({ id: 'core__edit', name: 'edit' }, call), [
      '/w/src/a.ts',
      '/w/src/*',
    ]);
  });

  it('the canonical path, with slashes on Windows', () => {
    assert.deepEqual(forPaths(callPath('link', { real: '/w/src/a' })), ['/w/src/a', '/w/src/*']);
    const windows = callPath('/w/a', { real: 'C:\\w\\src\\a.ts', root: 'C:\\w' });
    assert.deepEqual(forPaths(windows), ['C:/w/src/a.ts', 'C:/w/src/*']);
  });

  it('nothing for a call on several files, for one that is refused, or that reads as a pattern', () => {
    assert.deepEqual(forPaths(callPath('a'), callPath('b')), []);
    assert.deepEqual(forPaths(callPath('a'), refusedPath('b')), []);
    for (const name of ['[a].ts', 'a*', 'a\\b']) {
      assert.deepEqual(forPaths(callPath(name)), [], name);
    }
  });

  it('never the folder around the workspace', () => {
    assert.deepEqual(forPaths(callPath('/w')), ['/w']);
  });

  it('none that would write a credential into the settings', () => {
    const key = `AKIA${'A'.repeat(16)}`;
    assert.deepEqual(forCommand(`git status --key=${key}`), ['git status *']);
    assert.deepEqual(forCommand(`deploy --key=${key}`), []);
  });
});
