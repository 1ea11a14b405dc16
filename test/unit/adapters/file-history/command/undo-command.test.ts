import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { CallUndone, UndoFailure } from '../../../../../src/core/contracts/file-changes';
import type { Result } from '../../../../../src/core/contracts/failure';
import type { Disk } from '../../../../../src/adapters/system/disk';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';
import { createFaultyTransactionDisk } from '../../../fakes/faulty-transaction-disk';
import { createTemporaryWorkspace, quietSignal } from '../../../fakes/temporary-workspace';
import { inEnglish } from '../../../../../src/core/base/sentence';
import { english } from '../../../fakes/english';
import {
  createTransactionWorld,
  fillWorkspace,
  rolledBack,
  treeOf,
  undone,
  type TransactionWorld,
} from '../../../fakes/transaction-world';

const kept = { state: 'kept', notes: [] };

function messageOf(done: Result<CallUndone, UndoFailure>): string {
  return done.ok ? assert.fail('it was undone') : done.failure.message;
}

describe("the undo of a command and the user's edits", () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  const inRoot = (name: string): string => path.join(world.workspace.root, name);
  const textOf = (name: string): string => readFileSync(inRoot(name), 'utf8');

  it('000-transaction-7: a rollback is withheld if a file was saved while the command ran', async () => {
    const snapshot = await world.run('echo x > a.txt; rm b.txt');
    world.edits.saved.push(inRoot('a.txt'));
    const after = treeOf(world.workspace.root);
    assert.deepEqual(english(await snapshot.ended({ rollBack: true })), {
      state: 'withheld',
      message:
        "The command's changes were not undone, because these files were edited meanwhile: a.txt. The user can undo them in the panel.",
      notes: ['Undo does not cover what you changed meanwhile: a.txt.'],
    });
    assert.deepEqual(treeOf(world.workspace.root), after, 'nothing is restored in part');
    undone(await snapshot.undo());
    assert.equal(textOf('b.txt'), 'beta\n');
    assert.equal(textOf('a.txt'), 'x\n', 'what the user saved stays');
  });

  it('a rollback is withheld for a file with unsaved changes, by whatever path the editor knows it', async () => {
    symlinkSync(inRoot('src'), inRoot('alias'));
    world.edits.unsaved.push(inRoot('alias/one.ts'));
    const snapshot = await world.run('echo x > src/one.ts');
    assert.deepEqual(english(await snapshot.ended({ rollBack: true })), {
      state: 'withheld',
      message:
        "The command's changes were not undone, because these files were edited meanwhile: src/one.ts. The user can undo them in the panel.",
      notes: [],
    });
  });

  it('a rollback continues when other files are edited', async () => {
    world.edits.saved.push(inRoot('a.txt'));
    world.edits.unsaved.push(inRoot('b.txt'));
    const snapshot = await world.run('echo x > src/one.ts; echo x > a.txt');
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.equal(
      textOf('a.txt'),
      'alpha\n',
      'what was saved before the command is not in question',
    );
  });

  it('000-transaction-8: names a file that was changed since, and changes nothing', async () => {
    const snapshot = await world.run('echo x > a.txt; echo y > b.txt; rm -rf src');
    assert.deepEqual(await snapshot.ended({ rollBack: false }), kept);
    world.workspace.put('ws/a.txt', 'by hand\n');
    const before = treeOf(world.workspace.root);
    const text = /^a\.txt has changed since this call\. Nothing was undone\.$/;
    assert.match(messageOf(await snapshot.undo()), text);
    assert.deepEqual(treeOf(world.workspace.root), before);
    // The other files can be undone by themselves.
    const report = await world.changes.undoFiles('chat', undefined, quietSignal());
    assert.deepEqual(report.ok && report.value.left.map(({ path }) => path), [inRoot('a.txt')]);
    assert.equal(textOf('src/one.ts'), 'export const one = 1;\n');
    assert.equal(textOf('a.txt'), 'by hand\n');
  });

  it('leaves what others put into a folder that the command created or removed', async () => {
    const snapshot = await world.run('mkdir made; touch made/x; rm -rf src');
    await snapshot.ended({ rollBack: false });
    world.workspace.put('ws/made/mine.txt', 'by hand\n');
    const { restored, removed } = undone(await snapshot.undo());
    assert.deepEqual(restored.map((one) => path.basename(one)).sort(), ['one.ts', 'two.ts']);
    assert.deepEqual(removed, [inRoot('made/x')]);
    assert.equal(textOf('made/mine.txt'), 'by hand\n');
  });

  it('detects a change that keeps size and times', async () => {
    const snapshot = await world.run('printf 12345 > a.txt; touch -d @1000000 a.txt');
    await snapshot.ended({ rollBack: false });
    world.workspace.put('ws/a.txt', '54321');
    utimesSync(inRoot('a.txt'), 1_000_000, 1_000_000);
    assert.match(messageOf(await snapshot.undo()), /^a\.txt has changed since/);
  });

  it('accepts what the user has already reverted', async () => {
    const snapshot = await world.run('echo x > new.txt; rm b.txt');
    await snapshot.ended({ rollBack: false });
    rmSync(inRoot('new.txt'));
    undone(await snapshot.undo());
    assert.equal(textOf('b.txt'), 'beta\n');
  });

  it('is refused where a pipe is now, and changes nothing', async () => {
    const snapshot = await world.run('rm a.txt b.txt; mkfifo a.txt');
    const end = await snapshot.ended({ rollBack: false });
    assert.deepEqual(english(end), {
      ...kept,
      notes: ['Undo does not cover what is not copied: a.txt.'],
    });
    assert.match(messageOf(await snapshot.undo()), /pipes and sockets are not restored: a\.txt/);
    assert.equal(existsSync(inRoot('b.txt')), false);
  });

  it('decision file-sandbox: is refused through a planted link and changes nothing', async () => {
    const { outside, root } = world.workspace;
    const snapshot = await world.run('rm src/one.ts; echo x > a.txt');
    await snapshot.ended({ rollBack: false });
    rmSync(inRoot('src'), { recursive: true });
    mkdirSync(path.join(outside, 'deep'));
    symlinkSync(outside, inRoot('src'));
    const before = treeOf(root);
    assert.match(messageOf(await snapshot.undo()), /outside the workspace: src\/one\.ts/);
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

  it('restores files that the read lists deny to tools', async () => {
    await world.dispose();
    world = createTransactionWorld({
      workspace: createTemporaryWorkspace({ denyRead: ['**/.env'] }),
    });
    world.workspace.put('ws/.env', 'KEY=1\n');
    const snapshot = await world.run('echo KEY=2 > ".env"; f=x; touch "$f"');
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.equal(textOf('.env'), 'KEY=1\n');
  });

  it('restores the permissions of folders last, and those of the open folder', async () => {
    const { root } = world.workspace;
    chmodSync(inRoot('src/deep'), 0o500);
    chmodSync(root, 0o750);
    const before = treeOf(root);
    const snapshot = await world.run(
      'chmod -R u+w . && rm -rf src && chmod 700 . && chmod 600 *.txt',
    );
    await snapshot.ended({ rollBack: false });
    undone(await snapshot.undo());
    assert.deepEqual(treeOf(root), before);
  });
});

describe('the undo of a command and of other calls', () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  it('a rollback is withheld if another command ran on the same files, and the notes say so', async () => {
    const long = await world.run('rm -rf src');
    const short = await world.run('mkdir src; echo 1 > src/made.ts');
    await short.ended({ rollBack: false });
    const end = await long.ended({ rollBack: true });
    assert.equal(
      end.state === 'withheld' && inEnglish(end.message),
      "The command's changes were not undone, because another command ran on the same files meanwhile. The user can undo them in the panel.",
    );
    assert.match(
      end.state === 'withheld' ? end.notes.map(inEnglish).join() : '',
      /Undo also undoes/,
    );
  });

  it('commands on different files do not affect each other', async () => {
    const one = await world.run('rm a.txt');
    const two = await world.run('rm b.txt');
    rolledBack(await two.ended({ rollBack: true }));
    rolledBack(await one.ended({ rollBack: true }));
  });

  it('a later call on the same file is undone first', async () => {
    const { root } = world.workspace;
    const before = treeOf(root);
    const first = await world.run('echo 1 > a.txt; rm -rf src');
    await first.ended({ rollBack: false });
    const second = await world.run('mkdir src; echo 2 > src/one.ts; echo 2 >> a.txt');
    await second.ended({ rollBack: false });
    assert.match(
      messageOf(await first.undo()),
      /changed by a later call of this chat: undo that first/,
    );
    undone(await second.undo());
    undone(await first.undo());
    assert.deepEqual(treeOf(root), before);
  });

  it('happens once', async () => {
    const one = await world.run('echo 1 > a.txt');
    await one.ended({ rollBack: false });
    const both = await Promise.all([one.undo(), one.undo()]);
    assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true]);
    assert.equal(world.changes.undoState(one.by), 'undone');
  });

  it('000-transaction-9: outlives its window, and ends with its chat', async () => {
    const { root } = world.workspace;
    const before = treeOf(root);
    const one = await world.run('echo 1 > a.txt; rm -rf src; mkdir -p n/e/w; touch n/e/w/f');
    await one.ended({ rollBack: false });
    const two = await world.run('rm b.txt');
    await two.ended({ rollBack: false });
    const next = world.nextWindow();
    await next.keepFiles('chat', []);
    assert.equal(next.undoState(one.by), 'offered');
    undone(await next.undoCall(one.by, quietSignal()));
    assert.equal(next.undoState(one.by), 'undone');
    undone(await next.undoCall(two.by, quietSignal()));
    assert.deepEqual(treeOf(root), before);
    await next.forget('chat');
    assert.equal(existsSync(path.join(world.area, 'chat')), false);
  });
});

