import * as path from 'node:path';
import * as z from 'zod';
import { Leases, type LeaseKind } from '../../../adapters/leases/leases';
import { nodeDisk } from '../../../adapters/system/node-disk';
import { readWhole, replaceFile } from '../../../adapters/system/whole-file';
import type { Processes } from '../../../adapters/system/processes';
import { parseJson } from '../../../core/contracts/json';
import { allOptional, itemsOf } from '../../../core/contracts/schema-parts';
import type { Clock } from '../../../core/ports/system';

export interface WindowClaimsDeps {
  /** The folder shared by all windows of a store; may not exist. */
  readonly folder: string;
  readonly processes: Processes;
  readonly clock: Clock;
  /** Unique to this window. */
  readonly token: string;
  readonly warn: (message: string) => void;
}

const leaseKind: LeaseKind = { patienceMs: 24 * 60 * 60 * 1000, isFenced: false };
const suffix = '.json';

/**
 * The open chats of each window, so that no two windows drive the same one. Each window first writes
 * its own file with its open chats, and only then reads the files of the others: of two that want
 * the same chat at the same moment, at least one sees the other, and none has to take anything away
 * from the other.
 */
export class WindowClaims {
  private readonly leases: Leases;
  private open: ReadonlySet<string> = new Set();
  private readonly wanted = new Set<string>();
  private written = '';
  private writing: Promise<void> = Promise.resolve();
  private firstLook: Promise<readonly string[]> | undefined;

  constructor(private readonly deps: WindowClaimsDeps) {
    this.leases = new Leases({ ...deps, disk: nodeDisk, kind: leaseKind });
  }

  /** The chats that crashed windows had open, newest first; the same at each use. */
  left(): Promise<readonly string[]> {
    // Reading removes the files of dead windows, so the first result is kept.
    return (this.firstLook ??= this.others().then((all) =>
      all.flatMap(({ isLeft, sessions }) => (isLeft ? sessions : [])),
    ));
  }

  /** True when no other window has the chat; it then belongs to this one while it is open. */
  async claim(sessionId: string): Promise<boolean> {
    await this.left();
    if (this.open.has(sessionId)) return true;
    // A window that only asks writes nothing.
    if (await this.isElsewhere(sessionId)) return false;
    this.wanted.add(sessionId);
    await this.write();
    const isOurs = !(await this.isElsewhere(sessionId));
    if (!isOurs) {
      this.wanted.delete(sessionId);
      await this.write();
    }
    return isOurs;
  }

  private async isElsewhere(sessionId: string): Promise<boolean> {
    const all = await this.others();
    return all.some(({ isLeft, sessions }) => !isLeft && sessions.includes(sessionId));
  }

  /** These chats continue here; some of the other listed chats are being claimed. */
  setOpen(sessionIds: readonly string[], listed: readonly string[]): void {
    const { wanted } = this;
    const open = new Set(sessionIds);
    this.open = open;
    for (const each of wanted) if (open.has(each) || !listed.includes(each)) wanted.delete(each);
    void this.write();
  }

  /** Settles when other windows can see it. */
  settled(): Promise<void> {
    return this.writing;
  }

  async close(): Promise<void> {
    await this.writing;
    const { warn } = this.deps;
    const file = await this.ownFile();
    this.leases.close();
    await nodeDisk
      .remove(file)
      .catch((error: unknown) =>
        warn(`The list of open chats was not removed: ${messageOf(error)}`),
      );
  }

  private write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const { folder, warn } = this.deps;
      const sessions = [...new Set([...this.wanted, ...this.open])];
      const text = JSON.stringify({ sessions });
      if (text === this.written || (sessions.length === 0 && this.written === '')) return;
      try {
        const file = await this.ownFile();
        await nodeDisk.makeFolder(folder);
        await replaceFile(nodeDisk, file, Buffer.from(text));
        this.leases.acquire(file);
        this.written = text;
      } catch (error) {
        // A window that cannot write this cannot store anything, and the store reports that.
        warn(`The list of open chats was not written: ${messageOf(error)}`);
      }
    });
    return this.writing;
  }

  private async ownFile(): Promise<string> {
    return path.join(this.deps.folder, `${await this.leases.own()}${suffix}`);
  }

  private async others(): Promise<readonly OtherClaims[]> {
    const { folder } = this.deps;
    const own = await this.ownFile();
    const names = await nodeDisk.names(folder).catch(() => []);
    const files = names.filter((name) => name.endsWith(suffix));
    const others = files.map((name) => path.join(folder, name)).filter((file) => file !== own);
    return Promise.all(others.map((file) => this.claimsIn(file)));
  }

  /** The chats of one other window; the file of a closed window is deleted. */
  private async claimsIn(file: string): Promise<OtherClaims> {
    try {
      const bytes = await readWhole(nodeDisk, file);
      const { sessions } = claimsSchema.parse(parseJson(Buffer.from(bytes ?? []).toString()));
      const isLeft = !(await this.leases.isLive(path.basename(file, suffix), file));
      if (isLeft) await nodeDisk.remove(file);
      return { sessions, isLeft };
    } catch {
      // Closed at this very moment, or not readable for us.
      return { sessions: [], isLeft: false };
    }
  }
}

interface OtherClaims {
  readonly sessions: readonly string[];
  /** True when the window is gone. */
  readonly isLeft: boolean;
}

const claimsSchema = allOptional({ sessions: itemsOf(z.string()) });

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
