import path from 'node:path';
import { sizeOf } from '../../../core/base/wording';
import { say, type Sentence } from '../../../core/base/sentence';
import { isInside, type PathStyle } from '../../../core/base/paths';
import type { CallPaths } from '../../../core/contracts/calls/call-paths';
import { failure, fail, saidOf, succeed, type Result } from '../../../core/contracts/failure';
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
import { switchedOff } from '../record/record-change';
import { affectedPaths, type AffectedPaths } from './affected-paths';
import { CommandSnapshot, type CommandCopies } from './command-snapshot';
import { snapshotTargets, type SnapshotTarget } from './snapshot-targets';
import type { Disk } from '../../system/disk';
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

/**
 * Snapshots of commands (000-transaction-1) and of calls of foreign tools (003-mcp-5), whose changes
 * become changes of their chat.
 */
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
    const { by, signal, paths } = request;
    const { affected, limits, isBestEffort } = await scopeOf(request, disk);
    const targets = await snapshotTargets(affected, paths, { disk, style });
    if (targets.length === 0) return undefined;
    const room = changes.room();
    if (room === 0 && isBestEffort) return undefined;
    if (room === 0) throw new ScanStopped(failure('snapshot_failed', switchedOff));
    const folder = await changes.newFolder();
    const [editMark, takenAt] = [edits.mark(), clock.now()];
    const touched = changes.touched.watch();
    const copy = createCopier({ disk, folder, maxBytes: limits.maxBytes, show });
    const keep = isBestEffort ? upTo(room, copy) : copy;
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
    const message = say`The files it may change could not be copied: ${this.reasonOf(error)}`;
    return failure('snapshot_failed', message, {
      suggestion:
        'Change fewer files with one command, or ask the user to change gatehouse.shell.transactional.',
    });
  }

  /** Explains an error without an absolute path. */
  private reasonOf(error: unknown): Sentence {
    const { show, problems } = this.deps.changes.deps;
    if (error instanceof ScanStopped) return saidOf(error.failure);
    if (errnoOf(error) !== '') return saidOf(errnoFailure(error, show(pathOf(error))));
    problems.report(error);
    return say`an unexpected error occurred; see the Gatehouse log`;
  }

  private style(): PathStyle {
    const { workspace } = this.deps;
    return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  }
}

interface Scope {
  readonly affected: AffectedPaths;
  readonly limits: SnapshotRequest['limits'];
  /** As much is copied as the chat has room for. */
  readonly isBestEffort: boolean;
}

/** What limits the snapshots of commands says nothing about files that a call names. */
async function scopeOf({ reading, paths, limits }: SnapshotRequest, disk: Disk): Promise<Scope> {
  if (reading !== undefined) {
    return { affected: affectedPaths(reading, paths.named), limits, isBestEffort: false };
  }
  const affected = { named: await mentionedFiles(paths, disk), beyondNames: false };
  return { affected, limits: { ...limits, scope: [], maxBytes: 0, skip: [] }, isBestEffort: true };
}

/** A folder in the arguments is left out: the tool may change anything, or only list it. */
async function mentionedFiles(
  { mentioned = [] }: CallPaths,
  disk: Disk,
): Promise<readonly string[]> {
  const places = mentioned.flatMap(({ resolved: place }) => (place.ok ? [place.value] : []));
  const kinds = await Promise.all(places.map(({ real }) => disk.entry(real)));
  return places.flatMap(({ asked }, at) => (kinds[at]?.kind === 'folder' ? [] : [asked]));
}

type Keep = TreeScan['keep'];

/** The card names what is not covered. */
function upTo(room: number, keep: Keep): Keep {
  let left = room;
  return async (file, entry) => {
    if (entry.size > left) return undefined;
    left -= entry.size;
    return keep(file, entry);
  };
}

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
function createCopier({ disk, folder, maxBytes, show }: CopierDeps): Keep {
  let bytes = 0;
  let count = 0;

  return async (file, entry) => {
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
  const most = sizeOf(maxBytes);
  return failure('snapshot_failed', say`the copies would exceed ${most}`, {
    suggestion: 'Do not repeat the same call. Change fewer files at once.',
  });
}

function swapped(shown: string) {
  return failure('snapshot_failed', say`a file was replaced while it was being copied: ${shown}`);
}
