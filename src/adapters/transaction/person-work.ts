import { isInside, type PathStyle } from '../../core/base/paths';
import type { UserEdits } from '../../core/ports/snapshots';
import type { CommandChange } from './changes';
import type { TransactionDisk } from './transaction-disk';

export interface UserEditsFound {
  /** Saved by the person since the command began. */
  readonly saved: readonly string[];
  /** Open in an editor with changes that are not saved. */
  readonly unsaved: readonly string[];
}

/** What the person did to files that a rollback would touch. */
export async function findUserEdits(
  changes: readonly CommandChange[],
  edits: UserEdits,
  since: { readonly mark: number; readonly disk: TransactionDisk; readonly style: PathStyle },
): Promise<UserEditsFound> {
  const { mark, disk, style } = since;
  const touched = async (files: readonly string[]): Promise<readonly string[]> => {
    const real = await Promise.all(files.map((file) => realOrSame(file, disk)));
    return [...new Set(real)].filter((file) =>
      changes.some(({ path }) => isInside(path, file, style) || isInside(file, path, style)),
    );
  };
  return { saved: await touched(edits.since(mark)), unsaved: await touched(edits.dirty()) };
}

/** The editor may know a file by a link; one that is gone has no other name. */
async function realOrSame(file: string, disk: TransactionDisk): Promise<string> {
  try {
    return await disk.realPath(file);
  } catch {
    // Gone, or in a folder that is: then the name it was known by is all there is.
    return file;
  }
}
