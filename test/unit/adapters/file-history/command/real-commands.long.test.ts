import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createTransactionWorld,
  fillWorkspace,
  rolledBack,
  runBash,
  treeOf,
  type TransactionWorld,
} from '../../../fakes/transaction-world';

/** Commands, and what a rollback reports as restored and removed. */
const commands: readonly {
  readonly command: string;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
}[] = [
  { command: 'rm a.txt', restored: ['a.txt'], removed: [] },
  { command: 'rm -rf src', restored: ['src/deep/two.ts', 'src/one.ts'], removed: [] },
  { command: 'rm -rf ./src/deep/ a.txt', restored: ['a.txt', 'src/deep/two.ts'], removed: [] },
  { command: 'rmdir empty', restored: ['empty'], removed: [] },
  { command: 'mv a.txt c.txt', restored: ['a.txt'], removed: ['c.txt'] },
  {
    command: 'mv src lib',
    restored: ['src/deep/two.ts', 'src/one.ts'],
    removed: ['lib/deep/two.ts', 'lib/one.ts'],
  },
  { command: 'mv a.txt src/', restored: ['a.txt'], removed: ['src/a.txt'] },
  { command: "sed -i 's/alpha/omega/' a.txt", restored: ['a.txt'], removed: [] },
  { command: 'cp a.txt b.txt', restored: ['b.txt'], removed: [] },
  { command: 'cp -r src copy', restored: [], removed: ['copy/deep/two.ts', 'copy/one.ts'] },
  { command: 'echo x > a.txt', restored: ['a.txt'], removed: [] },
  { command: 'echo x >> a.txt; echo y > new.txt', restored: ['a.txt'], removed: ['new.txt'] },
  { command: 'echo "$HOME" 2> err.txt > out.txt', restored: [], removed: ['err.txt', 'out.txt'] },
  { command: 'mkdir -p n/e/w && touch n/e/w/f', restored: [], removed: ['n/e/w/f'] },
  { command: 'chmod 600 run.sh', restored: ['run.sh'], removed: [] },
  {
    command: 'chmod -R go-rx src',
    restored: ['src', 'src/deep', 'src/deep/two.ts', 'src/one.ts'],
    removed: [],
  },
  {
    command: 'rm -rf src && touch src',
    restored: ['src/deep/two.ts', 'src/one.ts'],
    removed: ['src'],
  },
  {
    command: 'rm a.txt && mkdir a.txt && touch a.txt/in',
    restored: ['a.txt'],
    removed: ['a.txt/in'],
  },
  {
    command: 'cd src && rm one.ts && cd deep && echo 3 > three.ts',
    restored: ['src/one.ts'],
    removed: ['src/deep/three.ts'],
  },
  { command: 'rm *.txt', restored: ['a.txt', 'b.txt'], removed: [] },
  { command: 'rm src/*.ts', restored: ['src/one.ts'], removed: [] },
  { command: 'f=a.txt; rm "$f"', restored: ['a.txt'], removed: [] },
  { command: 'f=a.txt; echo x > "$f"', restored: ['a.txt'], removed: [] },
  { command: 'f=b.txt; cp a.txt n.txt > "$f"', restored: ['b.txt'], removed: ['n.txt'] },
  { command: 'f=b.txt; echo x > a.txt > "$f"', restored: ['a.txt', 'b.txt'], removed: [] },
  {
    command: 'for f in a.txt b.txt; do echo x > $f; done',
    restored: ['a.txt', 'b.txt'],
    removed: [],
  },
  {
    command: 'find src -name "*.ts" -delete',
    restored: ['src/deep/two.ts', 'src/one.ts'],
    removed: [],
  },
  { command: 'echo src/one.ts | xargs rm', restored: ['src/one.ts'], removed: [] },
  { command: 'ln -s a.txt link', restored: [], removed: ['link'] },
  { command: 'truncate -s 0 a.txt b.txt', restored: ['a.txt', 'b.txt'], removed: [] },
  { command: 'dd if=/dev/zero of=a.txt bs=4 count=1', restored: ['a.txt'], removed: [] },
  { command: 'printf x | tee a.txt t.txt', restored: ['a.txt'], removed: ['t.txt'] },
];

