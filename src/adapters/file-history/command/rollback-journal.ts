import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../core/contracts/json';
import { itemsOf } from '../../../core/contracts/schema-parts';
import type { Disk } from '../../system/disk';

/** The state of a rollback on disk, in case the window ends in the middle of it. */
export interface RollbackJournal {
  /** A unique name next to `place`: for our own files, or for a file moved `aside`. */
  temporaryName(place: string, use: 'ours' | 'aside'): string;
  /** Call before the first name is created in any of these folders. */
  begin(folders: readonly string[]): Promise<void>;
  /** Call before the first change: from now on the copies are needed. */
  commit(): Promise<void>;
  /** Call when the rollback has ended; never rejects. */
  end(): Promise<void>;
}

/** Lists which copy belongs to which file. */
const indexName = 'index.json';
const journalName = /^rollback-([0-9a-f]{12})\.json$/;

/** A journal in the folder of the copies; `index` names their original files. */
export function createRollbackJournal(disk: Disk, folder: string, index: string): RollbackJournal {
  const token = randomBytes(6).toString('hex');
  const file = path.join(folder, `rollback-${token}.json`);
  return {
    temporaryName: (place, use) => {
      const suffix = use === 'ours' ? oursSuffix : asideSuffix;
      const name = `${prefixOf(token)}${randomBytes(4).toString('hex')}${suffix}`;
      return path.join(path.dirname(place), name);
    },
    begin: async (folders) => {
      await disk.writeText(file, JSON.stringify(folders.map((each) => ({ folder: each }))));
      await disk.flushPath(file);
    },
    commit: async () => {
      const indexFile = path.join(folder, indexName);
      try {
        await disk.writeText(indexFile, index);
        await disk.flushPath(indexFile);
      } catch (error) {
        // An incomplete index would claim that something had changed, and block the next attempt.
        await disk.removeTree(indexFile);
        throw error;
      }
    },
    end: async () => {
      try {
        await disk.removeTree(file);
      } catch {
        // The next start finds nothing to tidy up.
      }
    },
  };
}

/** A rollback that a closed window left unfinished. */
export interface InterruptedRollback {
  /** True if it had begun to change files. */
  readonly hadBegun: boolean;
  /** Paths of files that it had moved aside. */
  readonly aside: readonly string[];
}

/** Removes our temporary files; undefined if no rollback was running. */
export async function cleanUpInterrupted(
  folder: string,
  disk: Disk,
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
  disk: Disk,
): Promise<readonly string[]> {
  try {
    // A folder that became a link meanwhile leads elsewhere (decision file-sandbox).
    if ((await disk.realPath(folder)) !== folder) return [];
    const own = (await disk.names(folder)).filter((name) => name.startsWith(prefixOf(token)));
    for (const name of own) {
      if (name.endsWith(oursSuffix)) await disk.removeTree(path.join(folder, name));
    }
    return own.filter((name) => name.endsWith(asideSuffix)).map((name) => path.join(folder, name));
  } catch {
    // Missing or inaccessible: at most a stray file with our name remains.
    return [];
  }
}

const foldersSchema = itemsOf(z.object({ folder: z.string() }));

function foldersIn(text: string): readonly string[] {
  return foldersSchema.parse(parseJson(text)).map(({ folder }) => folder);
}

const oursSuffix = '.tmp';
const asideSuffix = '.old';

function prefixOf(token: string): string {
  return `.gatehouse-${token}`;
}
