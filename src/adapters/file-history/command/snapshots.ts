import path from 'node:path';
import { formatSize } from '../../../core/base/wording';
import { isInside, type PathStyle } from '../../../core/base/paths';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type {
  UserEdits,
  Snapshot,
  SnapshotRequest,
  Snapshots,
} from '../../../core/ports/snapshots';
import type { Workspace } from '../../../core/ports/workspace';
import { errnoFailure } from '../../files/errno-failure';
import { errnoOf } from '../../system/errno';
import { createSerial } from '../../system/serial';
import type { ChangeLog } from '../change-log';
import { affectedPaths } from './affected-paths';
import { CommandSnapshot, type CommandCopies } from './command-snapshot';
import { snapshotTargets, type SnapshotTarget } from './snapshot-targets';
import type { Disk, DiskEntry } from '../../system/disk';
import { scanTarget, ScanStopped, type TreeScan } from './scan-tree';

export interface SnapshotsDeps {
  /** Has the copies, records the changes and undoes them. */
  readonly changes: ChangeLog;
  readonly workspace: Workspace;
  readonly edits: UserEdits;
}

interface RunningCommand {
  readonly targets: readonly SnapshotTarget[];
  /** True once another command ran on the same files. */
  hadOverlap: boolean;
}

/** Snapshots of commands (000-transaction-1), whose changes become changes of their chat. */
export class NodeSnapshots implements Snapshots {
  /** Copying waits for the rollback of another command. */
  private readonly serial = createSerial();
  private readonly running = new Set<RunningCommand>();

  constructor(private readonly deps: SnapshotsDeps) {}

  take(request: SnapshotRequest): Promise<Result<Snapshot | undefined>> {
    return this.serial.run(async () => {
      try {
        return succeed(await this.copy(request));
      } catch (error) {
        return fail(this.notTaken(error));
      }
    });
  }

  private async copy(request: SnapshotRequest): Promise<Snapshot | undefined> {
    const { changes, edits } = this.deps;
    const { shared, clock, show } = changes.deps;
    const { disk } = shared;
    const style = this.style();
    const affected = affectedPaths(request.reading, request.paths.named);
    const targets = await snapshotTargets(affected, request.paths, { disk, style });
    if (targets.length === 0) return undefined;
    if (changes.room() === 0) throw new ScanStopped(failure('snapshot_failed', switchedOff));
    const folder = await changes.newFolder();
    const [editMark, takenAt] = [edits.mark(), clock.now()];
    const touched = changes.touched.watch();
    const { by, limits, signal } = request;
    const keep = createCopier({ disk, folder, maxBytes: limits.maxBytes, show });
    const walk: TreeScan = { disk, style, limits, signal, show, keep };
    try {
      const before: CommandCopies['before'][number][] = [];
      for (const target of targets) before.push({ target, entry: await scanTarget(target, walk) });
      const snapshot = new CommandSnapshot({
        ...{ by, changes, edits, touched, copies: { folder, before, takenAt, editMark } },
        walk: { ...walk, signal: undefined, keep: () => Promise.resolve(undefined) },
        leave: this.enter(targets),
        reasonOf: (error) => this.reasonOf(error),
      });
      return { ended: (options) => this.serial.run(() => snapshot.ended(options)) };
    } catch (error) {
      touched.stop();
      await changes.removeFolder(folder);
      throw error;
    }
  }

  /** Returns what to call when the command has ended. */
  private enter(targets: readonly SnapshotTarget[]): () => boolean {
    const { running } = this;
    const own: RunningCommand = { targets, hadOverlap: false };
    for (const other of running) {
      if (doMeet(own, other, this.style())) own.hadOverlap = other.hadOverlap = true;
    }
    running.add(own);
    return () => {
      running.delete(own);
      return own.hadOverlap;
    };
  }

  private notTaken(error: unknown) {
    if (error instanceof ScanStopped && error.failure.errorCode === 'cancelled') {
      return error.failure;
    }
    const message = `The files it may change could not be copied: ${this.reasonOf(error)}`;
    return failure('snapshot_failed', message, {
      suggestion:
        'Change fewer files with one command, or ask the user to change gatehouse.shell.transactional.',
    });
  }

  /** Explains an error without an absolute path. */
  private reasonOf(error: unknown): string {
    const { show, problems } = this.deps.changes.deps;
    if (error instanceof ScanStopped) return error.failure.message;
    if (errnoOf(error) !== '') return errnoFailure(error, show(pathOf(error))).message;
    problems.report(error);
    return 'an unexpected error occurred; see the Gatehouse log';
  }

  private style(): PathStyle {
    const { workspace } = this.deps;
    return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  }
}

const switchedOff = 'copies are turned off (gatehouse.changes.maxBytes is 0)';

function doMeet(one: RunningCommand, other: RunningCommand, style: PathStyle): boolean {
  return one.targets.some(({ path: a }) =>
    other.targets.some(({ path: b }) => isInside(a, b, style) || isInside(b, a, style)),
  );
}

function pathOf(error: unknown): string {
  const hasPath = error instanceof Error && 'path' in error && typeof error.path === 'string';
  return hasPath ? String(error.path) : 'the disk';
}

interface CopierDeps {
  readonly disk: Disk;
  /** The folder of this snapshot. */
  readonly folder: string;
  /** 0 is unlimited; any other value is a hard cap (000-transaction-5). */
  readonly maxBytes: number;
  readonly show: (path: string) => string;
}

/** Copies contents to numbered files in a folder and returns their paths. */
function createCopier({ disk, folder, maxBytes, show }: CopierDeps) {
  let bytes = 0;
  let count = 0;

  return async (file: string, entry: DiskEntry): Promise<string> => {
    bytes += entry.size;
    if (maxBytes > 0 && bytes > maxBytes) throw new ScanStopped(overCap(maxBytes));
    count += 1;
    const copy = path.join(folder, String(count));
    await disk.copy(file, copy);
    const after = await disk.entry(file);
    if (after?.state === entry.state) return copy;
    // A file that is being written, such as a log, may differ: this copy is as good as any.
    if (after?.identity !== entry.identity) throw new ScanStopped(swapped(show(file)));
    await disk.removeTree(copy);
    await disk.copy(file, copy);
    return copy;
  };
}

function overCap(maxBytes: number) {
  const most = formatSize(maxBytes);
  return failure('snapshot_failed', `the copies would exceed ${most}`, {
    suggestion: 'Do not repeat the same call. Change fewer files at once.',
  });
}

function swapped(shown: string) {
  return failure('snapshot_failed', `a file was replaced while it was being copied: ${shown}`);
}
