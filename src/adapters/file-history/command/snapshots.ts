import { escapeControlInline } from '../../../core/base/escape-control';
import { displayPath, type PathStyle, isInside } from '../../../core/base/paths';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { Clock } from '../../../core/ports/system';
import type {
  UserEdits,
  Snapshot,
  SnapshotRequest,
  Snapshots,
} from '../../../core/ports/snapshots';
import type { Workspace } from '../../../core/ports/workspace';
import type { SharedFolder } from '../../system/processes';
import { createSerial, type Serial } from '../../system/serial';
import { affectedPaths } from './affected-paths';
import { CommandSnapshot, type OtherCommands } from './command-snapshot';
import { editsFromNow } from './rollback-preview';
import { createCopier, type SnapshotCopies } from './snapshot-copies';
import { rollbackReason } from './rollback-report';
import { openSnapshotArea, type SnapshotArea } from './snapshot-area';
import { snapshotTargets, type SnapshotTarget } from './snapshot-targets';
import type { Disk } from '../../system/disk';
import { scanTarget, ScanStopped, type TreeScan } from './scan-tree';
import { loadOnce } from '../../../core/base/async';

export interface SnapshotsDeps {
  /** Folder for the copies of all windows, apart from database and journal (decision 42). */
  readonly shared: SharedFolder<Disk>;
  readonly workspace: Workspace;
  readonly edits: UserEdits;
  readonly clock: Clock;
  /** Limit for files and folders of one path; more are not copied. */
  readonly maxEntries: number;
  /** Notifies the user of a failed rollback and of the path of the copies. */
  readonly onBrokenOff: (message: string, folder: string) => void;
  readonly report: (error: unknown) => void;
}

/** `Snapshots` of this window. */
export interface WindowSnapshots extends Snapshots {
  /** Removes what closed windows have left. */
  open(): Promise<void>;
  /** Removes the copies of this window. */
  close(): Promise<void>;
}

/** Copies made with Node's file functions (000-transaction-1). */
export class NodeSnapshots implements WindowSnapshots {
  private readonly serial = createSerial();
  private readonly running: CommandOverlaps;
  private readonly area: () => Promise<SnapshotArea>;
  private isOpen = false;

  constructor(private readonly deps: SnapshotsDeps) {
    const { shared, clock, onBrokenOff, report } = deps;
    this.running = new CommandOverlaps(styleOf(deps.workspace));
    this.area = loadOnce(() => openSnapshotArea({ shared, clock, onBrokenOff, report }));
  }

  async open(): Promise<void> {
    await this.openArea();
  }

  take(request: SnapshotRequest): Promise<Result<Snapshot | undefined>> {
    return this.serial.run(async () => {
      const { deps, serial, running } = this;
      try {
        return await take(request, { deps, serial, running, area: await this.openArea() });
      } catch (error) {
        return fail(notTaken(error, deps));
      }
    });
  }

  async close(): Promise<void> {
    // Waits for the last operation, which may still write.
    if (this.isOpen) await this.serial.run(async () => (await this.area()).close());
  }

  private openArea(): Promise<SnapshotArea> {
    this.isOpen = true;
    return this.area();
  }
}

interface SnapshotContext {
  readonly deps: SnapshotsDeps;
  readonly serial: Serial;
  readonly running: CommandOverlaps;
  readonly area: SnapshotArea;
}

async function take(
  request: SnapshotRequest,
  parts: SnapshotContext,
): Promise<Result<Snapshot | undefined>> {
  const { deps, serial, running, area } = parts;
  const { workspace, edits, clock, maxEntries, report } = deps;
  const { disk } = deps.shared;
  const style = styleOf(workspace);
  const affected = affectedPaths(request.reading, request.paths.named);
  const targets = await snapshotTargets(affected, request.paths, { disk, style });
  if (targets.length === 0) return succeed(undefined);
  const userEdits = editsFromNow(edits);
  const takenAt = clock.now();
  const folder = await area.newFolder();
  const remove = (): Promise<void> => disk.removeTree(folder).catch(report);
  const show = (file: string): string => shown(file, workspace);
  const { maxBytes, scope, signal } = request;
  const keep = createCopier({ disk, folder, maxBytes, show });
  const walk: TreeScan = { disk, style, scope, signal, maxEntries, show, keep };
  try {
    const before = await walkAll(targets, walk);
    return succeed(
      new CommandSnapshot({
        copies: {
          ...{ folder, before, takenAt },
          drop: () => void remove(),
          retain: async (message) => {
            deps.onBrokenOff(message, await area.retain(folder));
          },
        },
        walk: { ...walk, signal: undefined, keep: () => Promise.resolve(undefined) },
        ...{ workspace, userEdits, serial, report },
        others: running.enter(targets),
      }),
    );
  } catch (error) {
    await remove();
    throw error;
  }
}

async function walkAll(
  targets: readonly SnapshotTarget[],
  walk: TreeScan,
): Promise<SnapshotCopies['before']> {
  const before: {
    readonly target: SnapshotTarget;
    readonly entry: SnapshotCopies['before'][number]['entry'];
  }[] = [];
  for (const target of targets) before.push({ target, entry: await scanTarget(target, walk) });
  return before;
}

function notTaken(error: unknown, { workspace, report }: SnapshotsDeps) {
  const show = (file: string): string => shown(file, workspace);
  if (error instanceof ScanStopped && error.failure.errorCode === 'cancelled') return error.failure;
  const reason = rollbackReason(error, { show, report });
  return failure('snapshot_failed', `The files it may change could not be copied: ${reason}`, {
    suggestion:
      'Change fewer files with one command, or ask the user to change gatehouse.shell.transactional.',
  });
}

function shown(file: string, workspace: Workspace): string {
  return escapeControlInline(displayPath(workspace.roots(), file, styleOf(workspace)));
}

function styleOf(workspace: Workspace): PathStyle {
  return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
}

/** Tracks which commands run on which paths, to attribute changes correctly. */
class CommandOverlaps {
  private readonly running = new Set<RunningCommand>();

  constructor(private readonly style: PathStyle) {}

  enter(targets: readonly SnapshotTarget[]): OtherCommands {
    const own = new RunningCommand(targets, this.running, this.style);
    own.begin();
    return own;
  }
}

class RunningCommand implements OtherCommands {
  private hasMet = false;

  constructor(
    private readonly targets: readonly SnapshotTarget[],
    private readonly running: Set<RunningCommand>,
    private readonly style: PathStyle,
  ) {}

  begin(): void {
    for (const other of this.running) {
      if (!this.meets(other)) continue;
      this.hasMet = true;
      other.hasMet = true;
    }
    this.running.add(this);
  }

  leave(): void {
    this.running.delete(this);
  }

  hadOverlap(): boolean {
    return this.hasMet;
  }

  runNow(): boolean {
    return [...this.running].some((other) => this.meets(other));
  }

  private meets(other: RunningCommand): boolean {
    const { style } = this;
    return (
      other !== this &&
      this.targets.some(({ path: a }) =>
        other.targets.some(({ path: b }) => isInside(a, b, style) || isInside(b, a, style)),
      )
    );
  }
}
