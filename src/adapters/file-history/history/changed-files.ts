import type { Sentence } from '../../../core/base/sentence';
import { isSamePathState } from '../../files/path-state';
import type { ChangedFile } from '../../../core/contracts/file-changes';
import {
  whyNotRestorable,
  type FileImage,
  isSameImage,
  foldersAbove,
  foundBy,
  leftBy,
} from './file-steps';
import type { PathHistory } from './path-history';
import { formerPath, isLive, isPresent, type TrackedItem } from './tracked-items';

/** One change as the user sees it, with everything undone or kept with it. */
export interface ChangeEntry {
  readonly file: ChangedFile;
  /** The item that the entry is named after; the entry may include others. */
  readonly head: TrackedItem;
  readonly items: readonly TrackedItem[];
}

export interface ChangeEntries {
  /** Newest first. */
  readonly shown: readonly ChangeEntry[];
  /** The items of the entries with these ids; all items if no ids are given. */
  itemsOf(changeIds: readonly string[] | undefined): readonly TrackedItem[];
}

/**
 * The changes of a chat, one per file. Files that were created and deleted again or are unchanged
 * are omitted. A deleted folder includes its content; a new folder is represented by the items
 * created in it.
 */
export function changeEntriesOf(tree: PathHistory, sessionId: string): ChangeEntries {
  const changed = [...tree.items].filter((item) => tree.isChanged(item));
  const groups = new Map<TrackedItem, TrackedItem[]>();
  for (const item of changed) {
    const head = headOf(item);
    const members = groups.get(head) ?? [];
    members.push(item);
    groups.set(head, members);
  }
  const implied = impliedFolders(tree, groups.keys());
  for (const folder of implied) groups.delete(folder);
  const shown = replacements(tree, groups)
    .sort(compare)
    .map((group) => ({ ...group, file: changedFile(tree, group, sessionId) }));
  return {
    shown,
    itemsOf: (changeIds) => {
      if (changeIds === undefined) return changed;
      const ids = new Set(changeIds);
      const chosen = shown.filter(({ file }) => ids.has(file.changeId)).flatMap((one) => one.items);
      return [...chosen, ...impliedBy(tree, { implied, chosen, shown })];
    },
  };
}

interface Group {
  readonly head: TrackedItem;
  readonly items: readonly TrackedItem[];
}

/** Pairs of a deleted file and a new one at its path: shown as one change. */
function replacements(
  tree: PathHistory,
  groups: ReadonlyMap<TrackedItem, readonly TrackedItem[]>,
): Group[] {
  const deleted = new Map<string, TrackedItem>();
  for (const [head, items] of groups) {
    if (!isPresent(head) && items.length === 1) deleted.set(formerPath(head), head);
  }
  const replaced = new Set<TrackedItem>();
  const whole = [...groups].map(([head, items]): Group => {
    const old = isNewFile(head) ? deleted.get(head.now.path) : undefined;
    if (old?.was.image.kind !== 'file') return { head, items };
    replaced.add(old);
    const steps = [...old.steps, ...head.steps];
    return { head: { id: head.id, was: old.was, now: head.now, steps }, items: [head, old] };
  });
  return whole.filter(({ head }) => !replaced.has(head));
}

function isNewFile({ was, now }: TrackedItem): boolean {
  return was.image.kind === 'absent' && now.image.kind === 'file';
}

/** The deleted folder that contained a deleted item; otherwise the item itself. */
function headOf(item: TrackedItem): TrackedItem {
  let head = item;
  for (let folder = item.was.parent; !isPresent(head); folder = head.was.parent) {
    const wasFolder = folder?.was.image.kind === 'folder';
    if (folder === undefined || !wasFolder || folder.now.image.kind === 'folder') break;
    head = folder;
  }
  return head;
}

/** New folders that are represented by the changes in them. */
function impliedFolders(tree: PathHistory, heads: Iterable<TrackedItem>): ReadonlySet<TrackedItem> {
  const implied = new Set<TrackedItem>();
  for (const head of heads) {
    if (isPresent(head)) for (const folder of newFoldersAbove(tree, head)) implied.add(folder);
  }
  return implied;
}

function newFoldersAbove(tree: PathHistory, { now }: TrackedItem): readonly TrackedItem[] {
  return foldersAbove(now.path).flatMap((at) => {
    const folder = tree.at(at);
    const isNew = folder?.now.image.kind === 'folder' && folder.was.image.kind === 'absent';
    return isNew ? [folder] : [];
  });
}

