import type { ChangedFile } from '../../../core/contracts/file-changes';
import { fail, succeed, type Result } from '../../../core/contracts/failure';
import type { FileChanges } from '../../../core/ports/file-changes';
import { notRecorded, type CallToUndo, type ChangeRecords } from './change-records';
import {
  cannotUndoText,
  wasChangedBetweenCalls,
  keptText,
  undoEnd,
  undoQuestion,
  type ChangeEnd,
  type ChangeQuestion,
} from './change-texts';
import { t, shownFailure } from '../../window/language';

/** Questions and notifications about file changes, outside the page (decision native-confirm). */
export interface ChangeDialogs {
  /** True to continue. */
  confirm(question: ChangeQuestion): Promise<boolean>;
  /** Notifies and offers one action; not awaited, as a notification may stay for long. */
  offer(text: string, button: string, take: () => Promise<void>): void;
  notify(text: string): void;
  reportEnd(end: ChangeEnd): void;
}

export interface UndoFilesDeps {
  readonly changes: Pick<FileChanges, 'undoFiles' | 'keepFiles' | 'files'>;
  readonly dialogs: ChangeDialogs;
  readonly folders: () => readonly string[];
  readonly record: ChangeRecords;
}

export interface FilesToUndo {
  readonly sessionId: string;
  readonly files: readonly ChangedFile[];
  /** True while the chat runs: then there is always a question. */
  readonly isRunning: boolean;
  /** Several files, or all: always with a question. */
  readonly asks: boolean;
  /** Runs the undo itself, with a signal that stops it. */
  readonly run: <T>(undo: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** Restores exactly these files to their state before their chat, and reports the result. */
export async function undoFiles(
  { sessionId, files, isRunning, asks, run }: FilesToUndo,
  { changes, dialogs, folders, record }: UndoFilesDeps,
): Promise<void> {
  const [only] = files;
  const wanted = files.filter(({ notKept }) => notKept === undefined);
  if (wanted.length === 0) {
    const nothing = t('There is nothing to undo: the changes were already kept or undone.');
    dialogs.notify(only === undefined ? nothing : cannotUndoText(only));
    return;
  }
  const question = undoQuestion({ files, folders: folders(), isRunning });
  const mustAsk = asks || isRunning || wanted.some(wasChangedBetweenCalls);
  if (mustAsk && !(await dialogs.confirm(question))) return;
  const ids = wanted.map(({ changeId }) => changeId);
  const done = await run((signal) => changes.undoFiles(sessionId, ids, signal));
  if (!done.ok) {
    dialogs.notify(shownFailure(done.failure));
    return;
  }
  const written = await record.undoneFiles(sessionId, wanted, done.value);
  if (!written.ok) dialogs.notify(notRecorded(shownFailure(written.failure), 'undo'));
  dialogs.reportEnd(undoEnd(done.value, folders()));
}

/** Keeps these changes of a chat; answers false after a notice if that is not possible. */
export async function keepFiles(
  sessionId: string,
  files: readonly ChangedFile[],
  deps: Pick<UndoFilesDeps, 'changes' | 'dialogs' | 'record'>,
): Promise<boolean> {
  const { changes, dialogs } = deps;
  const kept = await changes.keepFiles(
    sessionId,
    files.map(({ changeId }) => changeId),
  );
  if (!kept.ok) {
    dialogs.notify(shownFailure(kept.failure));
    return false;
  }
  const written = await deps.record.kept(sessionId, files);
  if (!written.ok) dialogs.notify(notRecorded(shownFailure(written.failure), 'keep'));
  return true;
}

/** Keeps all changes of a chat so far, and reports how many. */
export async function keepAllFiles(
  sessionId: string | undefined,
  deps: UndoFilesDeps,
): Promise<void> {
  const files = sessionId === undefined ? [] : deps.changes.files(sessionId);
  const isKept =
    sessionId === undefined || files.length === 0 || (await keepFiles(sessionId, files, deps));
  if (isKept) deps.dialogs.notify(keptText(files));
}

/**
 * Undoes one call after the other, newest first. Stops at the first that cannot be undone, because
 * older changes depend on it, or cannot be recorded. The failure is a sentence for the user.
 */
export async function undoCalls(
  calls: readonly CallToUndo[],
  { changes, record }: Pick<UndoFilesDeps, 'record'> & { readonly changes: UndoesCalls },
  signal: AbortSignal,
): Promise<Result<void, string>> {
  const stopped = (count: number, reason: string) => {
    return fail(
      t(
        '{0} of {1} changes were undone. {2} Your message is in the input: send it when the files are as you want them.',
        count,
        calls.length,
        reason,
      ),
    );
  };
  for (const [at, call] of calls.entries()) {
    const done = await changes.undoCall(call.by, signal);
    const written = await record.undoneCall(call, done);
    if (!done.ok) return stopped(at, shownFailure(done.failure));
    if (!written.ok) return stopped(at + 1, notRecorded(shownFailure(written.failure), 'undo'));
  }
  return succeed(undefined);
}

type UndoesCalls = Pick<FileChanges, 'undoCall'>;
