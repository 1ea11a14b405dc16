import type { ToolContext } from '../../contracts/define-tool';
import type { FileDiff } from '../../contracts/outcome';
import { succeed } from '../../contracts/result';
import type { Capabilities } from '../../ports/capabilities';
import type { RemovedPath } from '../../ports/files';
import { deletedDiff } from './file-change';
import { shownPath } from './shown-path';

/** How many files of a folder the card shows, and how much of them in all. */
const maxDiffs = 20;
const maxDiffCharacters = 400 * 1024;

/** Deletes an entry, and tells what the first of its files held. */
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