/** New folders that contain no other shown change than the chosen ones. */
function impliedBy(
  tree: PathHistory,
  all: {
    readonly implied: ReadonlySet<TrackedItem>;
    readonly chosen: readonly TrackedItem[];
    readonly shown: readonly ChangeEntry[];
  },
): readonly TrackedItem[] {
  const chosen = new Set(all.chosen);
  const others = all.shown.flatMap(({ items }) => items.filter((item) => !chosen.has(item)));
  const needed = new Set(others.filter(isPresent).flatMap((item) => newFoldersAbove(tree, item)));
  const touched = new Set(
    all.chosen.filter(isPresent).flatMap((item) => newFoldersAbove(tree, item)),
  );
  return [...touched].filter((folder) => all.implied.has(folder) && !needed.has(folder));
}

function compare(one: Group, other: Group): number {
  const byTime = newest(other.items) - newest(one.items);
  const [path, otherPath] = [one.head.now.path, other.head.now.path];
  return byTime || (path === otherPath ? 0 : path < otherPath ? -1 : 1);
}

function newest(items: readonly TrackedItem[]): number {
  return items.reduce((last, { steps }) => Math.max(last, steps.findLast(isLive)?.order ?? 0), 0);
}

function changedFile(tree: PathHistory, { head, items }: Group, sessionId: string): ChangedFile {
  const isMoved = tree.isMoved(head);
  const image = isPresent(head) ? head.now.image : head.was.image;
  const isOne = isPresent(head);
  const lines = sumOf(isOne ? [linesOf(head)] : items.map(linesOf));
  const notKept = whyGroupNotUndoable(isOne ? [head] : items);
  return {
    changeId: `${sessionId}:${head.id}`,
    path: isPresent(head) ? head.now.path : formerPath(head),
    ...(isMoved && { movedFrom: formerPath(head) }),
    kind: kindOf(head, isMoved),
    isFolder: image.kind === 'folder',
    ...lines,
    ...(items.some(isChangedBetween) && { changedBetween: true }),
    ...(notKept !== undefined && { notKept }),
  };
}

function kindOf({ was, now }: TrackedItem, isMoved: boolean): ChangedFile['kind'] {
  if (isMoved) return 'moved';
  if (was.image.kind === 'absent') return 'created';
  return now.image.kind === 'absent' ? 'deleted' : 'changed';
}

/** Why an item cannot be undone by itself; undefined if it can. */
export function whyNotUndoable({ was, now }: TrackedItem): Sentence | undefined {
  return isSameImage(was.image, now.image) ? was.image.notKept : whyNotRestorable(was.image);
}

/** A folder can be undone if any part of it can be restored. */
function whyGroupNotUndoable(items: readonly TrackedItem[]): Sentence | undefined {
  const [first, ...rest] = items.filter(({ was }) => items.length === 1 || isContent(was.image));
  const reason = first && whyNotUndoable(first);
  return rest.every((item) => whyNotUndoable(item) !== undefined) ? reason : undefined;
}

function isContent({ kind }: FileImage): boolean {
  return kind !== 'folder' && kind !== 'absent';
}

interface Lines {
  readonly added: number;
  readonly removed: number;
}

/** `none` for items without lines: folders and links. */
function linesOf(item: TrackedItem): Lines | 'none' | undefined {
  const before = item.was.image;
  const after = item.now.image;
  if (before.kind !== 'file' && after.kind !== 'file') return 'none';
  if (before.kind !== 'file') return linesAdded(after);
  if (after.kind === 'file') return linesBetween(item, before.stamp, after.stamp);
  return before.lines === undefined ? undefined : { added: 0, removed: before.lines };
}

function linesAdded(after: FileImage): Lines | undefined {
  const added = after.kind === 'file' ? after.lines : undefined;
  return added === undefined ? undefined : { added, removed: 0 };
}

function linesBetween(item: TrackedItem, before: string, after: string): Lines | undefined {
  if (before === after) return { added: 0, removed: 0 };
  const found = item.steps.findLast(({ step, counts }) => {
    const left = leftBy(step);
    return counts?.base === before && left.kind === 'file' && left.stamp === after;
  });
  return found?.counts && { added: found.counts.added, removed: found.counts.removed };
}

function sumOf(all: readonly (Lines | 'none' | undefined)[]): Partial<Lines> {
  const counted = all.filter((one) => one !== 'none');
  const known = counted.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < counted.length) return {};
  return known.reduce((sum, one) => ({
    added: sum.added + one.added,
    removed: sum.removed + one.removed,
  }));
}

/** True if another program changed the file between two calls, or after the last one. */
function isChangedBetween({ steps, now }: TrackedItem): boolean {
  const live = steps.filter(isLive).map(({ step }) => step);
  return live.some((step, at) => {
    const next = live[at + 1];
    return !isSamePathState(leftBy(step), next === undefined ? now.image : foundBy(next));
  });
}
