import type { ToolContext, ToolResult } from '../../contracts/tools/define-tool';
import type { FileDiff } from '../../contracts/calls/outcome';
import type { Capabilities } from '../../ports/capabilities';
import type { CopiedPath, MovedPath, RemovedPath } from '../../ports/files';
import { boundedDiff, movedDiff, deletedDiff } from './file-diff';
import { shownPath } from './shown-path';
import { succeed } from '../../contracts/failure';

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
export async function copyEntry(
  { source, destination }: { readonly source: string; readonly destination: string },
  context: ToolContext,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
): Promise<ToolResult<CopyOutput>> {
  const { sessionId, toolCallId, signal } = context;
  const by = { sessionId, toolCallId };
  const copied = await files.copy(source, destination, { by, signal });
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
export async function moveEntry(
  { source, destination }: { readonly source: string; readonly destination: string },
  context: ToolContext,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
) {
  const { sessionId, toolCallId, signal } = context;
  const moved = await files.move(source, destination, { by: { sessionId, toolCallId }, signal });
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
function moveDiff({ from, to, text = '', replacedText }: MovedPath): FileDiff {
  if (replacedText === undefined) return movedDiff(from, to, text);
  return { ...boundedDiff(to, replacedText, text), change: 'moved', from };
}

/** Limits of the card: how many deleted files it shows, and their characters together. */
const maxDiffs = 20;
const maxDiffCharacters = 400 * 1024;

/** Deletes an entry and reports the content of its first files. */
export async function deleteEntry(
  { path }: { readonly path: string },
  { sessionId, toolCallId, signal }: ToolContext,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
) {
  const removed = await files.remove(path, { by: { sessionId, toolCallId }, signal });
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
