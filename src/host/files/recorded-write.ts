import { type Result, succeed } from '../../core/contracts/result';
import type { WriteOptions, WrittenFile } from '../../core/ports/files';
import type { UndoableDeps } from './parts';
import { makeUndoableChange } from './recorded-change';
import { planWrite } from './write-plan';

/** Replaces or creates a text file, with its way back on record (003 `write`, `edit`). */
export async function writeUndoable(
  parts: UndoableDeps,
  write: { readonly path: string; readonly text: string },
  options: WriteOptions,
): Promise<Result<WrittenFile>> {
  const { expect, signal } = options;
  const plan = await planWrite(parts, { ...write, expect, signal });
  if (!plan.ok) return plan;
  const { real, before, oldText } = plan.value;
  const written = await makeUndoableChange(
    parts,
    options,
    {
      places: [{ path: real, before }],
      in: parts.editorFiles,
      shown: parts.show(real),
      mayLeave: (image) => image.kind === 'file' && image.stamp === plan.value.stamp,
      // Somebody may have written since.
      made: ({ stamp, size }, image) => (image.kind === 'file' ? { ...image, stamp, size } : image),
    },
    () => plan.value.apply(signal),
  );
  if (!written.ok) return written;
  const { text, stamp, size, saved, notes } = written.value.value;
  if (plan.value.staysUnsaved) parts.offerSave(real);
  const allNotes = [...notes, ...written.value.notes];
  return succeed({ real, bytes: size, oldText, text, stamp, saved, notes: allNotes });
}
