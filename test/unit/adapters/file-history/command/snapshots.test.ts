import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createTransactionWorld,
  fillWorkspace,
  rolledBack,
  runBash,
  treeOf,
  type TransactionWorld,
  undone,
} from '../../../fakes/transaction-world';
import { english } from '../../../fakes/english';
import { createTemporaryWorkspace, quietSignal } from '../../../fakes/temporary-workspace';

/** All kept files of all windows. */
function copiesIn(area: string): readonly string[] {
  if (!existsSync(area)) return [];
  return readdirSync(area, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe('copies made before a command', () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  it('decision 42: are apart from database and journal, readable by their owner only', async () => {
    chmodSync(path.join(world.workspace.root, 'a.txt'), 0o644);
    await world.run('rm a.txt run.sh');
    const copies = copiesIn(world.area);
    assert.deepEqual(copies.map((file) => readFileSync(file, 'utf8')).sort(), [
      '#!/bin/sh\n',
      'alpha\n',
    ]);
    for (const copy of copies) {
      assert.equal((lstatSync(copy).mode & 0o777).toString(8), '600');
      for (let at = path.dirname(copy); at !== world.area; at = path.dirname(at)) {
        assert.equal((lstatSync(at).mode & 0o777).toString(8), '700');
      }
    }
  });

  it('000-transaction-9: are deleted for unchanged files when the command ends', async () => {
    const snapshot = await world.run('cp a.txt src/; echo x > b.txt');
    assert.ok(copiesIn(world.area).length > 1);
    await snapshot.ended({ rollBack: false });
    const kept = copiesIn(path.join(world.area, 'chat', 'copies'));
    assert.deepEqual(
      kept.map((file) => readFileSync(file, 'utf8')),
      ['beta\n'],
    );
    assert.deepEqual(readdirSync(world.area), ['chat'], 'the snapshot is gone');
    undone(await snapshot.undo());
    assert.deepEqual(copiesIn(path.join(world.area, 'chat', 'copies')), []);
  });

  it('000-transaction-13: the settings limit how many files are copied and what is left out', async () => {
    world.workspace.put('ws/out/made.txt', 'made');
    const wide = 'git checkout .';
    const over = await world.take(wide, { maxEntries: 2 });
    assert.equal(over.ok ? '' : over.failure.errorCode, 'snapshot_failed');
    assert.equal((await world.take(wide, { maxEntries: Infinity })).ok, true);
    assert.equal((await world.take(wide, { skip: ['.git'] })).ok, true);
    const contents = () => copiesIn(world.area).map((file) => readFileSync(file, 'utf8'));
    assert.equal(contents().filter((text) => text === 'made').length, 2);
    assert.equal((await world.take(wide, { skip: ['out'] })).ok, true);
    assert.equal(contents().filter((text) => text === 'made').length, 2);
  });

  it('000-transaction-5: max_snapshot_bytes is a hard cap, and 0 is unlimited', async () => {
    world.workspace.put('ws/big.bin', 'x'.repeat(2000));
    const over = await world.take('rm big.bin a.txt', { maxBytes: 2005 });
    assert.equal(over.ok ? undefined : over.failure.errorCode, 'snapshot_failed');
    assert.match(over.ok ? '' : over.failure.message, /exceed 2 KB/);
    assert.deepEqual(copiesIn(world.area), [], 'nothing is left of it');
    assert.equal((await world.take('rm big.bin a.txt', { maxBytes: 2006 })).ok, true);
    assert.equal((await world.take('rm big.bin a.txt', { maxBytes: 0 })).ok, true);
  });

  it('are limited by the copies of their chat, like those of a tool', async () => {
    await world.dispose();
    world = createTransactionWorld({ limits: { maxBytes: () => 8 } });
    fillWorkspace(world.workspace);
    const snapshot = await world.run('rm a.txt b.txt');
    const limit = 'the copies for this chat would exceed 8 bytes (gatehouse.changes.maxBytes)';
    assert.deepEqual(english(await snapshot.ended({ rollBack: false })), {
      state: 'kept',
      notes: [
        `This change cannot be undone: 1 of 2 files cannot be restored, the first because ${limit}.`,
      ],
    });
    const refused = await snapshot.undo();
    assert.match(
      refused.ok ? '' : refused.failure.message,
      /b\.txt cannot be restored: the copies/,
    );
    assert.deepEqual(Object.keys(treeOf(world.workspace.root)).includes('./a.txt'), false);
  });

  it('are not made while copies are turned off', async () => {
    await world.dispose();
    world = createTransactionWorld({ limits: { maxBytes: () => 0 } });
    fillWorkspace(world.workspace);
    const taken = await world.take('rm a.txt');
    assert.match(taken.ok ? '' : taken.failure.message, /copies are turned off/);
    assert.equal(existsSync(world.area), false);
  });

  it('are not made if there are too many files', async () => {
    for (let at = 0; at < 60; at += 1) world.workspace.put(`ws/many/${String(at)}`, 'x');
    const taken = await world.take('rm -rf many');
    assert.match(taken.ok ? '' : taken.failure.message, /more than 60 files and folders/);
  });

  it('stop when the call is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const taken = await world.take('rm -rf src', { signal: controller.signal });
    assert.equal(taken.ok ? undefined : taken.failure.errorCode, 'cancelled');
    assert.deepEqual(copiesIn(world.area), []);
  });

  it('000-transaction-10: transaction_scope selects what is copied, with dot files and at any depth', async () => {
    const { root } = world.workspace;
    world.workspace.put('ws/.env', 'secret\n');
    world.workspace.put('ws/src/.hidden/x.ts', '1\n');
    const snapshot = await world.run('rm -rf src .env a.txt; mkdir docs; echo 1 > docs/d.md', {
      scope: ['src/**', '.env'],
    });
    const { report } = rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual([...report.restored].sort(), [
      '.env',
      'src/.hidden/x.ts',
      'src/deep/two.ts',
      'src/one.ts',
    ]);
    assert.deepEqual(report.removed, []);
    assert.equal(existsSync(path.join(root, 'a.txt')), false);
    assert.equal(existsSync(path.join(root, 'docs/d.md')), true);
  });

  it('are not made for a scope that matches nothing', async () => {
    const snapshot = await world.run('rm a.txt', { scope: ['src/**'] });
    assert.deepEqual(await snapshot.ended({ rollBack: true }), { state: 'unchanged' });
  });

  it('of a whole folder exclude files of version control and package managers', async () => {
    world.workspace.put('ws/node_modules/left/index.js', '1\n');
    world.workspace.put('ws/.git/config', 'x\n');
    const snapshot = await world.run('rm -r -- *');
    assert.equal(
      copiesIn(world.area).some((file) => readFileSync(file, 'utf8') === '1\n'),
      false,
    );
    const done = rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(english(done.notes), [
      'Undo does not cover what is not copied: node_modules.',
    ]);
  });

  it('of a folder named by the command include everything', async () => {
    world.workspace.put('ws/node_modules/left/index.js', '1\n');
    const before = treeOf(world.workspace.root);
    const snapshot = await world.run('rm -rf node_modules');
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(treeOf(world.workspace.root), before);
  });

  it('cover everything for a command that was not fully read', async () => {
    const reading = { text: 'x', state: 'unread', doubts: [], blocked: [], parts: [] } as const;
    const before = treeOf(world.workspace.root);
    const taken = await world.take('true', { reading });
    const snapshot = taken.ok ? taken.value : undefined;
    assert.ok(snapshot);
    runBash('rm a.txt; echo 1 > src/new.ts', world.workspace.root);
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual(treeOf(world.workspace.root), before);
  });

  it('include a second root when the command names something in it', async () => {
    await world.dispose();
    const workspace = createTemporaryWorkspace({ roots: ['ws', 'other'] });
    world = createTransactionWorld({ workspace });
    fillWorkspace(workspace);
    const file = workspace.put('other/o.txt', 'o\n');
    const snapshot = await world.run(`rm ${file} a.txt`);
    const { report } = rolledBack(await snapshot.ended({ rollBack: true }));
    assert.deepEqual([...report.restored].sort(), [file, 'a.txt'].sort());
    assert.equal(readFileSync(file, 'utf8'), 'o\n');
  });

  it('wait for each other', async () => {
    const [one, two] = await Promise.all([
      world.take('rm a.txt', { signal: quietSignal() }),
      world.take('rm b.txt'),
    ]);
    assert.equal(one.ok && two.ok, true);
  });
});

