import type {
  PlanContext,
  PlannedChange,
  SeenFile,
  ToolResult,
} from '../../contracts/tools/define-tool';
import type { FileDiff } from '../../contracts/calls/outcome';
import type { Capabilities } from '../../ports/capabilities';
import type { CopiedPath, EntryPlan, MovedPath, RemovedPath } from '../../ports/files';
import { boundedDiff, movedDiff, deletedDiff } from './file-diff';
import { shownPath } from './shown-path';
import { succeed, type Result } from '../../contracts/failure';
import { say, type Sentence } from '../../base/sentence';
import { sizeOf } from '../../base/wording';

type EntryCaps = Pick<Capabilities, 'files' | 'workspace'>;

interface TransferArguments {
  readonly source: string;
  readonly destination: string;
}

export interface CopyOutput {
  source: string;
  destination: string;
  real_path: string;
  kind: CopiedPath['kind'];
  files: number;
  bytes: number;
  replaced: boolean;
  notes: string[];
  diff?: FileDiff;
}

/** Copies an entry and reports what it replaced; the chat then knows a copied text file. */
export async function planCopy(
  { source, destination }: TransferArguments,
  context: PlanContext,
  caps: EntryCaps,
): Promise<Result<PlannedChange<CopyOutput>>> {
  const { signal, isShown } = context;
  if (!isShown) return unseen(() => copyEntry({ source, destination }, context, caps));
  const change = { kind: 'copy', path: source, to: destination } as const;
  const plan = await caps.files.plan(change, { signal });
  if (!plan.ok) return plan;
  const { mark, kind, real, to = real, shown, replaced } = plan.value;
  const text = kind === 'file' ? shown[0]?.text : undefined;
  return succeed({
    basis: mark,
    diffs: text === undefined ? [] : [boundedDiff(to, replaced?.text ?? null, text)],
    notes: [...entryNotes(plan.value, text !== undefined), ...replacedNotes(plan.value)],
    overwrites: overwritten(plan.value),
    apply: () => copyEntry({ source, destination, planned: mark }, context, caps),
  });
}

type Planned<Arguments> = Arguments & { readonly planned?: string };

function unseen<O>(apply: () => Promise<ToolResult<O>>): Result<PlannedChange<O>> {
  return succeed({ basis: '', diffs: [], notes: [], overwrites: [], apply });
}

async function copyEntry(
  { source, destination, planned }: Planned<TransferArguments>,
  { sessionId, toolCallId, signal, mayReplace }: PlanContext,
  { files, workspace }: EntryCaps,
): Promise<ToolResult<CopyOutput>> {
  const by = { sessionId, toolCallId };
  const copied = await files.copy(source, destination, {
    by,
    signal,
    mayReplace,
    ...(planned !== undefined && { planned }),
  });
  if (!copied.ok) return copied;
  const { from, to, kind, text, stamp, replaced } = copied.value;
  const value = {
    source: shownPath(from, workspace),
    destination: shownPath(to, workspace),
    real_path: to,
    kind,
    files: copied.value.files,
    bytes: copied.value.bytes,
    replaced,
    notes: [...copied.value.notes],
    ...copyDiff(copied.value),
  };
  // The source still exists, so overwriting the copy loses nothing.
  const isKnown = text !== undefined && stamp !== undefined;
  return { ok: true, value, seen: isKnown ? [{ real: to, stamp }] : [] };
}

function copyDiff({ to, text, replacedText }: CopiedPath) {
  return text === undefined ? {} : { diff: boundedDiff(to, replacedText ?? null, text) };
}

/** Moves an entry and reports its old path and what it replaced. */
export async function planMove(
  { source, destination }: TransferArguments,
  context: PlanContext,
  caps: EntryCaps,
) {
  const { signal, isShown } = context;
  if (!isShown) return unseen(() => moveEntry({ source, destination }, context, caps));
  const change = { kind: 'move', path: source, to: destination } as const;
  const plan = await caps.files.plan(change, { signal });
  if (!plan.ok) return plan;
  const { mark, kind, real: from, to = from, shown, replaced } = plan.value;
  const moved = { from, to, text: shown[0]?.text, replacedText: replaced?.text };
  return succeed({
    basis: mark,
    diffs: [kind === 'file' ? moveDiff(moved) : movedDiff(from, to, '')],
    notes: [...entryNotes(plan.value, true), ...replacedNotes(plan.value)],
    overwrites: overwritten(plan.value),
    apply: () => moveEntry({ source, destination, planned: mark }, context, caps),
  });
}

