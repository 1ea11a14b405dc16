import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../core/contracts/json';
import { allOptional, itemsOf, lenient } from '../../../core/contracts/schema-parts';

export interface WindowClaimsDeps {
  /** The folder shared by all windows of a store; may not exist. */
  readonly folder: string;
  readonly machine: string;
  readonly pid: number;
  /** Unique to this window. */
  readonly token: string;
  readonly isAlive: (pid: number) => boolean;
  /** Epoch milliseconds of the machine start: no process is older. */
  readonly startedAt: () => number;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** A window of another machine that shares the folder; its liveness is unknown. */
const foreignMs = 24 * 60 * 60 * 1000;

/**
 * The open chats of each window, so that no two windows drive the same one. Each window first writes
 * its own file with its open chats, and only then reads the files of the others: of two that want
 * the same chat at the same moment, at least one sees the other, and none has to take anything away
 * from the other.
 */
export class WindowClaims {
  private readonly name: string;
  private open: ReadonlySet<string> = new Set();
  private readonly wanted = new Set<string>();
  private written = '';
  private writing: Promise<void> = Promise.resolve();
  private firstLook: Promise<readonly string[]> | undefined;

  constructor(private readonly deps: WindowClaimsDeps) {
    this.name = `${String(deps.pid)}-${deps.token}.json`;
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
    this.wanted.add(sessionId);
    await this.write();
    const live = (await this.others()).filter(({ isLeft }) => !isLeft);
    const isOurs = !live.some(({ sessions }) => sessions.includes(sessionId));
    if (!isOurs) {
      this.wanted.delete(sessionId);
      await this.write();
    }
    return isOurs;
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
    const { folder, warn } = this.deps;
    await rm(path.join(folder, this.name), { force: true }).catch((error: unknown) =>
      warn(`The list of open chats was not removed: ${messageOf(error)}`),
    );
  }

  private write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const { folder, machine, warn } = this.deps;
      const sessions = [...new Set([...this.wanted, ...this.open])];
      const text = JSON.stringify({ machine, sessions });
      if (text === this.written || (sessions.length === 0 && this.written === '')) return;
      try {
        await replaceFile(folder, this.name, text);
        this.written = text;
      } catch (error) {
        // A window that cannot write this cannot store anything, and the store reports that.
        warn(`The list of open chats was not written: ${messageOf(error)}`);
      }
    });
    return this.writing;
  }

  private async others(): Promise<readonly OtherClaims[]> {
    const { folder } = this.deps;
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((each) => each.endsWith('.json') && each !== this.name);
    return Promise.all(files.map((each) => claimsOf(path.join(folder, each), this.deps)));
  }
}

/** A reader sees the old content or the new one, never a part. */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const spare = path.join(folder, `${name}.new`);
  await writeFile(spare, text, { mode: 0o600 });
  await rename(spare, path.join(folder, name));
}

interface OtherClaims {
  readonly sessions: readonly string[];
  /** True when the window is gone. */
  readonly isLeft: boolean;
}

const claimsSchema = allOptional({ machine: lenient(z.string()), sessions: itemsOf(z.string()) });

/** The chats of one other window; the file of a closed window is deleted. */
async function claimsOf(file: string, deps: WindowClaimsDeps): Promise<OtherClaims> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const { machine, sessions } = claimsSchema.parse(parseJson(text));
    const isForeign = machine !== deps.machine;
    const isLeft = isForeign
      ? deps.now() - mtimeMs > foreignMs
      : mtimeMs < deps.startedAt() || !deps.isAlive(Number.parseInt(path.basename(file), 10));
    if (isLeft) await rm(file, { force: true });
    return { sessions, isLeft };
  } catch {
    // Closed at this very moment, or not readable for us.
    return { sessions: [], isLeft: false };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
