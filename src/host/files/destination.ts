import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import type { UndoableDeps, EditorFilesDeps } from './parts';
import { hasUnsavedChanges } from './refusals';
import { uninterrupted } from './uninterrupted';

/** Where a move or copy goes, and what stands there. */
export interface Destination {
  readonly real: string;
  readonly replaced: PathState;
}

/** Larger texts are not shown. */
const maxTextBytes = 10 * 1024 * 1024;

/** Fails for a file with unsaved changes in an editor. */
export async function findDestination(
  { disk, documents, limits, maxChangeBytes, show }: UndoableDeps,
  destination: string,
  signal: AbortSignal,
): Promise<Result<Destination>> {
  const resolved = await disk.resolve(destination, { use: 'entry' });
  if (!resolved.ok) return resolved;
  const { real } = resolved.value;
  const refused = limits.refuseChange({ resolved: resolved.value, shown: show(real) });
  if (refused !== undefined) return fail(refused);
  const dirty = (await documents.below(real)).find(({ isDirty }) => isDirty);
  if (dirty !== undefined) return fail(hasUnsavedChanges(show(dirty.real)));
  const maxBytes = Math.max(maxTextBytes, maxChangeBytes());
  const replaced = await disk.image(real, { maxBytes, signal });
  return replaced.ok ? succeed({ real, replaced: replaced.value }) : replaced;
}

/** Text of the file that stands at a destination; undefined for none and for what is no text. */
export async function replacedTextOf(
  { documents }: EditorFilesDeps,
  { real, replaced }: Destination,
): Promise<string | undefined> {
  if (replaced.kind !== 'file' || replaced.bytes === undefined) return undefined;
  return (await documents.decode(replaced.bytes, real))?.text;
}

/** A file that has just been put there: it may be too large to be read, and still has a stamp. */
export async function textAt(
  { editorFiles: truth }: Pick<UndoableDeps, 'editorFiles'>,
  real: string,
): Promise<{ readonly stamp: string | undefined; readonly text: string | undefined }> {
  const signal = uninterrupted();
  const content = await truth.read(real, { maxBytes: maxTextBytes, signal });
  if (content.ok) return { stamp: content.value.stamp, text: content.value.text?.text };
  const stamp = await truth.stamp(real, { signal });
  return { stamp: stamp.ok ? stamp.value : undefined, text: undefined };
}
