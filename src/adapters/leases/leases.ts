import type { Disposable, Clock } from '../../core/ports/system';
import type { Disk } from '../system/disk';
import type { Processes } from '../system/processes';
import { isMissing } from '../system/errno';
import { loadOnce } from '../../core/base/async';

/**
 * The owner of a lease. It is part of a file name, so that a rename replaces it in one step:
 * `<machine>.<process id>.<start of the process>.<token>`.
 */
interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** Undefined where the system does not say. */
  readonly start: string | undefined;
  /** Distinguishes the leases of one process. */
  readonly token: string;
}

const unknownStart = '0';
const ownerPattern = /^([0-9a-f]{8})\.(\d+)\.([0-9a-f]{8}|0)\.([\w-]+)$/;

export function formatOwner({ machine, pid, start, token }: Owner): string {
  return [machine, pid, start ?? unknownStart, token].join('.');
}

/** Undefined if the text is incomplete or not an owner. */
export function parseOwner(text: string): Owner | undefined {
  const [, machine, pid, start, token] = ownerPattern.exec(text) ?? [];
  if (machine === undefined || token === undefined) return undefined;
  return { machine, pid: Number(pid), start: start === unknownStart ? undefined : start, token };
}

/** The file system calls of leases. */
type LeaseDisk = Pick<Disk, 'rename' | 'modifiedAt' | 'touch'>;

export interface LeaseKind {
  /** An owner that cannot be checked is gone after this time without a heartbeat. */
  readonly patienceMs: number;
  /** True if the owner checks `isHeld` before it writes: its heartbeat then ends with its lease. */
  readonly isFenced: boolean;
}

export interface LeasesDeps {
  readonly disk: LeaseDisk;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly kind: LeaseKind;
  /** Unique to this owner. */
  readonly token: string;
}

/**
 * The leases of a window, and the rule whether the owner of another one lives:
 *
 * - On this machine it is gone if its process is gone, if another process has its id now (the start
 *   time differs, also after a restart), or if it is this process but the lease is none of its own.
 *   Otherwise it lives, even if it does not answer for a long time.
 * - On another machine, where the start time is unknown, and where the owner cannot be read, it
 *   lives while its file was touched within `patienceMs`. A time in the future counts as now.
 */
export class Leases {
  /** This window as an owner. */
  readonly own = loadOnce(async () => {
    const { processes, token } = this.deps;
    const { pid, machine } = processes;
    const found = await processes.find(pid);
    processes.tokens.add(token);
    const start = found.state === 'lives' ? found.startTime : undefined;
    return formatOwner({ machine, pid, start, token });
  });
  private readonly kept = new Map<string, Lease>();

  constructor(private readonly deps: LeasesDeps) {}

  /** Whether the owner that `file` names lives. A file that another window has renamed is owned. */
  async isLive(owner: string, file: string): Promise<boolean> {
    const { disk, clock, kind } = this.deps;
    const state = await this.stateOf(parseOwner(owner));
    if (state !== 'unknown') return state === 'lives';
    const beatAt = await ifThere(() => disk.modifiedAt(file));
    return beatAt === undefined || clock.now() - beatAt < kind.patienceMs;
  }

  /** Starts the heartbeat of a file that names this window. */
  acquire(file: string): Lease {
    const lease = this.kept.get(file) ?? new Lease(file, this.deps);
    this.kept.set(file, lease);
    return lease;
  }

  /** Renames the file of an owner that is gone; false if another window was faster. */
  async takeOver(from: string, to: string): Promise<boolean> {
    const { disk, clock } = this.deps;
    // First: under its new name the file must not look stale to another machine.
    if ((await ifThere(() => touched(disk, from, clock.now()))) === undefined) return false;
    if ((await ifThere(() => renamed(disk, from, to))) === undefined) return false;
    this.acquire(to);
    return true;
  }

  /** Renames a file of this window, which is then free; does nothing if it is lost. */
  async release(file: string, to: string): Promise<void> {
    this.forget(file);
    await ifThere(() => renamed(this.deps.disk, file, to));
  }

  /** Ends the heartbeat of a file that is removed. */
  forget(file: string): void {
    this.kept.get(file)?.dispose();
    this.kept.delete(file);
  }

  /** Ends all heartbeats and the claim to what is left. */
  close(): void {
    for (const file of [...this.kept.keys()]) this.forget(file);
    this.deps.processes.tokens.delete(this.deps.token);
  }

  private async stateOf(owner: Owner | undefined): Promise<'lives' | 'gone' | 'unknown'> {
    const { processes } = this.deps;
    if (owner?.machine !== processes.machine) return 'unknown';
    if (owner.pid === processes.pid && !processes.tokens.has(owner.token)) return 'gone';
    const found = await processes.find(owner.pid);
    if (found.state === 'gone') return 'gone';
    if (owner.start === undefined || found.startTime === undefined) return 'unknown';
    return owner.start === found.startTime ? 'lives' : 'gone';
  }
}

/** A file of this window, touched regularly so that other machines see its owner live. */
export class Lease implements Disposable {
  private beatAt: number;
  /** A clock that is set back must not extend a lease. */
  private beatMonotonic: number;
  private timer: Disposable | undefined;
  private isReleased = false;

  constructor(
    private readonly file: string,
    private readonly deps: Pick<LeasesDeps, 'clock' | 'disk' | 'kind'>,
  ) {
    this.beatAt = deps.clock.now();
    this.beatMonotonic = deps.clock.monotonic();
    this.schedule();
  }

  /** False once another window may consider this one gone, because the machine slept. */
  isHeld(): boolean {
    const { clock, kind } = this.deps;
    const age = Math.max(clock.now() - this.beatAt, clock.monotonic() - this.beatMonotonic);
    return !this.isReleased && age < kind.patienceMs / 2;
  }

  async beat(): Promise<void> {
    const { clock, disk } = this.deps;
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    await disk.touch(this.file, at);
    this.beatAt = at;
    this.beatMonotonic = monotonic;
  }

  dispose(): void {
    this.isReleased = true;
    this.timer?.dispose();
  }

  private schedule(): void {
    if (this.isReleased) return;
    const { clock, kind } = this.deps;
    this.timer = clock.after(kind.patienceMs / 6, () => {
      // Another window may be taking over.
      if (kind.isFenced && !this.isHeld()) return;
      void this.beat().then(
        () => this.schedule(),
        (error: unknown) => {
          // Without the file another window has taken over; other errors may pass.
          if (!isMissing(error)) this.schedule();
        },
      );
    });
  }
}

const touched = (disk: LeaseDisk, file: string, at: number) =>
  disk.touch(file, at).then(() => true);

const renamed = (disk: LeaseDisk, from: string, to: string) =>
  disk.rename(from, to).then(() => true);

/** Undefined if the file does not exist. */
async function ifThere<T>(use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
