import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { openSnapshotArea } from '../../../../../src/adapters/file-history/command/snapshot-area';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';
import { parseJson } from '../../../../../src/core/contracts/json';
import { readString } from '../../../../../src/core/wire/codec/json-fields';
import { createFaultyTransactionDisk, type Fate } from '../../../fakes/faulty-transaction-disk';
import { createTransactionWorld, fillWorkspace, treeOf } from '../../../fakes/transaction-world';
import { createFakeClock } from '../../../fakes/clock';
import { fakeProcesses } from '../../../fakes/processes';
import { stride } from '../../../../soak';

const command = [
  'rm -rf src/deep link',
  'echo new > a.txt',
  'mkdir -p made/below && touch made/below/x',
  'mv b.txt c.txt',
  'rm run.sh && mkdir run.sh && touch run.sh/in',
].join('\n');

/** Files whose content is only in the copies. */
const originals = {
  'a.txt': 'alpha\n',
  'b.txt': 'beta\n',
  'run.sh': '#!/bin/sh\n',
  'src/deep/two.ts': 'export const two = 2;\n',
};

type Tree = ReturnType<typeof treeOf>;

interface Found {
  /** False if the rollback had ended before. */
  readonly wasStopped: boolean;
  readonly calls: number;
  readonly before: Tree;
  readonly after: Tree;
  readonly now: Tree;
  readonly told: string | undefined;
  /** Kept content by its original path, relative to the workspace. */
  readonly kept: Readonly<Record<string, string>>;
  readonly left: readonly string[];
}

/** Ends the window at a call of its rollback, and starts another one. */
async function endAt(fate: (count: number) => Fate): Promise<Found> {
  const disk = createFaultyTransactionDisk();
  const world = createTransactionWorld({ disk });
  const { root } = world.workspace;
  try {
    fillWorkspace(world.workspace);
    symlinkSync('a.txt', path.join(root, 'link'));
    const before = treeOf(root);
    const snapshot = await world.run(command);
    const after = treeOf(root);
    disk.begin(fate);
    const ending = snapshot.ended({ rollBack: true }).then(() => 'ended');
    const first = await Promise.race([ending, disk.stopped]);
    const told: { readonly message: string; readonly folder: string }[] = [];
    await openSnapshotArea({
      shared: {
        disk: nodeDisk,
        folder: world.area,
        processes: fakeProcesses({ pid: 1, isAlive: () => false }),
      },
      clock: createFakeClock(Date.now()),
      onBrokenOff: (message, folder) => told.push({ message, folder }),
      report: (error) => assert.fail(String(error)),
    });
    return {
      ...{ wasStopped: first !== 'ended', calls: disk.calls.length, before, after },
      now: treeOf(root),
      told: told[0]?.message,
      kept: told[0] === undefined ? {} : keptIn(told[0].folder, root),
      left: readdirSync(world.area).filter((name) => !name.startsWith('window-')),
    };
  } finally {
    world.workspace.dispose();
  }
}

function keptIn(folder: string, root: string): Readonly<Record<string, string>> {
  const index = parseJson(readFileSync(path.join(folder, 'index.json'), 'utf8'));
  assert.ok(Array.isArray(index));
  return Object.fromEntries(
    index.map((one) => {
      const copy = path.join(folder, readString(one, 'copy') ?? '');
      assert.ok(existsSync(copy));
      return [path.relative(root, readString(one, 'of') ?? ''), readFileSync(copy, 'utf8')];
    }),
  );
}

describe('a window that ends in the middle of a rollback', () => {
  it('at any call: the next start cleans up, and keeps the copies needed for recovery', async () => {
    const whole = await endAt(() => false);
    assert.deepEqual([whole.wasStopped, whole.now], [false, whole.before]);
    const seen = { untouched: 0, kept: 0, done: 0 };
    for (let at = 1; at <= whole.calls; at += stride) {
      const found = await endAt((count) => (count >= at ? 'stops' : false));
      if (!found.wasStopped) continue;
      const label = `call ${String(at)}`;
      const ours = Object.keys(found.now).filter((name) => name.includes('.gatehouse-'));
      for (const name of ours) {
        const top = /\.gatehouse-[0-9a-f]+\.old/.exec(name)?.[0] ?? assert.fail(name);
        assert.ok(found.told?.includes(top), `${label}: ${name} is told`);
      }
      if (found.told === undefined) {
        const isUntouched = JSON.stringify(found.now) === JSON.stringify(found.after);
        assert.deepEqual(found.now, isUntouched ? found.after : found.before, label);
        assert.deepEqual(found.left, [], label);
        seen[isUntouched ? 'untouched' : 'done'] += 1;
        continue;
      }
      seen.kept += 1;
      assert.deepEqual(found.kept, originals, label);
    }
    assert.ok(seen.untouched > 30 / stride && seen.kept > 8 / stride, JSON.stringify(seen));
  }).timeout(600_000);
});