describe('copies made before the call of a foreign tool', () => {
  let world: TransactionWorld;
  const at = (name: string): string => path.join(world.workspace.root, name);
  beforeEach(() => {
    world = createTransactionWorld({ limits: { maxBytes: () => 5000 } });
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  it('003-mcp-5: cover the files that its arguments name, whatever the settings of commands say', async () => {
    const before = treeOf(world.workspace.root);
    const scope = { scope: ['nothing/**'], maxBytes: 1, skip: ['src'] };
    const { by, taken } = await world.takeNamed(['a.txt', 'src/one.ts', 'new/deep.txt'], scope);
    assert.ok(taken.ok && taken.value);
    runBash(
      'echo x > a.txt; rm src/one.ts; mkdir new; echo y > new/deep.txt',
      world.workspace.root,
    );
    assert.deepEqual(await taken.value.ended({ rollBack: false }), { state: 'kept', notes: [] });
    undone(await world.changes.undoCall(by, quietSignal()));
    assert.deepEqual(treeOf(world.workspace.root), before);
  });

  it('003-mcp-5: leave out folders, whose files it may only list', async () => {
    for (const names of [['src'], ['.'], []]) {
      const { taken } = await world.takeNamed(names);
      assert.deepEqual(taken, { ok: true, value: undefined }, names.join());
    }
    assert.deepEqual(copiesIn(world.area), []);
  });

  it('003-mcp-5: a call that changes nothing leaves nothing', async () => {
    const { taken } = await world.takeNamed(['a.txt', 'missing.txt']);
    assert.ok(taken.ok && taken.value);
    assert.deepEqual(await taken.value.ended({ rollBack: false }), { state: 'unchanged' });
    assert.deepEqual(copiesIn(world.area), []);
  });

  it('003-mcp-5: say that a file which the chat has no room for cannot be restored', async () => {
    world.workspace.put('ws/large.txt', 'x'.repeat(6000));
    const { by, taken } = await world.takeNamed(['large.txt', 'a.txt']);
    assert.ok(taken.ok && taken.value);
    runBash('echo x > large.txt; echo x > a.txt', world.workspace.root);
    const end = await taken.value.ended({ rollBack: false });
    assert.match(
      JSON.stringify(english(end)),
      /1 of 2 files cannot be restored.*changes\.maxBytes/,
    );
    const undo = await world.changes.undoCall(by, quietSignal());
    assert.match(undo.ok ? '' : undo.failure.message, /^large\.txt cannot be restored/);
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'x\n');
  });

  it('003-mcp-5: are not made where the user keeps no copies', async () => {
    await world.dispose();
    world = createTransactionWorld({ limits: { maxBytes: () => 0 } });
    fillWorkspace(world.workspace);
    assert.deepEqual((await world.takeNamed(['a.txt'])).taken, { ok: true, value: undefined });
  });
});
