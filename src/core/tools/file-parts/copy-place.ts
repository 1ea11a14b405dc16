import type { ToolContext, ToolResult } from '../../contracts/define-tool';
import type { FileDiff } from '../../contracts/outcome';
import type { Capabilities } from '../../ports/capabilities';
import type { CopiedPath } from '../../ports/files';
import { boundedDiff } from './file-change';
import { pathExists } from './is-there';
import { shownPath } from './shown-path';

/** What `copy_path` answers. */
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

/** Copies an entry, and tells what it replaced; a copy of a text is known to the chat. */
export async function copyEntry(
  { source, destination }: { readonly source: string; readonly destination: string },
  context: ToolContext,
  { files, workspace }: Pick<Capabilities, 'files' | 'workspace'>,
): Promise<ToolResult<CopyOutput>> {
  const { sessionId, toolCallId, signal } = context;
  const by = { sessionId, toolCallId };
  const replaced = await pathExists(files, destination);
  const copied = await files.copy(source, destination, { by, signal });
  if (!copied.ok) return copied;
  const { from, to, kind, text, stamp } = copied.value;
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
  // Its source stays: writing over the copy loses nothing that the chat has not read.
  const isKnown = text !== undefined && stamp !== undefined;
  return { ok: true, value, seen: isKnown ? [{ real: to, stamp }] : [] };
}

function copyDiff({ to, text, replacedText }: CopiedPath) {
  return text === undefined ? {} : { diff: boundedDiff(to, replacedText ?? null, text) };
}
