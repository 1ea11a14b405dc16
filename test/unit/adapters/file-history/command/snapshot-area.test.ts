import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  openSnapshotArea,
  type SnapshotAreaDeps,
} from '../../../../../src/adapters/file-history/command/snapshot-area';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';
import { createFakeClock } from '../../../fakes/clock';
import { fakeProcesses } from '../../../fakes/processes';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../fakes/temporary-workspace';

const dayMs = 24 * 60 * 60 * 1000;
const later = (days: number) => createFakeClock(Date.now() + days * dayMs);

describe('the snapshot area', () => {
  let workspace: TemporaryWorkspace;
  let folder: string;
  beforeEach(() => {
    workspace = createTemporaryWorkspace();
    folder = path.join(workspace.base, 'storage', 'snapshots');
  });
  afterEach(() => workspace.dispose());

  const shared = (more: Partial<SnapshotAreaDeps['shared']> = {}): SnapshotAreaDeps['shared'] => ({
    disk: nodeDisk,
    folder,
    processes: fakeProcesses({ isAlive: (pid) => pid < 1000 }),
    ...more,
  });

  const windowOf = (pid: number) => ({
    shared: shared({ processes: fakeProcesses({ pid, isAlive: (each) => each < 1000 }) }),
  });

  const place = (more: Partial<SnapshotAreaDeps> = {}): SnapshotAreaDeps => ({
    shared: shared(),
    clock: createFakeClock(Date.now()),
    onBrokenOff: () => assert.fail('no rollback was under way'),
    report: (error) => assert.fail(String(error)),
    ...more,
  });

  it('decision 42: removes what a dead window left, and nothing of a live one', async () => {
    const living = await openSnapshotArea(place(windowOf(200)));
    const dead = await openSnapshotArea(place(windowOf(2000)));
    const kept = await living.newFolder();
    const left = await dead.newFolder();
    writeFileSync(path.join(left, '1'), 'secret');
    writeFileSync(path.join(folder, 'not-ours'), 'x');
    const area = await openSnapshotArea(place());
    assert.equal(existsSync(left), false);
    assert.equal(existsSync(kept), true);
    assert.equal(existsSync(path.join(folder, 'not-ours')), true);
    await area.close();
    await living.close();
    assert.deepEqual(readdirSync(folder), ['not-ours']);
  });

  it('treats a folder with its own process id as left by another process', async () => {
    const before = await openSnapshotArea(place());
    const left = await before.newFolder();
    await openSnapshotArea(place());
    assert.equal(existsSync(left), false);
  });

  it('removes only old folders of another machine', async () => {
    const other = path.join(folder, 'window-00000000.5.0.0123456789ab');
    mkdirSync(other, { recursive: true });
    await openSnapshotArea(place({ clock: later(6) }));
    assert.equal(existsSync(other), true);
    await openSnapshotArea(place({ clock: later(8) }));
    assert.equal(existsSync(other), false);
  });

  it('keeps copies of a broken-off rollback for thirty days after the window closed', async () => {
    const area = await openSnapshotArea(place());
    const kept = await area.retain(await area.newFolder());
    await area.close();
    assert.equal(existsSync(kept), true);
    await openSnapshotArea(place({ clock: later(29) }));
    assert.equal(existsSync(kept), true);
    await openSnapshotArea(place({ clock: later(31) }));
    assert.equal(existsSync(kept), false);
  });

  it('leaves folders that cannot be moved', async () => {
    const rename = (): Promise<void> => Promise.reject(new Error('EIO'));
    const disk = { ...nodeDisk, rename };
    const area = await openSnapshotArea(place({ shared: shared({ disk }) }));
    const made = await area.newFolder();
    assert.equal(await area.retain(made), made);
    await area.close();
    assert.equal(existsSync(made), true);
  });
});
