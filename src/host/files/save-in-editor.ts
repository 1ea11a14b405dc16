import type { GuardedTarget } from '../../adapters/files/disk-access';
import { changed } from '../../adapters/files/file-refusals';
import type { Files } from '../../core/ports/files';
import { type Failure, fail, type Result, succeed } from '../../core/contracts/failure';
import { notSaved, replacedMeanwhile } from './editor-refusals';
import type { OpenDocument } from './open-documents';

export interface EditorChange {
  /** Without unsaved changes. */
  readonly document: OpenDocument;
  readonly at: GuardedTarget;
  readonly text: string;
  /** Current text of both the editor and the disk. */
  readonly expected: string;
  readonly signal: AbortSignal;
}

/**
 * Changes a file in its editor, where it can be undone, and saves it. Between both its path is
 * resolved again, so that nothing is saved through a link that was put there meanwhile. An unsaved
 * change is reverted. `pending` when it was cancelled while VS Code was still saving.
 */
export async function saveInEditor(
  files: Pick<Files, 'resolve'>,
  change: EditorChange,
): Promise<Result<'saved' | 'pending'>> {
  const { document, text, expected, signal } = change;
  const replaced = await document.replace(text, expected);
  if (!replaced.ok) return replaced;
  const refused = await refusalToSave(files, change);
  if (refused !== undefined) {
    await restoreText(document, expected);
    return fail(refused);
  }
  const saved = await savedOrAborted(document, signal);
  if (saved === 'refused') {
    await restoreText(document, expected);
    return fail(notSaved(change.at.shown));
  }
  return succeed(saved);
}

async function refusalToSave(
  files: Pick<Files, 'resolve'>,
  { document, at }: EditorChange,
): Promise<Failure | undefined> {
  const now = await files.resolve(document.path);
  if (!now.ok || now.value.real !== at.resolved.real) return replacedMeanwhile(at.shown);
  // Saving would bring a deleted file back.
  return now.value.exists ? undefined : changed(at.shown);
}

/** As far as the editor accepts it; text typed meanwhile can still be undone. */
async function restoreText(document: OpenDocument, text: string): Promise<void> {
  const now = await document.content();
  if (now.ok) await document.replace(text, now.value.text.text);
}

async function savedOrAborted(
  document: OpenDocument,
  signal: AbortSignal,
): Promise<'saved' | 'pending' | 'refused'> {
  const stop = new AbortController();
  const aborted = new Promise<'pending'>((resolve) => {
    const pending = (): void => {
      resolve('pending');
    };
    if (signal.aborted) pending();
    else signal.addEventListener('abort', pending, { signal: stop.signal });
  });
  try {
    const saving = document.save().then(
      (isSaved) => (isSaved ? ('saved' as const) : ('refused' as const)),
      // VS Code rejects for a document that was closed meanwhile, and shows why it did not save.
      () => 'refused' as const,
    );
    return await Promise.race([saving, aborted]);
  } finally {
    stop.abort();
  }
}
