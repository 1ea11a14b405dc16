import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import { pathBaseName } from '../../../core/base/paths';
import type { ChangedFile, UndoReport } from '../../../core/contracts/file-changes';
import { workspacePathText } from '../../workspace/names';
import { shown, shownCount, t } from '../../window/language';

/** The limit of each list; a dialog that is taller than the screen hides its buttons. */
const maxNamed = 8;
/** A notification is short; the rest is in a document. */
const maxListed = 3;

/** A modal question, outside the page (decision native-confirm). */
export interface ChangeQuestion {
  readonly title: string;
  readonly detail: string;
  readonly button: string;
}

/** The message to the user when an undo has ended. */
export interface ChangeEnd {
  readonly isPartial: boolean;
  readonly text: string;
  /** The full list, where the text names only the first. */
  readonly details?: string;
}

export interface UndoAsked {
  readonly files: readonly ChangedFile[];
  /** The open folders. */
  readonly folders: readonly string[];
  /** True while the chat that changed them runs. */
  readonly isRunning: boolean;
}

const stillRuns = (): string =>
  t('The agent is still working in this chat and may write the same files again.');

/** The question before files are restored to their state before a chat. */
export function undoQuestion({ files, folders, isRunning }: UndoAsked): ChangeQuestion {
  const kept = files.filter(({ notKept }) => notKept === undefined);
  const lost = files.filter(({ notKept }) => notKept !== undefined);
  const parts = [
    ...(isRunning ? [stillRuns()] : []),
    ...list(
      t('These are restored to their state before this chat:'),
      kept.map((file) => whatHappens(file, folders)),
    ),
    ...list(
      t('No backup for these; they will not change:'),
      lost.map(({ path }) => workspacePathText(path, folders)),
    ),
    ...list(
      t('You or a command also changed these between two calls; those changes are undone too:'),
      kept.filter(wasChangedBetweenCalls).map(({ path }) => workspacePathText(path, folders)),
    ),
    t(
      'Files that you have changed since then are never overwritten; they are left unchanged and listed.',
    ),
  ];
  return {
    title: t('Undo the changes in {0}?', countChanged(kept)),
    detail: escapeControl(parts.join('\n\n')),
    button: isRunning ? t('Undo Anyway') : t('Undo'),
  };
}

/** The restore would also discard changes made outside the chat. */
export function wasChangedBetweenCalls({ changedBetween }: ChangedFile): boolean {
  return changedBetween === true;
}

/** The question before the changes of one call are undone; asked only while the agent runs. */
export function undoCallQuestion(title: string): ChangeQuestion {
  return {
    title: t('Undo this change while the agent is working?'),
    detail: escapeControl(`${escapeControlInline(title)}\n\n${stillRuns()}`),
    button: t('Undo Anyway'),
  };
}

/** The question before a chat continues from an earlier message; titles of calls, newest first. */
export function filesSinceQuestion(titles: readonly string[]): Omit<ChangeQuestion, 'button'> {
  const count = titles.length;
  const parts = [
    ...list(
      count === 1
        ? t('1 call has changed files since then:')
        : t('{0} calls have changed files since then:', shownCount(count)),
      titles,
    ),
    t(
      'The model no longer knows about these changes. Changes that commands made without a snapshot stay.',
    ),
  ];
  return {
    title: t('Keep the file changes made since this message?'),
    detail: escapeControl(parts.join('\n\n')),
  };
}

/** The result of an undo; paths are named as in the workspace. */
export function undoEnd({ undone, left }: UndoReport, folders: readonly string[]): ChangeEnd {
  const done = doneText(undone, folders);
  if (left.length === 0) return { isPartial: false, text: done };
  const lines = left.map(
    ({ path, reason }) => `${workspacePathText(path, folders)}: ${bare(shown(reason))}`,
  );
  const more = left.length - maxListed;
  const listed = lines.slice(0, maxListed).join('; ');
  const text =
    more > 0
      ? t('{0} Left unchanged: {1}; and {2} more.', done, listed, more)
      : t('{0} Left unchanged: {1}.', done, listed);
  return { isPartial: true, text, ...(more > 0 ? { details: detailsOf(lines) } : {}) };
}

/** The reason why a file was not kept. */
export function cannotUndoText({ path, notKept }: ChangedFile): string {
  return t(
    '{0} cannot be undone: {1}.',
    shownFileName(path),
    bare(notKept === undefined ? t('it was not kept') : shown(notKept)),
  );
}

export function keptText(files: readonly ChangedFile[]): string {
  return files.length === 0
    ? t('This chat has no changes to keep or undo.')
    : t('Kept the changes in {0}. They can no longer be undone.', countChanged(files));
}

/** "2 files", "1 folder", "2 files and 1 folder" */
export function countChanged(changed: readonly ChangedFile[]): string {
  const folders = changed.filter(({ isFolder }) => isFolder).length;
  const files = changed.length - folders;
  if (folders === 0) return filesText(files);
  return files === 0
    ? foldersText(folders)
    : t('{0} and {1}', filesText(files), foldersText(folders));
}

function filesText(count: number): string {
  return count === 1 ? t('1 file') : t('{0} files', shownCount(count));
}

function foldersText(count: number): string {
  return count === 1 ? t('1 folder') : t('{0} folders', shownCount(count));
}

function doneText(undone: readonly string[], folders: readonly string[]): string {
  const [first] = undone;
  if (first === undefined) return t('Nothing was undone.');
  const path = workspacePathText(first, folders);
  return undone.length > 1
    ? t('Undone: {0} and {1} more.', path, undone.length - 1)
    : t('Undone: {0}.', path);
}

function whatHappens(
  { path, kind, movedFrom, isFolder }: ChangedFile,
  folders: readonly string[],
): string {
  const name = workspacePathText(path, folders);
  if (kind === 'created') {
    return isFolder ? t('{0} (folder, removed again)', name) : t('{0} (removed again)', name);
  }
  if (kind === 'deleted') {
    return isFolder ? t('{0} (folder, brought back)', name) : t('{0} (brought back)', name);
  }
  if (movedFrom !== undefined) {
    return t('{0} (back to {1})', name, workspacePathText(movedFrom, folders));
  }
  return name;
}

function list(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - maxNamed;
  const rest = more > 0 ? [t('… and {0} more', more)] : [];
  return [[title, ...lines.slice(0, maxNamed), ...rest].join('\n')];
}

function detailsOf(lines: readonly string[]): string {
  return [t('Left unchanged:'), '', ...lines.map(escapeControl), ''].join('\n');
}

function bare(reason: string): string {
  return reason.trim().replace(/[.。]$/, '');
}

/** For titles and short sentences. */
export function shownFileName(file: string): string {
  return escapeControlInline(pathBaseName(file));
}
