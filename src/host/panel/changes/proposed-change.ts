import type { FileDiff } from '../../../core/contracts/calls/outcome';
import { shownFileName } from './change-texts';
import type { ChangeEditors, EditorComparison } from './change-editors';
import { shownDiff } from '../../window/shown-diff';
import { t } from '../../window/language';

type Reading = Pick<ChangeEditors, 'locate' | 'read'>;

/**
 * What a call that asks would do to one file. The left side is the file itself, if the diff was
 * made from exactly what it holds.
 */
export async function proposedChange(diff: FileDiff, editors: Reading): Promise<EditorComparison> {
  const { path, from = path, oldText, newText, change } = shownDiff(diff);
  const there = oldText === null ? undefined : await editors.locate(from);
  const isSame = there !== undefined && (await editors.read(there)) === oldText;
  return {
    title: titleOf(diff, t('now ↔ proposed')),
    before: isSame ? { file: there } : { name: shownFileName(from), text: oldText ?? undefined },
    after: { name: shownFileName(path), text: change === 'deleted' ? undefined : newText },
  };
}

/** Shows what a call that asks would change: one file in a diff editor, several in one of many. */
export async function showProposedChanges(
  diffs: readonly FileDiff[],
  title: string,
  editors: Reading & Pick<ChangeEditors, 'compare' | 'compareAll'>,
): Promise<void> {
  const [first, ...others] = await Promise.all(diffs.map((diff) => proposedChange(diff, editors)));
  if (first === undefined) return;
  if (others.length === 0) await editors.compare(first);
  else await editors.compareAll(title, [first, ...others]);
}

/** The title of an editor with the diff of one file. */
export function titleOf({ path, from, oldText, change }: FileDiff, since: string): string {
  const name = shownFileName(path);
  if (change === 'deleted') return t('{0} (deleted)', name);
  if (oldText === null) return t('{0} (new file)', name);
  const old = from === undefined || shownFileName(from) === name ? '' : `${shownFileName(from)} → `;
  return `${old}${name} (${since})`;
}