describe('a rollback of real commands', () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  for (const { command, restored, removed } of commands) {
    it(`restores everything after ${command}`, async () => {
      const { root } = world.workspace;
      const before = treeOf(root);
      const snapshot = await world.run(command);
      assert.notDeepEqual(treeOf(root), before, 'the command changes something');
      const { report, notes } = rolledBack(await snapshot.ended({ rollBack: true }));
      assert.deepEqual(treeOf(root), before);
      assert.deepEqual([...report.restored].sort(), [...restored].sort());
      assert.deepEqual([...report.removed].sort(), [...removed].sort());
      assert.deepEqual(notes, []);
    });
  }

  it('000-transaction-11: symlinks are restored as links, and their targets separately', async () => {
    const { root } = world.workspace;
    symlinkSync('a.txt', path.join(root, 'link'));
    symlinkSync('nowhere', path.join(root, 'dangling'));
    const before = treeOf(root);
    for (const command of [
      'rm link dangling',
      'ln -sfn b.txt link',
      'echo x > link',
      "sed -i 's/alpha/omega/' link",
      'rm link && mkdir link && touch link/x',
    ]) {
      const snapshot = await world.run(command);
      assert.notDeepEqual(treeOf(root), before, command);
      rolledBack(await snapshot.ended({ rollBack: true }));
      assert.deepEqual(treeOf(root), before, command);
    }
  });

  it('restores a tracked file that git overwrote, and leaves .git alone', async () => {
    const { workspace } = world;
    const { root } = workspace;
    runBash('git init -q . && git add -A && git commit -qm one', root);
    workspace.put('ws/a.txt', 'work of an hour\n');
    workspace.put('ws/untracked.txt', 'mine\n');
    const before = treeOf(root);
    for (const command of [
      'git checkout a.txt',
      'git checkout -- .',
      'git reset -q --hard',
      'git clean -fdq',
    ]) {
      const snapshot = await world.run(command);
      assert.notDeepEqual(treeOf(root), before, command);
      rolledBack(await snapshot.ended({ rollBack: true }));
      const outsideGit = Object.entries(treeOf(root)).filter(
        ([name]) => !name.startsWith('./.git/'),
      );
      const expected = Object.entries(before).filter(([name]) => !name.startsWith('./.git/'));
      assert.deepEqual(outsideGit, expected, command);
    }
  });

  it('does nothing after a command that changed nothing', async () => {
    for (const command of [
      'touch a.txt',
      'cp a.txt a.txt',
      'rm -f not-there',
      'true > /dev/null',
    ]) {
      const taken = await world.take(command);
      if (!taken.ok) throw new Error(taken.failure.message);
      runBash(command, world.workspace.root);
      const end = await taken.value?.ended({ rollBack: true });
      assert.deepEqual(end ?? { state: 'unchanged' }, { state: 'unchanged' }, command);
    }
  });

  it('finds a change that keeps size and times', async () => {
    const { root } = world.workspace;
    const snapshot = await world.run(
      'cp -p a.txt keep; printf omega\\\\n > a.txt; touch -r keep a.txt',
    );
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.equal(readFileSync(path.join(root, 'a.txt'), 'utf8'), 'alpha\n');
  });

  it('decision file-sandbox: nothing outside the roots is copied or restored', async () => {
    const { outside } = world.workspace;
    world.workspace.put('outside/theirs.txt', 'theirs\n');
    const taken = await world.take('rm ../outside/theirs.txt');
    assert.deepEqual(taken, { ok: true, value: undefined });
    const snapshot = await world.run('rm ../outside/theirs.txt a.txt');
    const { report } = rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(report, { restored: ['a.txt'], removed: [] });
    assert.deepEqual(Object.keys(treeOf(outside)), ['./']);
  });

  it('a link that leads outside is restored, but never followed', async () => {
    const { root, outside } = world.workspace;
    world.workspace.put('outside/theirs.txt', 'theirs\n');
    symlinkSync(outside, path.join(root, 'src', 'out'));
    const before = treeOf(root);
    const snapshot = await world.run('rm -rf src');
    writeFileSync(path.join(outside, 'theirs.txt'), 'changed by them\n');
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(treeOf(root), before);
    assert.equal(readFileSync(path.join(outside, 'theirs.txt'), 'utf8'), 'changed by them\n');
  });
});
