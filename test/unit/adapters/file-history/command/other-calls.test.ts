import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTemporaryWorkspace, quietSignal } from '../../../fakes/temporary-workspace';
import { english } from '../../../fakes/english';
import {
  createTransactionWorld,
  fillWorkspace,
  rolledBack,
  undone,
  type TransactionWorld,
} from '../../../fakes/transaction-world';

describe('the undo of a command and what other calls did meanwhile', () => {
  let world: TransactionWorld;
  beforeEach(() => {
    world = createTransactionWorld();
    fillWorkspace(world.workspace);
  });
  afterEach(() => world.dispose());

  const inRoot = (name: string): string => path.join(world.workspace.root, name);
  const textOf = (name: string): string => readFileSync(inRoot(name), 'utf8');

  /** As a call of another chat writes. */
  async function written(name: string, text: string): Promise<void> {
    const { files } = createTemporaryWorkspace({
      base: world.workspace.base,
      recorder: world.changes,
    });
    const by = { sessionId: 'other', toolCallId: 'w' };
    const done = await files.write(name, text, {
      expect: { any: true },
      by,
      signal: quietSignal(),
    });
    assert.ok(done.ok);
  }

  it("a rollback leaves what another chat's call wrote meanwhile, and so does its undo", async () => {
    const snapshot = await world.run('echo x > a.txt; echo y > src/one.ts; rm b.txt');
    await written('src/one.ts', 'by another chat\n');
    assert.deepEqual(english(await snapshot.ended({ rollBack: true })), {
      state: 'withheld',
      message:
        "The command's changes were not undone, because these files were edited meanwhile: src/one.ts. The user can undo them in the panel.",
      notes: ['Undo does not cover what other calls changed meanwhile: src/one.ts.'],
    });
    undone(await snapshot.undo());
    assert.equal(textOf('a.txt'), 'alpha\n');
    assert.equal(textOf('src/one.ts'), 'by another chat\n');
  });

  it('the same for a call that had begun before the command', async () => {
    const before = await world.workspace.files.image(inRoot('a.txt'), { signal: quietSignal() });
    assert.ok(before.ok);
    const places = [{ path: inRoot('a.txt'), before: before.value }];
    const open = await world.changes.begin({ sessionId: 'other', toolCallId: 'w' }, places);
    const snapshot = await world.run('xargs -r < b.txt; echo y > b.txt');
    world.workspace.put('ws/a.txt', 'by another chat\n');
    await open.end([{ path: inRoot('a.txt'), after: { ...before.value, kind: 'other' } }]);
    await snapshot.ended({ rollBack: false });
    undone(await snapshot.undo());
    assert.deepEqual([textOf('a.txt'), textOf('b.txt')], ['by another chat\n', 'beta\n']);
  });

  it('the same for what the user undid meanwhile', async () => {
    await written('a.txt', 'by another chat\n');
    const snapshot = await world.run('xargs -r < b.txt; echo y > b.txt');
    undone(await world.changes.undoCall({ sessionId: 'other', toolCallId: 'w' }, quietSignal()));
    await snapshot.ended({ rollBack: false });
    undone(await snapshot.undo());
    assert.deepEqual([textOf('a.txt'), textOf('b.txt')], ['alpha\n', 'beta\n']);
  });

  it('a rollback continues when a call of another chat ended before the command', async () => {
    await written('a.txt', 'by another chat\n');
    const snapshot = await world.run('echo x > a.txt');
    rolledBack(await snapshot.ended({ rollBack: true }));
    assert.equal(textOf('a.txt'), 'by another chat\n');
  });
});