async function moveEntry(
  { source, destination, planned }: Planned<TransferArguments>,
  { sessionId, toolCallId, signal, mayReplace }: PlanContext,
  { files, workspace }: EntryCaps,
) {
  const by = { sessionId, toolCallId };
  const moved = await files.move(source, destination, {
    by,
    signal,
    mayReplace,
    ...(planned !== undefined && { planned }),
  });
  if (!moved.ok) return moved;
  const { from, to, kind, notes, replaced } = moved.value;
  return succeed({
    source: shownPath(from, workspace),
    destination: shownPath(to, workspace),
    real_path: to,
    kind,
    replaced,
    notes: [...notes],
    ...(kind === 'file' && { diff: moveDiff(moved.value) }),
  });
}

/** The move; if a text was replaced, the change of that text. */
function moveDiff({
  from,
  to,
  text = '',
  replacedText,
}: Pick<MovedPath, 'from' | 'to' | 'text' | 'replacedText'>): FileDiff {
  if (replacedText === undefined) return movedDiff(from, to, text);
  return { ...boundedDiff(to, replacedText, text), change: 'moved', from };
}

/** Limits of the card: how many deleted files it shows, and their characters together. */
const maxDiffs = 20;
const maxDiffCharacters = 400 * 1024;

/** Deletes an entry and reports the content of its first files. */
export async function planDelete(
  { path }: { readonly path: string },
  context: PlanContext,
  caps: EntryCaps,
) {
  const { signal, isShown } = context;
  if (!isShown) return unseen(() => deleteEntry({ path }, context, caps));
  const plan = await caps.files.plan({ kind: 'remove', path }, { signal });
  if (!plan.ok) return plan;
  const { mark: planned, shown } = plan.value;
  const diffs = deletedDiffs(shown);
  const apply = () => deleteEntry({ path, planned }, context, caps);
  const notes = entryNotes(plan.value, diffs.length > 0);
  return succeed({ basis: planned, diffs, notes, overwrites: [], apply });
}

async function deleteEntry(
  { path, planned }: Planned<{ readonly path: string }>,
  { sessionId, toolCallId, signal }: PlanContext,
  { files, workspace }: EntryCaps,
) {
  const by = { sessionId, toolCallId };
  const removed = await files.remove(path, {
    by,
    signal,
    ...(planned !== undefined && { planned }),
  });
  if (!removed.ok) return removed;
  const { real, kind, trashed, notes, shown } = removed.value;
  return succeed({
    path: shownPath(real, workspace),
    real_path: real,
    kind,
    files: removed.value.files,
    trashed,
    notes: [...notes],
    diffs: deletedDiffs(shown),
  });
}

function deletedDiffs(shown: RemovedPath['shown']): FileDiff[] {
  const diffs: FileDiff[] = [];
  let characters = 0;
  for (const { path, text } of shown.slice(0, maxDiffs)) {
    const diff = deletedDiff(path, text);
    characters += diff.oldText?.length ?? 0;
    if (characters > maxDiffCharacters) break;
    diffs.push(diff);
  }
  return diffs;
}

/** What the diffs do not show of the entry that goes away, moves or is copied. */
function entryNotes({ kind, files, bytes }: EntryPlan, isShown: boolean): readonly Sentence[] {
  switch (kind) {
    case 'dir':
      return [
        files === 0
          ? say`The folder contains no files.`
          : say`The folder contains ${countedFiles(files)}, ${sizeOf(bytes)}.`,
      ];
    case 'file':
      return isShown
        ? []
        : [say`The content is not shown: ${sizeOf(bytes)}, not text or too large.`];
    case 'symlink':
      return [say`This is a link; its target stays as it is.`];
    case 'other':
      return [];
  }
}

function overwritten({ to, replaced }: EntryPlan): readonly SeenFile[] {
  if (to === undefined || replaced?.stamp === undefined) return [];
  return [{ real: to, stamp: replaced.stamp }];
}

function countedFiles(count: number): Sentence {
  return count === 1 ? say`1 file` : say`${{ amount: count }} files`;
}

function replacedNotes({ replaced }: EntryPlan): readonly Sentence[] {
  if (replaced === undefined) return [];
  return replaced.text === undefined
    ? [say`Replaces the file that is there, which is not text.`]
    : [say`Replaces the file that is there.`];
}
