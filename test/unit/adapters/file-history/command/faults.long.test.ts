import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { RollbackFailure, SnapshotEnd } from '../../../../../src/core/ports/snapshots';
import {
  createFaultyTransactionDisk,
  type TransactionDiskCall,
} from '../../../fakes/faulty-transaction-disk';
import {
  createTransactionWorld,
  fillWorkspace,
  runBash,
  treeOf,
} from '../../../fakes/transaction-world';
import { stride, times } from '../../../../soak';

/**
 * Replaces, removes, creates and moves files, and changes permissions and kinds: every kind of
 * step.
 */
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
type IsFailing = (count: number, call: TransactionDiskCall) => boolean;

interface Tried {
  readonly end: SnapshotEnd;
  readonly calls: number;
  readonly before: Tree;
  readonly after: Tree;
  readonly now: Tree;
  readonly kept: readonly { readonly message: string; readonly folder: string }[];
  readonly reported: readonly unknown[];
}

/** Runs the command, then its rollback on a failing disk. */
async function tryOnce(isFailing: IsFailing): Promise<Tried> {
  const disk = createFaultyTransactionDisk();
  const world = createTransactionWorld({ disk });
  try {
    const { root } = world.workspace;
    fillWorkspace(world.workspace);
    symlinkSync('a.txt', path.join(root, 'link'));
    const before = treeOf(root);
    const snapshot = await world.run(command);
    const after = treeOf(root);
    disk.begin(isFailing);
    const end = await snapshot.ended({ rollBack: true });
    const calls = disk.calls.length;
    disk.begin(() => false);
    const kept = world.brokenOff.map((one) => ({ ...one }));
    for (const { folder } of kept) assert.ok(existsSync(folder), 'the copies are kept');
    return { end, calls, before, after, now: treeOf(root), kept, reported: world.reported };
  } finally {
    await world.dispose();
  }
}

/** The tree without our temporary files, each of which must be in the report. */
function withoutTold(tree: Tree, text: string): Tree {
  const own = Object.keys(tree).filter((name) => name.includes('.gatehouse-'));
  for (const name of own) {
    const top = /\.gatehouse-[0-9a-f]+\.(?:tmp|old)/.exec(name)?.[0] ?? '';
    assert.ok(text.includes(top), `${name} is told: ${text}`);
  }
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !own.includes(name)));
}

function failureOf(end: SnapshotEnd): RollbackFailure {
  if (end.state === 'failed') return end;
  throw new Error(`It did not fail: ${JSON.stringify(end)}`);
}

/** After a failed rollback, every path is exactly as reported. */
function assertExactly({ before, after, now }: Tried, failed: RollbackFailure): void {
  const { restored, removed } = failed.report;
  const tree = withoutTold(now, failed.message);
  for (const name of restored) assert.equal(tree[`./${name}`], before[`./${name}`], name);
  for (const name of removed) assert.equal(tree[`./${name}`], before[`./${name}`], name);
  const missed = /Not undone: ([^]*?)\.(?: Left behind|$)/.exec(failed.message)?.[1] ?? '';
  for (const name of missed.split(', ').filter((one) => one !== '')) {
    const told = failed.message.includes('Left behind');
    assert.ok(told || tree[`./${name}`] === after[`./${name}`], `${name}: ${failed.message}`);
  }
}

describe('a rollback on a failing disk', () => {
  it('000-transaction-3: partial restore is a hard error: every n-th call fails once', async () => {
    const { end, calls, before, now } = await tryOnce(() => false);
    assert.equal(end.state, 'rolled-back');
    assert.deepEqual(now, before);
    assert.ok(calls > 100, `${String(calls)} calls`);
    let refused = 0;
    let brokenOff = 0;
    const check = async (failing: number): Promise<void> => {
      const tried = await tryOnce((count) => count === failing);
      const label = `call ${String(failing)}: ${JSON.stringify(tried.end)}`;
      if (tried.end.state === 'rolled-back') {
        assert.deepEqual(withoutTold(tried.now, tried.end.notes.join(' ')), tried.before, label);
        return;
      }
      assert.deepEqual(tried.reported, [], label);
      const failed = failureOf(tried.end);
      assert.deepEqual(withoutTold(tried.now, failed.message), tried.after, label);
      assert.equal(tried.kept.length, failed.isHard ? 1 : 0, label);
      if (failed.isHard) brokenOff += 1;
      else refused += 1;
    };
    const all = Array.from({ length: times(calls) }, (_, at) => at * stride + 1);
    while (all.length > 0) await Promise.all(all.splice(0, atOnce).map(check));
    assert.ok(
      refused > 50 / stride && brokenOff > 5 / stride,
      `${String(refused)} refused, ${String(brokenOff)} hard`,
    );
  }).timeout(600_000);

  it('000-transaction-3: partial restore is a hard error: from a rename on, everything fails', async () => {
    const whole = await tryOnce(() => false);
    assert.equal(whole.end.state, 'rolled-back');
    let partial = 0;
    for (let renames = 1; ; renames += 1) {
      let seen = 0;
      const tried = await tryOnce((_count, call) => {
        if (call === 'rename') seen += 1;
        return seen >= renames && call !== 'writeText';
      });
      if (tried.end.state === 'rolled-back') break;
      const failed = failureOf(tried.end);
      assert.equal(failed.isHard, true);
      assertExactly(tried, failed);
      if (failed.report.restored.length + failed.report.removed.length > 0) partial += 1;
    }
    assert.ok(partial > 3, `${String(partial)} partial restores`);
  }).timeout(600_000);

  it('kept copies name their original files', async () => {
    const disk = createFaultyTransactionDisk();
    const world = createTransactionWorld({ disk });
    try {
      fillWorkspace(world.workspace);
      const snapshot = await world.run('echo new > a.txt');
      disk.begin((_count, call) => call === 'rename');
      assert.equal(failureOf(await snapshot.ended({ rollBack: true })).isHard, true);
      disk.begin(() => false);
      const [kept] = world.brokenOff;
      assert.ok(kept);
      const index: unknown = JSON.parse(readFileSync(path.join(kept.folder, 'index.json'), 'utf8'));
      const of = path.join(world.workspace.root, 'a.txt');
      assert.deepEqual(index, [{ copy: '1', of, mode: '644' }]);
      assert.equal(readFileSync(path.join(kept.folder, '1'), 'utf8'), 'alpha\n');
      const again = await snapshot.rollBack(() => Promise.resolve(true));
      assert.equal(again.state, 'failed', 'it cannot be tried again');
      await world.snapshots.close();
      assert.ok(existsSync(kept.folder), 'it outlives the window');
    } finally {
      await world.dispose();
    }
  });
});

describe('copying on a failing disk', () => {
  it('leaves no copy, and the files unchanged, when every n-th call fails once', async () => {
    for (let failing = 1; ; failing += stride) {
      const disk = createFaultyTransactionDisk();
      const world = createTransactionWorld({ disk });
      try {
        fillWorkspace(world.workspace);
        const before = treeOf(world.workspace.root);
        await world.snapshots.open();
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
        runBash('true', world.workspace.root);
      } finally {
        await world.dispose();
      }
    }
  });
});
