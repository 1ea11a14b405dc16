import { isInside } from '../../../src/core/base/paths';
import {
  failure,
  type Failure,
  fail,
  succeed,
  type Result,
} from '../../../src/core/contracts/failure';
import type { CopiedPath, EntryPlan, MovedPath, RemovedPath } from '../../../src/core/ports/files';
import { fileTextOf, stampOfBytes } from './file-bytes';
import type { FileTree, StoredFile } from './file-tree';

const style = { separator: '/', caseSensitive: true } as const;

interface PlannedEntry {
  readonly kind: 'remove' | 'move' | 'copy';
  readonly from: string;
  readonly to?: string;
}

/** The mark names every file that would be changed or replaced, with its content. */
export function planEntry(tree: FileTree, { kind, from, to }: PlannedEntry): Result<EntryPlan> {
  const refused =
    (kind === 'copy' ? missingRefusal(tree, from) : refusal(tree, from)) ??
    (to === undefined ? undefined : destinationRefusal(tree, from, to));
  if (refused !== undefined) return fail(refused);
  const files = filesBelow(tree, from);
  const old = to === undefined ? undefined : tree.file(to);
  const all = [...files, ...(to !== undefined && old ? [{ path: to, file: old }] : [])];
  const mark = all.map(({ path, file }) => `${path} ${stampOfBytes(file.bytes)}`).join('\n');
  const shown = files.flatMap(({ path, file }) => {
    const text = textOf(file);
    return text === undefined ? [] : [{ path, text }];
  });
  return succeed({
    mark,
    real: from,
    kind: tree.kindOf(from) ?? 'other',
    files: files.length,
    bytes: files.reduce((sum, { file }) => sum + file.bytes.length, 0),
    shown,
    ...(to !== undefined && { to }),
    ...(old !== undefined && { replaced: { text: textOf(old), stamp: stampOfBytes(old.bytes) } }),
  });
}

export function planRefusal(
  tree: FileTree,
  entry: PlannedEntry,
  planned: string | undefined,
): { readonly ok: false; readonly failure: Failure } | undefined {
  const now = planEntry(tree, entry);
  if (planned === undefined || !now.ok || now.value.mark === planned) return undefined;
  return fail(failure('execution', `It was changed meanwhile: ${entry.from}`));
}

/** 003-tools-6: the root and its parents stay, and so does a file with unsaved changes. */
export function removeEntry(tree: FileTree, real: string): Result<RemovedPath> {
  const refused = refusal(tree, real);
  if (refused !== undefined) return fail(refused);
  const kind = tree.kindOf(real) ?? 'other';
  const files = filesBelow(tree, real);
  const shown = files.flatMap(({ path, file }) => {
    const text = textOf(file);
    return text === undefined ? [] : [{ path, text }];
  });
  const notes = tree.rules(real).notes ?? [];
  tree.remove(real);
  return succeed({ real, kind, files: files.length, shown, trashed: true, notes });
}

export function moveEntry(tree: FileTree, from: string, to: string): Result<MovedPath> {
  const refused = refusal(tree, from) ?? destinationRefusal(tree, from, to);
  if (refused !== undefined) return fail(refused);
  const kind = tree.kindOf(from) ?? 'other';
  const replaced = tree.kindOf(to) !== undefined;
  const replacedText = textOf(tree.file(to));
  const file = tree.file(from);
  const notes = tree.rules(from).notes ?? [];
  place(tree, from, to);
  tree.remove(from);
  return succeed({ from, to, kind, replaced, replacedText, ...stampAndText(file), notes });
}

export function copyEntry(tree: FileTree, from: string, to: string): Result<CopiedPath> {
  const refused = missingRefusal(tree, from) ?? destinationRefusal(tree, from, to);
  if (refused !== undefined) return fail(refused);
  const kind = tree.kindOf(from) ?? 'other';
  const replaced = tree.kindOf(to) !== undefined;
  const replacedText = textOf(tree.file(to));
  const files = filesBelow(tree, from);
  const bytes = files.reduce((sum, { file }) => sum + file.bytes.length, 0);
  const notes = tree.rules(from).notes ?? [];
  place(tree, from, to);
  const counted = { files: files.length, bytes };
  return succeed({
    from,
    to,
    kind,
    ...counted,
    replaced,
    replacedText,
    ...stampAndText(tree.file(from)),
    notes,
  });
}

function stampAndText(file: StoredFile | undefined) {
  return { stamp: file && stampOfBytes(file.bytes), text: textOf(file) };
}

function place(tree: FileTree, from: string, to: string): void {
  for (const entry of tree.below(from)) {
    const target = to + entry.slice(from.length);
    const file = tree.file(entry);
    if (file === undefined) tree.makeFolder(target);
    else tree.put(target, file);
  }
}

function filesBelow(tree: FileTree, real: string) {
  return tree.below(real).flatMap((path) => {
    const file = tree.file(path);
    return file === undefined ? [] : [{ path, file }];
  });
}

function textOf(file: StoredFile | undefined): string | undefined {
  return file && fileTextOf(file.bytes, file.encoding)?.text;
}

function missingRefusal(tree: FileTree, real: string) {
  if (tree.kindOf(real) !== undefined) return undefined;
  return failure('execution', `No such file or folder: ${real}`);
}

function refusal(tree: FileTree, real: string) {
  if (isInside(real, tree.root, style)) {
    return failure('policy_denied', `The workspace folder itself stays: ${real}`);
  }
  if (tree.file(real)?.unsaved === true) {
    return failure('execution', `The file has changes that are not saved: ${real}`);
  }
  return missingRefusal(tree, real) ?? tree.rules(real).writeFailure;
}

function destinationRefusal(tree: FileTree, from: string, to: string) {
  const isFolder = tree.kindOf(from) === 'dir' || tree.kindOf(to) === 'dir';
  if (isFolder && tree.kindOf(to) !== undefined) {
    return failure('execution', `This already exists: ${to}`);
  }
  if (isInside(from, to, style)) {
    return failure('validation', `The destination is the source itself or lies in it: ${to}`);
  }
  return tree.rules(to).writeFailure;
}
