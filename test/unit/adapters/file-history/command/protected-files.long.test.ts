import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WatchedProtectedFiles } from '../../../../../src/adapters/file-history/command/protected-files';
import { ProtectedList } from '../../../../../src/adapters/file-history/command/protected-list';
import { tooSlow } from '../../../../../src/adapters/search/search-job';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';
import { fail } from '../../../../../src/core/contracts/failure';
import { Ripgrep } from '../../../../../src/adapters/search/ripgrep';
import type { ProtectedWatch } from '../../../../../src/core/ports/snapshots';
import { installedRipgrep } from '../../../fakes/real-search';
import { quietSignal } from '../../../fakes/temporary-workspace';
import { inEnglish } from '../../../../../src/core/base/sentence';
import {
  createTransactionWorld,
  runBash,
  undone,
  type TransactionWorld,
} from '../../../fakes/transaction-world';

describe('decision protected-files: what a command changes of them is seen, below all tables', () => {
  let world: TransactionWorld;
  let files: WatchedProtectedFiles;
  let warned: string[] = [];
  let calls = 0;
  /** Whether ripgrep fails. */
  let fails = false;
  /** Open instead of the workspace. */
  let opened: string | undefined;

  beforeEach(() => {
    world = createTransactionWorld();
    warned = [];
    const { changes, edits } = world;
    const { workspace: folder } = world;
    const workspace = {
      ...folder,
      roots: () => (opened === undefined ? folder.roots() : [opened]),
    };
    const ripgrep = new Ripgrep({ path: installedRipgrep, environment: {} }, 2000);
    fails = false;
    opened = undefined;
    const list = new ProtectedList({
      ...{ disk: nodeDisk, workspace },
      ripgrep: {
        list: (job, add) => (fails ? Promise.resolve(fail(tooSlow(2000))) : ripgrep.list(job, add)),
      },
    });
    files = new WatchedProtectedFiles({
      ...{ changes, edits, workspace, list },
      warn: (text) => void warned.push(inEnglish(text)),
    });
    runBash('git init -q . && git add -A && git commit -qm x --allow-empty', workspace.root);
    workspace.put('ws/CLAUDE.md', 'old rules\n');
    workspace.put('ws/.gitignore', '.envrc\n');
    workspace.put('ws/.envrc', 'a\n');
    workspace.put('ws/src/a.ts', 'a\n');
    workspace.put('ws/tool', 'x\n');
  });
  afterEach(() => world.dispose());

  const by = () => ({ sessionId: 'chat', toolCallId: `call-${String(calls)}` });
  const watch = (patterns: readonly string[] = []): Promise<ProtectedWatch> => {
    calls += 1;
    return files.watch(by(), patterns);
  };
  const afterRun = async (command: string, patterns?: readonly string[]) => {
    const watching = await watch(patterns);
    runBash(command, world.workspace.root);
    return (await watching.end({ late: false })).map(inEnglish);
  };
  const at = (name: string): string => path.join(world.workspace.root, name);

  const changing: Readonly<Record<string, string>> = {
    'changed CLAUDE.md': 'echo x >> CLAUDE.md',
    'changed CLAUDE.md, which is read by agents': "sed -i 's/old/new/' CLAUDE.md",
    'deleted CLAUDE.md': 'rm CLAUDE.md',
    'created AGENTS.md': 'cp src/a.ts AGENTS.md',
    'created src/deep/claude.md': 'mkdir -p src/deep; echo x > src/deep/claude.md',
    'created .git/hooks/pre-commit': 'printf "#!/bin/sh\\n" > .git/hooks/pre-commit',
    'changed .git/hooks/pre-push.sample': 'chmod 600 .git/hooks/pre-push.sample',
    'changed .git/config': 'git config core.pager x',
    'created .git/info/attributes': 'echo "* filter=x" > .git/info/attributes',
    'changed .envrc': 'echo b > .envrc',
    'created .vscode/tasks.json': 'mkdir .vscode; echo {} > .vscode/tasks.json',
    'created .cargo/config.toml': 'mkdir .cargo; echo "[build]" > .cargo/config.toml',
    'created .github/workflows/ci.yml':
      'mkdir -p .github/workflows; echo x > .github/workflows/ci.yml',
    'created .mcp.json': 'echo {} > .mcp.json',
    'created .npmrc': 'mkdir t; echo x > t/.npmrc; tar cf t.tar -C t .; tar xf t.tar; rm -r t',
    'created .husky/pre-push': 'mkdir -p x/.husky; echo x > x/.husky/pre-push; mv x/.husky .husky',
    'created sub/.bazelrc': "mkdir sub; python3 -c \"open('sub/.bazelrc','w').write('x')\"",
    'created .vscode, which': 'ln -s src .vscode',
    'created .github, which': 'ln -s src .github',
    'deleted .envrc': 'git stash -qu; git clean -fdqx',
    'created mine/key.txt, which is in your list': 'mkdir mine; echo x > mine/key.txt',
    'created GEMINI.md':
      'git checkout -q -b other; echo x > GEMINI.md; git add GEMINI.md; git commit -qm y',
  };
  for (const [expected, command] of Object.entries(changing)) {
    it(`${command}: ${expected}`, async () => {
      const [first = ''] = await afterRun(command, ['mine']);
      assert.ok(first.startsWith('This command changed protected files: '), first);
      assert.ok(first.includes(expected), first);
    });
  }

  for (const command of [
    'ls -la; cat CLAUDE.md',
    'echo x > src/a.ts',
    'touch CLAUDE.md',
    'git add -A && git commit -qm z',
    'git checkout -q -b feature && git tag v1',
    'mkdir -p node_modules/x && echo x > node_modules/x/.npmrc',
    'cp CLAUDE.md /tmp/x-claude; cp /tmp/x-claude CLAUDE.md',
    'echo x > package.json',
  ]) {
    it(`${command}: nothing`, async () => {
      assert.deepEqual(await afterRun(command), []);
    });
  }

  it('Undo restores them, also what was ignored by git', async () => {
    await afterRun('echo x > CLAUDE.md; rm .envrc; echo x > .git/hooks/pre-commit');
    assert.equal(world.changes.undoState(by()), 'offered');
    undone(await world.changes.undoCall(by(), quietSignal()));
    assert.equal(readFileSync(at('CLAUDE.md'), 'utf8'), 'old rules\n');
    assert.equal(readFileSync(at('.envrc'), 'utf8'), 'a\n');
    assert.equal(existsSync(at('.git/hooks/pre-commit')), false);
  });

  it('a change is reported once, and a later one of a background command apart', async () => {
    const watching = await watch();
    runBash('echo x > CLAUDE.md', world.workspace.root);
    assert.equal((await watching.look()).length, 1);
    assert.deepEqual(await watching.look(), []);
    runBash('echo y > AGENTS.md', world.workspace.root);
    assert.match((await watching.end({ late: true })).map(inEnglish).join(), /created AGENTS\.md/);
    assert.match(warned.join(), /created AGENTS\.md/);
  });

  it('it is not reported for another command that runs meanwhile', async () => {
    const background = await watch();
    assert.equal((await afterRun('echo x > CLAUDE.md')).length, 1);
    assert.deepEqual(await background.end({ late: true }), []);
  });

  it('what the user saved, and what another call changed, is left out', async () => {
    const watching = await watch();
    runBash('echo x > CLAUDE.md; echo x > AGENTS.md', world.workspace.root);
    world.edits.saved.push(at('CLAUDE.md'));
    const ended = world.changes.touched.begin([at('AGENTS.md')]);
    assert.deepEqual(await watching.end({ late: false }), []);
    ended();
  });

  it('a file that cannot be read is reported, and stops nothing', async () => {
    const watching = await watch();
    runBash('echo x > AGENTS.md', world.workspace.root);
    chmodSync(at('AGENTS.md'), 0o000);
    assert.equal((await watching.end({ late: false })).length, 1);
  });

  it('a file that another program has just made is known before the command', async () => {
    await afterRun('true');
    runBash('echo x > AGENTS.md; mkdir .husky; echo x > .husky/pre-push', world.workspace.root);
    const [first = ''] = await afterRun('echo y > AGENTS.md');
    assert.match(first, /: changed AGENTS\.md, which [^;]*$/);
    undone(await world.changes.undoCall(by(), quietSignal()));
    assert.equal(readFileSync(at('AGENTS.md'), 'utf8'), 'x\n');
  });

  it('without a list the top folder is compared, and the card says so once', async () => {
    fails = true;
    for (const name of ['src/CLAUDE.md', '.github/workflows/ci.yml']) {
      world.workspace.put(`ws/${name}`, 'x\n');
    }
    const first = await afterRun(
      'echo x >> CLAUDE.md; echo x >> .github/workflows/ci.yml; echo x >> .git/config; echo x >> src/CLAUDE.md',
    );
    assert.match(first[0] ?? '', /CLAUDE\.md.*ci\.yml.*\.git.config|\.git.config/);
    assert.doesNotMatch(first[0] ?? '', /src.CLAUDE/);
    assert.match(first.join(' '), /Only the protected files of the top folder .* took too long/);
    assert.doesNotMatch((await afterRun('rm CLAUDE.md')).join(' '), /Only the protected/);
  });

  it('hooks of a repository whose folder is not in the open one are compared, too', async () => {
    const { root } = world.workspace;
    runBash('git worktree add -q ../tree', root);
    const tree = path.join(path.dirname(root), 'tree');
    opened = tree;
    const found = await afterRun(`echo x > ${at('.git/hooks/pre-commit')}`);
    assert.match(found[0] ?? '', /created .*pre-commit/);
    assert.match(found.join(' '), /Undo restores only what is in the open folders/);
  });
});
