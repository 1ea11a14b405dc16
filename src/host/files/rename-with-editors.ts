import type { EditorFilesDeps } from './parts';

/**
 * Renames an entry so that its editors follow. Both paths are resolved anew, so that nothing moves
 * through a link that was put there meanwhile. False when nothing was moved.
 */
export async function renameWithEditors(
  { disk, documents }: Pick<EditorFilesDeps, 'disk' | 'documents'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  for (const path of [from, to]) {
    const now = await disk.resolve(path, { use: 'entry' });
    if (!now.ok || now.value.real !== path) return false;
  }
  if (!(await documents.rename(from, to))) return false;
  const [left, arrived] = await Promise.all(
    [from, to].map((path) => disk.resolve(path, { use: 'entry' })),
  );
  return left?.ok === true && !left.value.exists && arrived?.ok === true && arrived.value.exists;
}
