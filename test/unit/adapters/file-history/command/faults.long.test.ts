import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { quietSignal } from '../../../fakes/temporary-workspace';
import {
  createFaultyTransactionDisk,
  type Fate,
  type FaultyTransactionDisk,
  type TransactionDiskCall,
} from '../../../fakes/faulty-transaction-disk';
import {
  createTransactionWorld,
  fillWorkspace,
  treeOf,
  type CommandRun,
  type TransactionWorld,
} from '../../../fakes/transaction-world';
import { stride, times } from '../../../../soak';

/** Replaces, removes, creates and moves files, and changes permissions and kinds. */
const command = [
  'rm -rf src/deep link',
  'echo new > a.txt',
  'mkdir -p made/below && touch made/below/x made/y',
  'mv b.txt c.txt',
  'rm run.sh && mkdir run.sh && touch run.sh/in',
  'chmod 600 src/one.ts && chmod 700 src',
].join('\n');

/** The disk waits more than it works. */
const atOnce = 12;

type Tree = ReturnType<typeof treeOf>;

interface Tried {
  readonly world: TransactionWorld;
  readonly disk: FaultyTransactionDisk;
  readonly run: CommandRun;
  readonly before: Tree;
  readonly after: Tree;
  readonly now: () => Tree;
}

/** Runs the command; its end is on a disk that fails or stops. */
async function withCommand(
  fate: (count: number, call: TransactionDiskCall) => Fate,
  check: (tried: Tried) => Promise<void>,
): Promise<number> {
  const disk = createFaultyTransactionDisk();
  const world = createTransactionWorld({ disk });
  const { root } = world.workspace;
  try {
    fillWorkspace(world.workspace);
    symlinkSync('a.txt', path.join(root, 'link'));
    const before = treeOf(root);
    const run = await world.run(command);
    disk.begin(fate);
    await check({ world, disk, run, before, after: treeOf(root), now: () => treeOf(root) });
    return disk.calls.length;
  } finally {
    await disk.closeFiles();
    world.workspace.dispose();
  }
}

/** Checks each number, several at once. */
async function each(count: number, check: (at: number) => Promise<unknown>): Promise<void> {
  const all = Array.from({ length: times(count) }, (_, at) => at * stride + 1);
  while (all.length > 0) await Promise.all(all.splice(0, atOnce).map(check));
}

const countCalls = (rollBack: boolean): Promise<number> =>
  withCommand(
    () => false,
    async ({ run }) => {
      await run.ended({ rollBack });
    },
  );

describe('the end of a command on a failing disk', function () {
  this.timeout(600_000);

  it('000-transaction-3: partial restore is a hard error: whichever call fails, once or from then on', async () => {
    const seen = { 'rolled-back': 0, failed: 0, hard: 0 };
    const total = await countCalls(true);
    assert.ok(total > 50, `${String(total)} calls`);
    const attempt = (failing: number, isLasting: boolean) =>
      withCommand(
        (count) => (isLasting ? count >= failing : count === failing),
        async ({ disk, run, before, after, now }) => {
          const end = await run.ended({ rollBack: true });
          const label = `call ${String(failing)}: ${JSON.stringify(end)}`;
          disk.begin(() => false);
          const isHard = end.state === 'failed' && end.isHard;
          if (end.state === 'rolled-back') assert.deepEqual(now(), before, label);
          else if (!isHard) assert.deepEqual(now(), after, label);
          if (end.state === 'rolled-back' || end.state === 'failed') seen[end.state] += 1;
          if (isHard) seen.hard += 1;
          const left = now();
          const again = await run.undo();
          if (again.ok) assert.deepEqual(now(), before, label);
          else if (end.state !== 'rolled-back') assert.deepEqual(now(), left, label);
        },
      );
    await each(total, (at) => attempt(at, false));
    await each(total, (at) => attempt(at, true));
    assert.ok(seen['rolled-back'] > 3 && seen.failed > 20 / stride, JSON.stringify(seen));
  });

  it('copying leaves the files unchanged, and fails, whichever call fails', async () => {
    for (let failing = 1; ; failing += stride) {
      const disk = createFaultyTransactionDisk();
      const world = createTransactionWorld({ disk });
      try {
        fillWorkspace(world.workspace);
        const before = treeOf(world.workspace.root);
        disk.begin((count) => count === failing);
        const taken = await world.take('rm -rf src a.txt');
        const isDone = disk.calls.length < failing;
        disk.begin(() => false);
        assert.deepEqual(treeOf(world.workspace.root), before);
        if (isDone) {
          assert.equal(taken.ok, true);
          return;
        }
        assert.equal(taken.ok ? undefined : taken.failure.errorCode, 'snapshot_failed');
      } finally {
        await world.dispose();
      }
    }
  });
});

describe('a window that ends while the end of a command is recorded', function () {
  this.timeout(600_000);

  for (const rollBack of [false, true]) {
    it(`at any call: what is on record can be undone later, and no copy is left over${rollBack ? ', also in a rollback' : ''}`, async () => {
      const seen = { recorded: 0, lost: 0 };
      const total = await countCalls(rollBack);
      // From the last call back, before which everything is on record.
      await each(total, (fromEnd) => {
        const at = total + 1 - fromEnd;
        return withCommand(
          (count) => (count >= at ? 'stops' : false),
          async ({ world, disk, run, before, after, now }) => {
            const ending = run.ended({ rollBack }).then(() => 'ended');
            await Promise.race([ending, disk.stopped]);
            const next = world.nextWindow();
            await next.tidy();
            const left = readdirSync(world.area).filter((name) => name.startsWith('.'));
            assert.deepEqual(left, [], 'no snapshot is left');
            const done = await next.undoCall(run.by, quietSignal());
            const label = `call ${String(at)}: ${JSON.stringify(done)}`;
            const isBack = done.ok || next.undoState(run.by) === 'undone';
            assert.deepEqual(now(), isBack ? before : after, label);
            seen[isBack ? 'recorded' : 'lost'] += 1;
            await next.forget('chat');
            assert.deepEqual(readdirSync(world.area), [], label);
          },
        );
      });
      // Until the copies are on record, the command has not been acknowledged.
      assert.ok(seen.recorded > (rollBack ? 1 : 0) && seen.lost > 1, JSON.stringify(seen));
    });
  }
});
