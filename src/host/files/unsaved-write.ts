import { stampOf } from '../../adapters/files/scan-file';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import { encodeExactly } from './encode-exactly';
import { fileStateOf, defaultFileMode } from './image-of';
import { fitsBuffer } from './line-endings';
import type { EditorFilesDeps } from './parts';
import { hasUnsavedChanges, otherLineEndings } from './refusals';
import type { OpenDocument } from './types';
import type { AppliedWrite, WritePlan, WriteRequest } from './write-types';

const leftUnsaved =
  'It had unsaved changes before, so it was not saved: the change stands in the editor until the user saves it.';

export interface UnsavedTarget {
  readonly real: string;
  /** With unsaved changes. */
  readonly document: OpenDocument;
  /** What stands on disk. */
  readonly before: PathState;
}

/** A document that was dirty before is never saved without asking: the change goes into its buffer. */
export async function planUnsavedWrite(
  parts: EditorFilesDeps,
  { real, document, before }: UnsavedTarget,
  { text: given, expect }: WriteRequest,
): Promise<Result<WritePlan>> {
  const shown = parts.show(real);
  if (document.kind !== 'text') return fail(hasUnsavedChanges(shown));
  const content = await document.content();
  if (!content.ok) return content;
  const { bytes, text: old } = content.value;
  const isUnexpected = 'absent' in expect || ('text' in expect && expect.text !== old.text);
  if (isUnexpected) return fail(hasUnsavedChanges(shown));
  const text = given.replace(/^\uFEFF/, '');
  if (!fitsBuffer(text, document)) return fail(otherLineEndings(shown));
  const encoded = await encodeExactly(parts, { real, text, as: old });
  if (!encoded.ok) return encoded;
  const mode = before.kind === 'file' ? before.mode : defaultFileMode;
  return succeed({
    real,
    before: fileStateOf(bytes, mode, Number.POSITIVE_INFINITY),
    oldText: old.text,
    stamp: stampOf(encoded.value),
    staysUnsaved: true,
    apply: async () => {
      const replaced = await document.replace(text, old.text);
      return replaced.ok ? appliedInEditor(document, [leftUnsaved]) : replaced;
    },
  });
}

/** What an editor holds that was not saved. */
export async function appliedInEditor(
  document: OpenDocument,
  notes: readonly string[],
): Promise<Result<AppliedWrite>> {
  const content = await document.content();
  if (!content.ok) return content;
  const { bytes, text } = content.value;
  const size = bytes.length;
  return succeed({ text: text.text, stamp: stampOf(bytes), size, saved: false, notes });
}
