import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parseJson, readList, readString } from '../../../core/base/json';

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

/** The open chats of each window, so that no two windows drive the same one. */
export interface WindowClaims {
  /** The chats that crashed windows had open, newest first; the same at each use. */
  left(): Promise<readonly string[]>;
  /** True when no other window has the chat; it then belongs to this one while it is open. */
  claim(sessionId: string): Promise<boolean>;
  /** These chats continue here; some of the other listed chats are being claimed. */
  setOpen(sessionIds: readonly string[], listed: readonly string[]): void;
  /** Settles when other windows can see it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A window of another machine that shares the folder; its liveness is unknown. */
const foreignMs = 24 * 60 * 60 * 1000;

/**
 * Each window first writes its own file with its open chats, and only then reads the files of the
 * others: of two that want the same chat at the same moment, at least one sees the other, and none
 * has to take anything away from the other.
 */
export function createWindowClaims(deps: WindowClaimsDeps): WindowClaims {
  const { folder, machine, pid, token } = deps;
  const name = `${String(pid)}-${token}.json`;
  let open: ReadonlySet<string> = new Set();
  const wanted = new Set<string>();
  let written = '';
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    writing = writing.then(async () => {
      const sessions = [...new Set([...wanted, ...open])];
      const text = JSON.stringify({ machine, sessions });
      if (text === written || (sessions.length === 0 && written === '')) return;
      try {
        await replaceFile(folder, name, text);
        written = text;
      } catch (error) {
        // A window that cannot write this cannot store anything, and the store reports that.
        deps.warn(`The list of open chats was not written: ${messageOf(error)}`);
      }
    });
    return writing;
  }

  async function others(): Promise<readonly OtherClaims[]> {
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((each) => each.endsWith('.json') && each !== name);
    return Promise.all(files.map((each) => claimsOf(path.join(folder, each), deps)));
  }

  /** Reading removes the files of dead windows, so the first result is kept. */
  let firstLook: Promise<readonly string[]> | undefined;
  const left = () =>
    (firstLook ??= others().then((all) =>
      all.flatMap(({ isLeft, sessions }) => (isLeft ? sessions : [])),
    ));

  return {
    left,
    claim: async (sessionId) => {
      await left();
      if (open.has(sessionId)) return true;
      wanted.add(sessionId);
      await write();
      const live = (await others()).filter(({ isLeft }) => !isLeft);
      const isOurs = !live.some(({ sessions }) => sessions.includes(sessionId));
      if (!isOurs) {
        wanted.delete(sessionId);
        await write();
      }
      return isOurs;
    },
    setOpen: (sessionIds, listed) => {
      open = new Set(sessionIds);
      for (const each of wanted) if (open.has(each) || !listed.includes(each)) wanted.delete(each);
      void write();
    },
    settled: () => writing,
    close: async () => {
      await writing;
      await rm(path.join(folder, name), { force: true }).catch((error: unknown) =>
        deps.warn(`The list of open chats was not removed: ${messageOf(error)}`),
      );
    },
  };
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

/** The chats of one other window; the file of a closed window is deleted. */
async function claimsOf(file: string, deps: WindowClaimsDeps): Promise<OtherClaims> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const claims = parseJson(text)?.value;
    const isForeign = readString(claims, 'machine') !== deps.machine;
    const isLeft = isForeign
      ? deps.now() - mtimeMs > foreignMs
      : mtimeMs < deps.startedAt() || !deps.isAlive(Number.parseInt(path.basename(file), 10));
    if (isLeft) await rm(file, { force: true });
    const sessions = readList(claims, 'sessions').filter((each) => typeof each === 'string');
    return { sessions, isLeft };
  } catch {
    // Closed at this very moment, or not readable for us.
    return { sessions: [], isLeft: false };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
