import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { RollbackQuestion } from '../../../../../src/core/ports/snapshots';
import {
  createTransactionWorld,
  fillWorkspace,
  rolledBack,
  treeOf,
  yes,
  type TransactionWorld,
} from '../../../fakes/transaction-world';

describe("a rollback and the user's edits", () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  const inRoot = (name: string): string => path.join(world.workspace.root, name);
  const textOf = (name: string): string => readFileSync(inRoot(name), 'utf8');

  it('000-transaction-7: is withheld if a file was saved while the command ran', async () => {
    const snapshot = await world.run('echo x > a.txt; rm b.txt');
    world.edits.saved.push(inRoot('a.txt'));
    const after = treeOf(world.workspace.root);
    assert.deepEqual(await snapshot.ended({ rollBack: true }), {
      state: 'withheld',
      reason: 'these files were edited meanwhile: a.txt',
    });
    assert.deepEqual(treeOf(world.workspace.root), after, 'nothing is restored in part');
    const asked: RollbackQuestion[] = [];
    rolledBack(await snapshot.rollBack(yes(asked)));
    assert.deepEqual(asked[0]?.changedSince, ['a.txt']);
    assert.equal(textOf('a.txt'), 'alpha\n');
  });

  it('is withheld for a file with unsaved changes, by whatever path the editor knows it', async () => {
    symlinkSync(inRoot('src'), inRoot('alias'));
    world.edits.unsaved.push(inRoot('alias/one.ts'));
    const snapshot = await world.run('echo x > src/one.ts');
    assert.deepEqual(await snapshot.ended({ rollBack: true }), {
      state: 'withheld',
      reason: 'these files were edited meanwhile: src/one.ts',
    });
  });

  it('continues when other files are edited', async () => {
    world.edits.saved.push(inRoot('a.txt'));
    world.edits.unsaved.push(inRoot('b.txt'));
    const snapshot = await world.run('echo x > src/one.ts; echo x > a.txt');
    assert.equal(rolledBack(await snapshot.ended({ rollBack: true })).state, 'rolled-back');
    assert.equal(
      textOf('a.txt'),
      'alpha\n',
      'what was saved before the command is not in question',
    );
  });

  it('000-transaction-8: a manual rollback asks, and names the files changed since', async () => {
    const snapshot = await world.run('echo x > a.txt; echo y > b.txt; rm -rf src; mkdir made');
    assert.deepEqual(await snapshot.ended({ rollBack: false }), { state: 'kept' });
    world.workspace.put('ws/a.txt', 'by hand\n');
    world.workspace.put('ws/src/mine.ts', 'by hand\n');
    world.workspace.put('ws/made/mine.txt', 'by hand\n');
    const asked: RollbackQuestion[] = [];
    const done = rolledBack(await snapshot.rollBack(yes(asked)));
    assert.deepEqual(asked, [
      {
        restores: ['a.txt', 'b.txt', 'src/deep/two.ts', 'src/one.ts'],
        removes: ['src/mine.ts'],
        changedSince: ['a.txt', 'src/mine.ts'],
        unsaved: [],
        hadOverlap: false,
      },
    ]);
    assert.deepEqual(done.report.removed, ['src/mine.ts']);
    assert.equal(textOf('a.txt'), 'alpha\n');
    assert.equal(textOf('made/mine.txt'), 'by hand\n', 'a folder with work of others stays');
  });

  it('changes nothing when declined, and can be requested again', async () => {
    const snapshot = await world.run('rm a.txt');
    await snapshot.ended({ rollBack: false });
    assert.deepEqual(await snapshot.rollBack(() => Promise.resolve(false)), { state: 'declined' });
    assert.equal(existsSync(inRoot('a.txt')), false);
    rolledBack(await snapshot.rollBack(yes()));
    assert.equal(textOf('a.txt'), 'alpha\n');
  });

  it('asks again when more would be lost than the user has confirmed', async () => {
    const snapshot = await world.run('echo x > a.txt; echo y > b.txt');
    await snapshot.ended({ rollBack: false });
    const asked: RollbackQuestion[] = [];
    const done = await snapshot.rollBack((question) => {
      asked.push(question);
      if (asked.length === 1) world.workspace.put('ws/b.txt', 'while the question was open\n');
      return Promise.resolve(asked.length === 1);
    });
    assert.deepEqual(
      asked.map(({ changedSince }) => changedSince),
      [[], ['b.txt']],
    );
    assert.deepEqual(done, { state: 'declined' });
    assert.equal(textOf('b.txt'), 'while the question was open\n');
    assert.equal(textOf('a.txt'), 'x\n');
  });

  it('detects a change that keeps size and times', async () => {
    const snapshot = await world.run('printf 12345 > a.txt; touch -d @1000000 a.txt');
    await snapshot.ended({ rollBack: false });
    world.workspace.put('ws/a.txt', '54321');
    utimesSync(inRoot('a.txt'), 1_000_000, 1_000_000);
    const asked: RollbackQuestion[] = [];
    await snapshot.rollBack(yes(asked));
    assert.deepEqual(asked[0]?.changedSince, ['a.txt']);
  });

  it('does not ask about changes the user has already reverted', async () => {
    const snapshot = await world.run('echo x > new.txt');
    await snapshot.ended({ rollBack: false });
    rmSync(inRoot('new.txt'));
    const asked: RollbackQuestion[] = [];
    const { report } = rolledBack(await snapshot.rollBack(yes(asked)));
    assert.deepEqual(asked[0]?.changedSince, []);
    assert.deepEqual(report, { restored: [], removed: [] });
  });

  it('is refused where a pipe is now, and changes nothing', async () => {
    const snapshot = await world.run('rm a.txt b.txt; mkfifo a.txt');
    await snapshot.ended({ rollBack: false });
    const done = await snapshot.rollBack(yes());
    assert.match(done.state === 'failed' ? done.message : '', /changed just now: a\.txt/);
    assert.equal(existsSync(inRoot('b.txt')), false);
  });

  it('decision file-sandbox: a rollback through a planted link is refused and changes nothing', async () => {
    const { outside, root } = world.workspace;
    const snapshot = await world.run('rm src/one.ts; echo x > a.txt');
    await snapshot.ended({ rollBack: false });
    rmSync(inRoot('src'), { recursive: true });
    mkdirSync(path.join(outside, 'deep'));
    symlinkSync(outside, inRoot('src'));
    const before = treeOf(root);
    const done = await snapshot.rollBack(yes());
    assert.match(done.state === 'failed' ? done.message : '', /replaced by a link: src/);
    assert.deepEqual(treeOf(root), before);
    assert.deepEqual(Object.keys(treeOf(outside)), ['./', './deep/']);
  });

  it('decision file-sandbox: a link planted by the command itself is removed, not followed', async () => {
    const { outside, root } = world.workspace;
    const before = treeOf(root);
    const snapshot = await world.run(`rm -rf src && ln -s ${outside} src && touch src/made`);
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(treeOf(root), before);
    assert.deepEqual(Object.keys(treeOf(outside)), ['./', './made'], 'outside nothing is touched');
  });
});

