import type { CallItem, ChangedFileItem } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { shownText } from './format';

/** Longer names are cut by the page anyway; a very long one only costs time. */
const maxName = 200;
const maxPath = 400;

interface ChangeLook {
  readonly icon: string;
  readonly word: string;
  /** The same for a folder. */
  readonly folder: string;
}

/** The look of a kind of change: shape and word, so that color is not needed. */
export const changeLooks: Readonly<Record<ChangedFileItem['kind'], ChangeLook>> = {
  created: look('created', 'diff-added'),
  changed: look('changed', 'diff-modified'),
  deleted: look('deleted', 'diff-removed'),
  moved: look('moved', 'diff-renamed'),
};

function look(kind: ChangedFileItem['kind'], icon: string): ChangeLook {
  return { icon, word: t(`change.${kind}`), folder: t(`change.${kind}Folder`) };
}

/** Whether the file changes of a call, or of a command, can be undone, or were. */
export function undoOf({ undo, rollback }: CallItem): CallItem['undo'] {
  return rollback === undefined ? undo : 'undone';
}

/** Lines added and removed; undefined when none of it is text. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** "3 files changed.", "1 folder changed.", "2 files and 1 folder changed." */
export function changedText(changes: readonly ChangedFileItem[], more: number): string {
  const counts = changeCounts(changes, more);
  return t(`say.changed.${kindOfCounts(counts)}`, counts);
}

/** How many files and folders; `more` counts the omitted files. */
export function changeCounts(changes: readonly ChangedFileItem[], more: number) {
  const folders = changes.filter(({ isFolder }) => isFolder).length;
  return { files: changes.length - folders + more, folders };
}

type ChangeCounts = ReturnType<typeof changeCounts>;

/** What a text about the changes counts: it names no zero. */
export function kindOfCounts({ files, folders }: ChangeCounts): 'files' | 'folders' | 'both' {
  if (folders === 0) return 'files';
  return files === 0 ? 'folders' : 'both';
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
    ...(notKept !== undefined && {
      notKept: t('change.notKept', { reason: shownText(notKept, maxPath) }),
    }),
  };
}

/** The end of a path is the most informative part. */
export function shownEnd(path: string): string {
  const end = path.length <= maxPath ? path : `…${path.slice(-maxPath)}`;
  return shownText(end, Infinity);
}
