import { createHash } from 'node:crypto';
import { isObject, parseJson, readCount, readString } from '../../core/base/json-read';

/** A storage folder of Gatehouse on this machine: of a workspace, or of windows without a folder. */
export interface StoredWorkspaceFacts {
  /** For people: name of the workspace, or "No folder". */
  readonly label: string;
  /** Absolute. */
  readonly folder: string;
  /** First folder of the workspace, which tells two of one name apart; absent without one. */
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

/** What is kept of a place, in a file of its own. */
export function formatWorkspace({ label, folder, root, usedAt }: StoredWorkspace): string {
  return `${JSON.stringify({ label, folder, root, usedAt })}\n`;
}

/** Undefined when the text is no place, or not the one with this id. */
export function parseWorkspace(id: string, text: string): StoredWorkspace | undefined {
  const value = parseJson(text)?.value;
  if (!isObject(value)) return undefined;
  const label = readString(value, 'label');
  const folder = readString(value, 'folder');
  const root = readString(value, 'root');
  if (label === undefined || folder === undefined || storedWorkspaceId(folder) !== id) return undefined;
  const usedAt = readCount(value, 'usedAt') ?? 0;
  return { id, label, folder, usedAt, ...(root === undefined ? {} : { root }) };
}

/** The labels of places; those of one name are told apart by their folder. */
export function workspaceLabels(places: readonly StoredWorkspace[], home: string): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { label } of places) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    places.map(({ id, label, root }) => {
      if (counts.get(label) === 1 || root === undefined) return [id, label];
      const shown = home.length > 1 && root.startsWith(home) ? `~${root.slice(home.length)}` : root;
      return [id, `${label} (${shown})`];
    }),
  );
}
