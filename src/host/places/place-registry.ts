import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './missing-file';
import { parseWorkspace, storedWorkspaceId, formatWorkspace, type StoredWorkspace, type StoredWorkspaceFacts } from './place';

/** The places that windows of this installation have written in, each in a file of its own. */
export interface WorkspaceRegistry {
  /** Rejects when the file cannot be written. */
  register(facts: StoredWorkspaceFacts): Promise<void>;
  /** Last used first. Rejects when the folder cannot be read; a file that is no place is left out. */
  list(): Promise<readonly StoredWorkspace[]>;
  forget(id: string): Promise<void>;
}

export interface RegistryOptions {
  /** Made with the first place. */
  readonly folder: string;
  readonly now: () => number;
  /** Names the temporary file, so that two windows do not write the same one. */
  readonly uuid: () => string;
}

const registryFile = /^([0-9a-f]{16})\.json$/;
const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/**
 * One file per place, replaced whole: two windows that register at once lose nothing, and a crash
 * leaves the old file or the new one.
 */
export function createWorkspaceRegistry({ folder, now, uuid }: RegistryOptions): WorkspaceRegistry {
  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  async function read(name: string): Promise<StoredWorkspace | undefined> {
    const id = registryFile.exec(name)?.[1];
    if (id === undefined) return undefined;
    try {
      return parseWorkspace(id, await readFile(fileOf(id), 'utf8'));
    } catch (error) {
      // Forgotten by another window since the folder was read.
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    register: async (facts) => {
      const id = storedWorkspaceId(facts.folder);
      const temporary = path.join(folder, `${id}.${uuid()}.tmp`);
      await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
      try {
        const text = formatWorkspace({ ...facts, id, usedAt: now() });
        await writeFile(temporary, text, { mode: ownerOnlyFile, flush: true });
        await rename(temporary, fileOf(id));
      } catch (error) {
        // The first error is the one to tell.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    list: async () => {
      const places = await Promise.all((await namesIn(folder)).map(read));
      return places
        .filter((place) => place !== undefined)
        .sort((a, b) => b.usedAt - a.usedAt || a.id.localeCompare(b.id));
    },
    forget: (id) => rm(fileOf(id), { force: true }),
  };
}

/** None before the first place. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
