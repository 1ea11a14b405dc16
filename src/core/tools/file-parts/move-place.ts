import type { ToolContext } from '../../contracts/define-tool';
import type { FileDiff } from '../../contracts/outcome';
import { succeed } from '../../contracts/result';
import type { Capabilities } from '../../ports/capabilities';
import type { MovedPath } from '../../ports/files';
import { boundedDiff, movedDiff } from './file-change';
import { pathExists } from './is-there';
import { shownPath } from './shown-path';

/** Moves an entry, and tells where it was and what it replaced. */
export async function moveEntry(
  { source, destination }: { readonly source: string; readonly destination: string },
  context: ToolContext,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
) {
  const { sessionId, toolCallId, signal } = context;
  const replaced = await pathExists(files, destination);
  const moved = await files.move(source, destination, { by: { sessionId, toolCallId }, signal });
  if (!moved.ok) return moved;
  const { from, to, kind, notes } = moved.value;
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

/** Where it was; and when it has replaced a text, what became of that. */
function moveDiff({ from, to, text = '', replacedText }: MovedPath): FileDiff {
  if (replacedText === undefined) return movedDiff(from, to, text);
  return { ...boundedDiff(to, replacedText, text), change: 'moved', from };
}
