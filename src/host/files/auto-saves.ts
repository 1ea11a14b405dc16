import type { Clock, Disposable } from '../../core/ports/system';

interface Savable {
  readonly isDirty: boolean;
  save(): Thenable<boolean>;
}

/** What VS Code reports of saving documents. */
export interface Saves<D> {
  /** True if auto save is on for the document. */
  readonly isAutomatic: (document: D) => boolean;
  readonly onDidSave: (listener: (document: D) => void) => Disposable;
  readonly timers: Pick<Clock, 'after'>;
}

/** Before it saves, VS Code asks extensions, which have 1.75 seconds. */
const longestSaveMs = 5000;

/**
 * Saves a document; false when it was not saved. While VS Code prepares to save it by itself, as it
 * does a second after each change, it refuses any other save. Then its own is waited for.
 */
export async function saveDocument<D extends Savable>(
  document: D,
  saves: Saves<D>,
): Promise<boolean> {
  if ((await document.save()) || isSaved(document)) return true;
  if (!saves.isAutomatic(document)) return false;
  await nextSave(document, saves);
  // What was changed meanwhile is left.
  return isSaved(document) || document.save();
}

/** Asked again after each wait. */
function isSaved({ isDirty }: Savable): boolean {
  return !isDirty;
}

function nextSave<D>(document: D, { onDidSave, timers }: Saves<D>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.dispose();
      watching.dispose();
      resolve();
    };
    const timer = timers.after(longestSaveMs, end);
    const watching = onDidSave((saved) => {
      if (saved === document) end();
    });
  });
}
