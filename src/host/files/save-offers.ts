import { neutralToastText } from '../window/neutral-text';
import type { OpenDocuments } from './open-documents';
import { t } from '../window/language';

export interface SaveOffersDeps {
  readonly documents: Pick<OpenDocuments, 'find'>;
  /** True if the user chose to save; resolves when the notification closes. */
  readonly ask: (message: string) => Promise<boolean>;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly report: (error: unknown) => void;
}

/**
 * Offers to save a file whose editor holds a change next to the user's own, once at a time for
 * each file: the user's changes are never saved without asking. Never rejects.
 */
export function createSaveOffers(deps: SaveOffersDeps): (real: string) => Promise<void> {
  const { documents, ask, show, report } = deps;
  const asking = new Set<string>();
  return async (real) => {
    if (asking.has(real)) return;
    asking.add(real);
    try {
      const message = t(
        'Gatehouse changed {0}, which had unsaved changes, and did not save it.',
        show(real),
      );
      if (!(await ask(neutralToastText(message)))) return;
      const document = await documents.find(real);
      // VS Code itself reports what it does not save.
      if (document?.isDirty === true) await document.save();
    } catch (error) {
      report(error);
    } finally {
      asking.delete(real);
    }
  };
}
