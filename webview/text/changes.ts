import type { CallItem, ChangedFileItem } from '../../src/core/contracts/panel/state';
import { formatCount, shownText } from './format';

/** Longer names are cut by the page anyway; a very long one only costs time. */
const maxName = 200;
const maxPath = 400;

/** The look of a kind of change: shape and word, so that color is not needed. */
export const changeIcons: Readonly<
  Record<ChangedFileItem['kind'], { readonly icon: string; readonly word: string }>
> = {
  created: { icon: 'diff-added', word: 'new' },
  changed: { icon: 'diff-modified', word: 'changed' },
  deleted: { icon: 'diff-removed', word: 'deleted' },
  moved: { icon: 'diff-renamed', word: 'moved' },
};

/** Whether the file changes of a call, or of a command, can be undone, or were. */
export function undoOf({ undo, rollback }: CallItem): CallItem['undo'] {
  return rollback === undefined ? undo : 'undone';
}

/** Lines added and removed; undefined when none of it is text. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** "3 files", "1 folder", "2 files and 1 folder" */
export function countText(changes: readonly ChangedFileItem[], more = 0): string {
  return countParts(changes, more).join(' and ');
}

/**
 * The most important part comes first: where room is short, only it remains. `more` counts the
 * omitted files.
 */
export function countParts(changes: readonly ChangedFileItem[], more = 0): readonly string[] {
  const folders = changes.filter(({ isFolder }) => isFolder).length;
  const files = changes.length - folders + more;
  return [
    ...(files > 0 ? [formatCount(files, 'file')] : []),
    ...(folders > 0 ? [formatCount(folders, 'folder')] : []),
  ];
}

/** Also undefined for a file that was only moved: its path is enough. */
export function countsOf(change: ChangedFileItem): LineCounts | undefined {
  const { kind, added, removed } = change;
  if (added === undefined && removed === undefined) return undefined;
  if (kind === 'moved' && added === 0 && removed === 0) return undefined;
  return { added: added ?? 0, removed: removed ?? 0 };
}

export function totalOf(changes: readonly ChangedFileItem[]): LineCounts | undefined {
  const counted = changes.flatMap((change) => countsOf(change) ?? []);
  if (counted.length === 0) return undefined;
  const sum = (part: keyof LineCounts) =>
    counted.reduce((total, counts) => total + counts[part], 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** A changed file in words, with invisible characters escaped. */
export interface ChangeText {
  readonly name: string;
  readonly folder: string;
  /** Accessible name, with the folder when another file in the list has the same name. */
  readonly spoken: string;
  readonly movedFrom?: string;
  /** "Cannot be undone: …" */
  readonly notKept?: string;
}

export function changeTexts(changes: readonly ChangedFileItem[]): readonly ChangeText[] {
  const names = new Map<string, number>();
  for (const { name } of changes) names.set(name, (names.get(name) ?? 0) + 1);
  return changes.map((change) => changeText(change, (names.get(change.name) ?? 0) > 1));
}

function changeText(change: ChangedFileItem, hasTwin: boolean): ChangeText {
  const { movedFrom, notKept } = change;
  const name = shownText(change.name, maxName);
  const folder = shownEnd(change.folder);
  return {
    name,
    folder,
    spoken: hasTwin && folder !== '' ? `${folder.replace(/\/$/, '')}/${name}` : name,
    ...(movedFrom !== undefined && { movedFrom: shownEnd(movedFrom) }),
    ...(notKept !== undefined && { notKept: `Cannot be undone: ${shownText(notKept, maxPath)}` }),
  };
}

/** The end of a path is the most informative part. */
export function shownEnd(path: string): string {
  const end = path.length <= maxPath ? path : `…${path.slice(-maxPath)}`;
  return shownText(end, Infinity);
}