describe('rollbacks and other commands', () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  it('asks before rolling back a command that ran at the same time as another on the same files', async () => {
    const long = await world.run('rm -rf src');
    const short = await world.run('mkdir src; echo 1 > src/made.ts');
    await short.ended({ rollBack: false });
    assert.deepEqual(await long.ended({ rollBack: true }), {
      state: 'withheld',
      reason: 'another command ran on the same files meanwhile',
    });
    const asked: RollbackQuestion[] = [];
    rolledBack(await long.rollBack(yes(asked)));
    assert.equal(asked[0]?.hadOverlap, true);
  });

  it('commands on different files do not affect each other', async () => {
    const one = await world.run('rm a.txt');
    const two = await world.run('rm b.txt');
    rolledBack(await two.ended({ rollBack: true }));
    rolledBack(await one.ended({ rollBack: true }));
  });

  it('a manual rollback is refused while another command runs on its files', async () => {
    const first = await world.run('echo 1 > a.txt');
    await first.ended({ rollBack: false });
    const running = await world.run('echo 2 >> a.txt');
    const refused = await first.rollBack(yes());
    assert.match(refused.state === 'failed' ? refused.message : '', /Another command is running/);
    await running.ended({ rollBack: false });
    rolledBack(await first.rollBack(yes()));
  });

  it('happens once, and not after its copies are removed', async () => {
    const { root } = world.workspace;
    const one = await world.run('echo 1 > a.txt');
    await one.ended({ rollBack: false });
    const both = await Promise.all([one.rollBack(yes()), one.rollBack(yes())]);
    assert.deepEqual(both.map(({ state }) => state).sort(), ['failed', 'rolled-back']);
    const two = await world.run('echo 2 > a.txt');
    await two.ended({ rollBack: false });
    two.drop();
    const late = await two.rollBack(yes());
    assert.match(late.state === 'failed' ? late.message : '', /no longer kept/);
    assert.equal(readFileSync(path.join(root, 'a.txt'), 'utf8'), '2\n');
  });
});
