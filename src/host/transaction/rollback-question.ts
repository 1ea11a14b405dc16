import { escapeControl } from '../../core/base/escape-control';
import type { RollbackQuestion } from '../../core/ports/snapshots';

/** Limit for each list; a dialog that is taller than the screen hides its buttons. */
const maxListedPaths = 8;

export interface RollbackQuestionText {
  readonly title: string;
  readonly detail: string;
  readonly button: string;
}

/** The question before a rollback by the user: first what would be lost, then its effect. */
export function rollbackQuestionText(question: RollbackQuestion): RollbackQuestionText {
  const { restores, removes, changedSince, unsaved, hadOverlap } = question;
  const isRisky = changedSince.length > 0 || hadOverlap;
  const parts = [
    ...list('These were changed since the command ran. Their changes will be lost:', changedSince),
    ...(hadOverlap
      ? ['Another command ran at the same time. Its changes to these files are rolled back too.']
      : []),
    ...list('Open with unsaved changes, which stay in the editor:', unsaved),
    ...list('To be restored:', restores),
    ...list('To be removed:', removes),
    ...(restores.length + removes.length === 0 ? ['Nothing is left to roll back.'] : []),
  ];
  return {
    title: 'Roll back the changes of this command?',
    detail: escapeControl(parts.join('\n\n')),
    button: isRisky ? 'Roll Back Anyway' : 'Roll Back',
  };
}

function list(title: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length - maxListedPaths;
  const rest = more > 0 ? [`… and ${String(more)} more`] : [];
  return [[title, ...paths.slice(0, maxListedPaths), ...rest].join('\n')];
}
