import { cp, lstat, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { Leases, type LeaseKind } from '../../adapters/leases/leases';
import { nodeDisk } from '../../adapters/system/node-disk';
import type { Processes } from '../../adapters/system/processes';
import { loadOnce } from '../../core/base/async';
import type { Clock, Disposable } from '../../core/ports/system';

export interface DemoCopiesDeps {
  /** The folder for temporary files, which may hold those of others too. */
  readonly parent: string;
  readonly processes: Processes;
  readonly clock: Clock;
  /** Unique to this window. */
  readonly token: string;
}

const prefix = 'gatehouse-demo-';
const ours = /^gatehouse-demo-\w{6}$/;
const project = 'corner-shop';
const suffix = '.window';
const leaseKind: LeaseKind = { patienceMs: 24 * 60 * 60_000, isFenced: false };
/** A window that opens a copy may not have said so yet. */
const openingMs = 10 * 60_000;

/**
 * The scratch copies of the demo. Each window that has one open keeps a leased file next to it, so
 * that making a copy can remove those that no window uses.
 */
export class DemoCopies implements Disposable {
  private readonly leases: Leases;
  private readonly parent = loadOnce(() => realpath(this.deps.parent));

  constructor(private readonly deps: DemoCopiesDeps) {
    this.leases = new Leases({ ...deps, disk: nodeDisk, kind: leaseKind });
  }

  /** Copies the project to a new folder, whose canonical path it returns. */
  async make(source: string): Promise<string> {
    await this.removeUnused();
    const folder = path.join(await mkdtemp(path.join(await this.parent(), prefix)), project);
    await cp(source, folder, { recursive: true });
    return folder;
  }

  /** Keeps the copy among the open folders for this window until `dispose`. */
  async hold(roots: readonly string[]): Promise<void> {
    for (const root of roots) {
      const holder = path.dirname(root);
      if (path.basename(root) !== project || !(await this.isOurs(holder))) continue;
      const file = path.join(holder, `${await this.leases.own()}${suffix}`);
      await writeFile(file, '', { mode: 0o600 });
      this.leases.acquire(file);
    }
  }

  dispose(): void {
    this.leases.close();
  }

  private async removeUnused(): Promise<void> {
    const { clock } = this.deps;
    const parent = await this.parent();
    for (const name of await readdir(parent)) {
      const holder = path.join(parent, name);
      if (!(await this.isOurs(holder))) continue;
      try {
        const age = clock.now() - (await nodeDisk.modifiedAt(holder));
        if (age > openingMs && !(await this.isOpen(holder))) {
          await rm(holder, { recursive: true, force: true });
        }
      } catch {
        // Removed by another window, or in use by a program: the next copy tries again.
      }
    }
  }

  /** A folder of this user that `make` has made, and no link to one. */
  private async isOurs(holder: string): Promise<boolean> {
    const { dir, base } = path.parse(holder);
    if (dir !== (await this.parent()) || !ours.test(base)) return false;
    const found = await lstat(holder).catch(() => undefined);
    return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
  }

  private async isOpen(holder: string): Promise<boolean> {
    const files = (await readdir(holder)).filter((name) => name.endsWith(suffix));
    const open = files.map((name) =>
      this.leases.isLive(path.basename(name, suffix), path.join(holder, name)),
    );
    return (await Promise.all(open)).includes(true);
  }
}
