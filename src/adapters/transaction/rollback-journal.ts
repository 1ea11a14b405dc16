import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseJson, readString } from '../../core/base/json';
import type { TransactionDisk } from './transaction-disk';

/** What a rollback leaves on disk for the next start, should the window end in the middle of it. */
export interface RollbackJournal {
  /**
   * A name next to `place` that no other program uses: for what is ours, or for what was moved `aside`.
   */
  nameBeside(place: string, use: 'ours' | 'aside'): string;
  /** Before the first name is made in any of these folders. */
  begin(folders: readonly string[]): Promise<void>;
  /** Before the first change: from here on the copies must not be lost. */
  commit(): Promise<void>;
  /** Nothing of it is under way any more; never rejects. */
  end(): Promise<void>;
}

/** Lists which copy belongs to which file. */
const indexName = 'index.json';
const journalName = /^rollback-([0-9a-f]{12})\.json$/;

/** A journal in the folder of the copies; `index` names what they are copies of. */
export function createRollbackJournal(
  disk: TransactionDisk,
  folder: string,
  index: string,
): RollbackJournal {
  const token = randomBytes(6).toString('hex');
  const file = path.join(folder, `rollback-${token}.json`);
  return {
    nameBeside: (place, use) => {
      const suffix = use === 'ours' ? oursSuffix : asideSuffix;
      const name = `${prefixOf(token)}${randomBytes(4).toString('hex')}${suffix}`;
      return path.join(path.dirname(place), name);
    },
    begin: async (folders) => {
      await disk.writeText(file, JSON.stringify(folders.map((each) => ({ folder: each }))));
      await disk.flush(file);
    },
    commit: async () => {
      const indexFile = path.join(folder, indexName);
      try {
        await disk.writeText(indexFile, index);
        await disk.flush(indexFile);
      } catch (error) {
        // Half of it would say that something had changed, and stand in the way of the next try.
        await disk.remove(indexFile);
        throw error;
      }
    },
    end: async () => {
      try {
        await disk.remove(file);
      } catch {
        // The next start finds nothing to tidy up.
      }
    },
  };
}

/** What a window left that ended in the middle of a rollback. */
export interface InterruptedRollback {
  /** True when it had begun to change something. */
  readonly hadBegun: boolean;
  /** Names that still hold what it had moved away. */
  readonly aside: readonly string[];
}

/** Removes our own names next to the paths; undefined when no rollback was under way. */
export async function cleanUpInterrupted(
  folder: string,
  disk: TransactionDisk,
): Promise<InterruptedRollback | undefined> {
  const names = await disk.names(folder);
  const aside: string[] = [];
  let wasUnderWay = false;
  for (const name of names) {
    const token = journalName.exec(name)?.[1];
    if (token === undefined) continue;
    wasUnderWay = true;
    for (const place of foldersIn(await disk.readText(path.join(folder, name)))) {
      aside.push(...(await cleanUpFolder(place, token, disk)));
    }
  }
  return wasUnderWay ? { hadBegun: names.includes(indexName), aside } : undefined;
}

async function cleanUpFolder(
  folder: string,
  token: string,
  disk: TransactionDisk,
): Promise<readonly string[]> {
  try {
    // A folder that became a link meanwhile leads elsewhere (decision file-sandbox).
    if ((await disk.realPath(folder)) !== folder) return [];
    const own = (await disk.names(folder)).filter((name) => name.startsWith(prefixOf(token)));
    for (const name of own) {
      if (name.endsWith(oursSuffix)) await disk.remove(path.join(folder, name));
    }
    return own.filter((name) => name.endsWith(asideSuffix)).map((name) => path.join(folder, name));
  } catch {
    // Gone, or not ours to look at: what is there is a stray file with our name.
    return [];
  }
}

function foldersIn(text: string): readonly string[] {
  const value = parseJson(text)?.value;
  return Array.isArray(value) ? value.flatMap((one) => readString(one, 'folder') ?? []) : [];
}

const oursSuffix = '.tmp';
const asideSuffix = '.old';

function prefixOf(token: string): string {
  return `.gatehouse-${token}`;
}
