import assert from 'node:assert/strict';
import type { CallSubject } from '../../../../src/core/contracts/call';
import { bindGate } from '../../../../src/core/contracts/define-gate';
import { failure } from '../../../../src/core/contracts/failure';
import { fail, succeed } from '../../../../src/core/contracts/result';
import protectedFiles from '../../../../src/core/gates/protected-files';

const unused = () => Promise.reject(new Error('not used'));

async function judge(subject: Partial<CallSubject>, real?: string) {
  const gate = bindGate(protectedFiles, {
    files: {
      resolve: (path: string) =>
        Promise.resolve(
          path === 'unknown/.git/config'
            ? fail(failure('execution', 'no'))
            : succeed({ asked: path, real: real ?? path, exists: true, root: '/.vscode/w' }),
        ),
      read: unused,
      write: unused,
      list: unused,
    },
  });
  const verdict = await gate.check({
    tool: { id: 'core__write', name: 'write', effect: 'state_change' },
    subject: { text: '', reads: [], writes: [], ...subject },
    origin: 'model',
    phase: 'executor',
    context: { sessionId: 's', actorId: 'u', tenantId: 't' },
  });
  return verdict.verdict;
}

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
  ]) {
    it(`each write to ${path} asks`, async () => {
      assert.equal(await judge({ writes: [`/.vscode/w/${path}`] }), 'ask');
    });
  }

  for (const path of ['src/a.ts', '.github/workflows/ci.yml', 'git/config', '.gitignore', '.env']) {
    it(`a write to ${path} is left to the rules`, async () => {
      assert.equal(await judge({ writes: [`/.vscode/w/${path}`] }), 'allow');
    });
  }

  it('a link to a protected file is one, and so is a path that cannot be resolved', async () => {
    const real = '/.vscode/w/.git/hooks/pre-commit';
    assert.equal(await judge({ writes: ['/.vscode/w/notes.txt'] }, real), 'ask');
    assert.equal(await judge({ writes: ['unknown/.git/config'] }), 'ask');
  });

  it('any of several writes counts, reads do not', async () => {
    const writes = ['/.vscode/w/a', '/.vscode/w/.envrc'];
    assert.equal(await judge({ writes }), 'ask');
    assert.equal(await judge({ reads: ['/.vscode/w/.vscode/settings.json'] }), 'allow');
  });
});
