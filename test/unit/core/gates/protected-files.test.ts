import assert from 'node:assert/strict';
import type { CallPath } from '../../../../src/core/contracts/calls/call-paths';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import { shippedProtectedFiles } from '../../../../src/core/contracts/policy/protected-files';
import { succeed } from '../../../../src/core/contracts/failure';
import protectedFiles from '../../../../src/core/gates/protected-files';
import { askAtOnce, callPath, gateCall, refusedPath } from '../../fakes/gate-call';
import { fakePolicy } from '../../fakes/policy';
import { plainReading, shellPart } from '../../fakes/shell-reading';

const root = '/.vscode/w';

function judge(paths: {
  readonly reads?: readonly CallPath[];
  readonly writes?: readonly CallPath[];
  readonly removes?: readonly CallPath[];
  readonly below?: readonly CallPath[];
  readonly isBelowKnown?: boolean;
  readonly roots?: readonly string[];
}) {
  const gate = bindGate(protectedFiles, {});
  return askAtOnce(gate, gateCall({ paths })).verdict;
}

const at = (path: string) => callPath(`${root}/${path}`, { root });

describe('protected files', () => {
  for (const path of [
    '.git',
    '.git/hooks/pre-commit',
    'vendor/lib/.git/config',
    '.GIT/config',
    '.vscode/settings.json',
    '.vscode/tasks.json',
    'my.Code-Workspace',
    '.husky/pre-push',
    'packages/a/.npmrc',
    '.gitattributes',
    '.mcp.json',
    '.claude/settings.json',
    '.yarnrc.yml',
    'home/.config/fish/config.fish',
    '.gatehouse/filters.toml',
    'dotfiles/filters.toml',
    '.github/workflows/ci.yml',
    'AGENTS.md',
    'packages/a/CLAUDE.local.md',
    '.github/copilot-instructions.md',
    '.github/instructions/tests.instructions.md',
    'docs/review.prompt.md',
    'tools/skills/pdf/SKILL.md',
    '.clinerules/general.md',
    '.Cargo/Config.toml',
    'lefthook-local.yaml',
    '.lintstagedrc.json',
    '.mvn/jvm.config',
    'mise.local.toml',
    '.gdbinit',
    'web/.devcontainer.json',
    '.hg/hgrc',
    '.gitpod.yml',
    'devfile.yaml',
    '.replit',
    '.bsp/sbt.json',
    '.ycm_extra_conf.py',
    'ci/build.gitlab-ci.yml',
    '.tekton/push.yaml',
    'docs/CODEOWNERS',
    'user.bazelrc',
    '.pdm-python',
    'poetry.toml',
    '.aws/config',
    'home/.kube/config',
    '.docker/config.json',
    '.gnupg/gpg.conf',
    'ansible.cfg',
    '.erlang',
    '.iex.exs',
    '.ocamlinit',
    'AGENT.md',
    '.openhands/microagents/repo.md',
    '.claude-plugin/plugin.json',
    '.copilot/mcp-config.json',
    'ci/Jenkinsfile.release',
    'WindowsPowerShell/Microsoft.PowerShell_profile.ps1',
    'a/mcp.json',
    '.yarn/releases/yarn-4.cjs',
  ]) {
    it(`each write to ${path} asks`, () => {
      assert.equal(judge({ writes: [at(path)] }), 'ask');
    });
  }

  for (const path of [
    'src/a.ts',
    'git/config',
    '.gitignore',
    '.env',
    'package.json',
    'Makefile',
    'workflows/ci.yml',
    '.github/ISSUE_TEMPLATE/bug.md',
    'cargo/config.toml',
    'agents.ts',
    'docs/claude.html',
    '.yarn/cache/a.zip',
    'profile.ts',
  ]) {
    it(`a write to ${path} is left to the rules`, () => {
      assert.equal(judge({ writes: [at(path)] }), 'allow');
    });
  }

  it('decision protected-files: the reason names what matches and why', () => {
    const gate = bindGate(protectedFiles, {});
    const { reason } = askAtOnce(
      gate,
      gateCall({ paths: { writes: [at('a/.github/Workflows/x')] } }),
    );
    assert.equal(
      reason,
      '.github/Workflows is run by continuous integration, with its credentials, so every write to it asks',
    );
  });

  it('decision protected-files: the user adds names, with wildcards, anywhere in a path', () => {
    const gate = bindGate(protectedFiles, {});
    const own = fakePolicy({
      protectedFiles: ['deploy/keys', '*.Sealed', './infra\\prod/', 'a/**/z', '**/q/**'],
    });
    const asked = (path: string) =>
      askAtOnce(gate, gateCall({ paths: { writes: [at(path)] }, policy: own })).verdict;
    for (const path of [
      'deploy/keys/a',
      'x/Deploy/KEYS',
      'a.sealed',
      'infra/prod/main.tf',
      '.git/x',
      'a/z',
      'x/a/b/c/z/file',
      'b/q/c',
    ]) {
      assert.equal(asked(path), 'ask', path);
    }
    for (const path of ['deploy/a', 'keys', 'sealed', 'infra/test/main.tf', 'src/a.ts', 'b/z']) {
      assert.equal(asked(path), 'allow', path);
    }
  });

  it('decision protected-files: `**` alone, or what stands for an unreadable list, is every file', () => {
    const gate = bindGate(protectedFiles, {});
    for (const pattern of ['**', '*', '**/*']) {
      const policy = fakePolicy({ protectedFiles: [pattern] });
      const { verdict } = askAtOnce(gate, gateCall({ paths: { writes: [at('a/b')] }, policy }));
      assert.equal(verdict, 'ask', pattern);
    }
  });

  it('decision protected-files: a pattern may begin above the open folder and end in it', () => {
    for (const [folder, path, verdict] of [
      ['/w/.github/workflows', 'ci.yml', 'ask'],
      ['/h/.config/nvim', 'init.lua', 'ask'],
      ['/h/.config/Code/User', 'settings.json', 'ask'],
      ['/h/.github/docs', 'workflows/ci.yml', 'allow'],
      ['/h/.config/nvim/w', 'a.ts', 'allow'],
    ] as const) {
      const write = callPath(`${folder}/${path}`, { root: folder });
      assert.equal(judge({ writes: [write], roots: [folder] }), verdict, folder);
    }
  });

  it('decision protected-files: every row has names and a reason, and none is there twice', () => {
    const patterns = shippedProtectedFiles.map(({ pattern }) => pattern);
    assert.equal(new Set(patterns).size, patterns.length);
    for (const { pattern, why } of shippedProtectedFiles) {
      assert.match(pattern, /^[^/\\\s][^/\\]*(\/[^/\\]+)*$/);
      assert.equal(pattern, pattern.toLowerCase());
      assert.match(why.message, /^\{0\} (can|lists|is|names|contains) /);
      assert.equal(judge({ writes: [at(pattern.replaceAll('*', 'x'))] }), 'ask', pattern);
    }
  });

  it('decision protected-files: removing or moving a protected file asks too', () => {
    assert.equal(judge({ removes: [at('.git/hooks')] }), 'ask');
    assert.equal(judge({ removes: [at('src')] }), 'allow');
  });

  it('decision protected-files: so does a folder that holds one, or too much to be looked at', () => {
    assert.equal(judge({ removes: [at('lib')], below: [at('lib/.git')] }), 'ask');
    assert.equal(judge({ removes: [at('lib')], below: [at('lib/a')] }), 'allow');
    assert.equal(judge({ removes: [at('lib')], isBelowKnown: false }), 'ask');
  });

  it('decision protected-files: a protected name asks wherever it leads', () => {
    const link = callPath(`${root}/.envrc`, { real: `${root}/notes.txt`, root });
    assert.equal(judge({ writes: [link] }), 'ask');
  });

  it('a link to a protected file is one, and so is a path that cannot be resolved', () => {
    const link = callPath(`${root}/notes.txt`, { real: `${root}/.git/hooks/pre-commit`, root });
    assert.equal(judge({ writes: [link] }), 'ask');
    assert.equal(judge({ writes: [refusedPath('unknown/.git/config')] }), 'ask');
  });

  for (const [what, folder, roots] of [
    ['the only open folder', '/h/.vscode', ['/h/.vscode']],
    ['an open folder inside another', '/w/.git', ['/w/.git', '/w']],
    ['an open folder below one', '/w/.husky/_', ['/w', '/w/.husky/_']],
  ] as const) {
    it(`decision protected-files: a protected folder stays one as ${what}`, () => {
      const writes = [callPath(`${folder}/x`, { root: folder })];
      assert.equal(judge({ writes, roots }), 'ask');
    });
  }

  it('a folder that only begins like the one that holds the path is none of its own', () => {
    const writes = [callPath('/a/.git/w/x', { root: '/a/.git/w' })];
    assert.equal(judge({ writes, roots: ['/a/.gi', '/a/.git/w', '/a/.git/w/x/y'] }), 'allow');
  });

  it('any of several writes counts, reads do not', () => {
    assert.equal(judge({ writes: [at('a'), at('.envrc')] }), 'ask');
    assert.equal(judge({ reads: [at('.vscode/settings.json')] }), 'allow');
  });

  it('each write of a command to one asks too', () => {
    const hook = '.git/hooks/pre-commit';
    const place = succeed({
      asked: hook,
      real: `${root}/${hook}`,
      exists: false,
      root,
    });
    const judgeCommand = (access: 'read' | 'write') => {
      const path = { given: hook, access, certain: true, redirected: false };
      const command = `cp x ${hook}`;
      const reading = { ...plainReading(command), parts: [shellPart(command, { paths: [path] })] };
      const named = [{ given: hook, resolved: place }];
      const gate = bindGate(protectedFiles, {});
      return askAtOnce(gate, gateCall({ subject: { command }, reading, paths: { named } })).verdict;
    };
    assert.equal(judgeCommand('write'), 'ask');
    assert.equal(judgeCommand('read'), 'allow');
  });
});
