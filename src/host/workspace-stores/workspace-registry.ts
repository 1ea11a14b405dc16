import { createHash } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../core/contracts/json';
import { count, dense, lenient } from '../../core/contracts/schema-parts';
import { ifMissing } from '../../adapters/system/errno';
import { nodeDisk } from '../../adapters/system/node-disk';
import { t } from '../window/language';
import { replaceWith, writeAll } from '../../adapters/system/whole-file';

/** A storage folder on this machine: of a workspace, or of windows without a folder. */
interface StoredWorkspaceFacts {
  /** Name of the workspace; absent for a window without a folder. */
  readonly label?: string;
  readonly folder: string;
  /** First folder of the workspace, which distinguishes two of one name; absent without one. */
  readonly root?: string;
}

export interface StoredWorkspace extends StoredWorkspaceFacts {
  /** Made of its folder: the same in every window. */
  readonly id: string;
  /** Epoch milliseconds: the first write of the last window there. */
  readonly usedAt: number;
}

const idLength = 16;

export function storedWorkspaceId(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, idLength);
}

/** Record of a place, in a separate file. */
function formatWorkspace({ label, folder, root, usedAt }: StoredWorkspace): string {
  return `${JSON.stringify({ label, folder, root, usedAt })}\n`;
}

/** Written by earlier versions for a window without a folder. */
const formerLabel = 'No folder';

const text = z.string();
const recordSchema = z.object({
  label: lenient(text),
  folder: text,
  root: lenient(text),
  usedAt: count.catch(0),
});

/** Undefined when the text is not a record, or not the one with this id. */
function parseWorkspace(id: string, json: string): StoredWorkspace | undefined {
  const record = recordSchema.safeParse(parseJson(json)).data;
  if (record === undefined || storedWorkspaceId(record.folder) !== id) return undefined;
  const { label, root } = record;
  const isNameless = label === formerLabel && root === undefined;
  return { id, ...dense({ ...record, label: isNameless ? undefined : label }) };
}

/** For display, in VS Code's language. */
export function workspaceLabel({ label }: StoredWorkspace): string {
  return label ?? t('No folder');
}

/** The labels of places; those of one name are distinguished by their folder. */
export function workspaceLabels(
  places: readonly StoredWorkspace[],
  home: string,
): ReadonlyMap<string, string> {
  const named = places.map((place) => ({ ...place, label: workspaceLabel(place) }));
  const counts = new Map<string, number>();
  for (const { label } of named) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    named.map(({ id, label, root }) => {
      if (counts.get(label) === 1 || root === undefined) return [id, label];
      const shown = home.length > 1 && root.startsWith(home) ? `~${root.slice(home.length)}` : root;
      return [id, `${label} (${shown})`];
    }),
  );
}

export interface RegistryOptions {
  /** Made with the first place. */
  readonly folder: string;
  readonly now: () => number;
  /** Names the temporary file, so that two windows do not write the same one. */
  readonly uuid: () => string;
}

const registryFile = /^([0-9a-f]{16})\.json$/;

/** One file per place, replaced whole: two windows at once lose nothing, nor does a crash. */
export class WorkspaceRegistry {
  constructor(private readonly options: RegistryOptions) {}

  /** Rejects when the file cannot be written. */
  async register(facts: StoredWorkspaceFacts): Promise<void> {
    const { folder, now, uuid } = this.options;
    const id = storedWorkspaceId(facts.folder);
    const text = formatWorkspace({ ...facts, id, usedAt: now() });
    await nodeDisk.makeFolder(folder);
    await replaceWith(nodeDisk, this.fileOf(id), {
      temporary: path.join(folder, `${id}.${uuid()}.tmp`),
      fill: (file) => writeAll(file, Buffer.from(text), 0),
    });
  }

  /** Last used first. Rejects when the folder cannot be read; an invalid file is left out. */
  async list(): Promise<readonly StoredWorkspace[]> {
    const names = await nodeDisk.names(this.options.folder).catch(ifMissing([]));
    const places = await Promise.all(names.map((name) => this.read(name)));
    return places
      .filter((place) => place !== undefined)
      .sort((a, b) => b.usedAt - a.usedAt || a.id.localeCompare(b.id));
  }

  forget(id: string): Promise<void> {
    return nodeDisk.remove(this.fileOf(id));
  }

  /** Undefined for other files, and for one that another window has forgotten since. */
  private async read(name: string): Promise<StoredWorkspace | undefined> {
    const id = registryFile.exec(name)?.[1];
    if (id === undefined) return undefined;
    const json = await nodeDisk.readText(this.fileOf(id)).catch(ifMissing(undefined));
    return json === undefined ? undefined : parseWorkspace(id, json);
  }

  private fileOf(id: string): string {
    return path.join(this.options.folder, `${id}.json`);
  }
}