describe('the record of a command', () => {
  let world: TransactionWorld;
  const open = (disk: Partial<Disk>): void => {
    world = createTransactionWorld({ disk: { ...nodeDisk, ...disk } });
    fillWorkspace(world.workspace);
  };
  afterEach(() => world.dispose());

  const inRoot = (name: string): string => path.join(world.workspace.root, name);
  const textOf = (name: string): string => readFileSync(inRoot(name), 'utf8');
  const save = (name: string, text: string): void => {
    writeFileSync(inRoot(name), text);
    world.edits.saved.push(inRoot(name));
  };

  it('names a file that cannot be read; later edits are not undone with it', async () => {
    const stamp: Disk['stamp'] = (file) =>
      file === inRoot('locked')
        ? Promise.reject(Object.assign(new Error('EACCES: fault'), { code: 'EACCES' }))
        : nodeDisk.stamp(file);
    open({ stamp });
    const snapshot = await world.run('echo x > a.txt; echo x > locked');
    const end = await snapshot.ended({ rollBack: false });
    const reason =
      '1 of 2 files cannot be restored, the first because its content could not be read';
    assert.deepEqual(english(end), {
      ...kept,
      notes: [`This change cannot be undone: ${reason}.`],
    });
    assert.match(messageOf(await snapshot.undo()), /^locked cannot be restored: its content/);
    save('a.txt', 'by hand\n');
    const next = world.nextWindow();
    assert.match(messageOf(await next.undoCall(snapshot.by, quietSignal())), /^locked cannot/);
    const files = await next.undoFiles('chat', undefined, quietSignal());
    assert.deepEqual(files.ok && files.value.undone, []);
    assert.equal(textOf('a.txt'), 'by hand\n');
  });

  it('does not contain a file that vanished since it was seen', async () => {
    const stamp: Disk['stamp'] = (file) => {
      if (file === inRoot('gone.tmp')) rmSync(file);
      return nodeDisk.stamp(file);
    };
    open({ stamp });
    const snapshot = await world.run('echo x > a.txt; echo x > gone.tmp');
    assert.deepEqual(await snapshot.ended({ rollBack: false }), kept);
    const { restored, removed } = undone(await snapshot.undo());
    assert.deepEqual([restored, removed], [[inRoot('a.txt')], []]);
  });

  it('is one line, so that no later state counts as what the command left', async () => {
    const disk = createFaultyTransactionDisk();
    open(disk);
    const snapshot = await world.run('echo x > a.txt; rm b.txt');
    disk.begin((_, call) => (call === 'stamp' ? 'stops' : false));
    await Promise.race([snapshot.ended({ rollBack: false }), disk.stopped]);
    save('a.txt', 'by hand\n');
    const refused = await world.nextWindow().undoCall(snapshot.by, quietSignal());
    assert.equal(refused.ok, false);
    assert.equal(textOf('a.txt'), 'by hand\n');
    world.workspace.dispose();
    open({});
    const other = await world.run('echo x > a.txt; rm b.txt');
    await other.ended({ rollBack: false });
    const record = readFileSync(path.join(world.area, 'chat', 'index.jsonl'), 'utf8');
    assert.equal(record.trim().split('\n').length, 1);
  });

  it('000-transaction-7: does not contain what is saved while the result is read', async () => {
    const stamp: Disk['stamp'] = (file) => {
      if (file === inRoot('a.txt')) save('a.txt', 'by hand\n');
      return nodeDisk.stamp(file);
    };
    open({ stamp });
    const snapshot = await world.run('echo x > a.txt; echo y > b.txt');
    assert.deepEqual(english(await snapshot.ended({ rollBack: true })), {
      state: 'withheld',
      message:
        "The command's changes were not undone, because these files were edited meanwhile: a.txt. The user can undo them in the panel.",
      notes: ['Undo does not cover what you changed meanwhile: a.txt.'],
    });
    undone(await snapshot.undo());
    assert.deepEqual([textOf('a.txt'), textOf('b.txt')], ['by hand\n', 'beta\n']);
  });

  for (const [title, text] of [
    ['other content', 'by hand\n'],
    ['the same content', 'x\n'],
  ] as const) {
    it(`000-transaction-7: no rollback of a file saved while it is written, with ${title}`, async () => {
      let isSaving = false;
      const flushPath: Disk['flushPath'] = (file) => {
        if (isSaving) save('a.txt', text);
        isSaving = false;
        return nodeDisk.flushPath(file);
      };
      open({ flushPath });
      const snapshot = await world.run('echo x > a.txt; echo y > b.txt');
      isSaving = true;
      assert.deepEqual(english(await snapshot.ended({ rollBack: true })), {
        state: 'withheld',
        message:
          "The command's changes were not undone, because these files were edited meanwhile: a.txt. The user can undo them in the panel.",
        notes: [],
      });
      assert.deepEqual([textOf('a.txt'), textOf('b.txt')], [text, 'y\n']);
    });
  }
});
