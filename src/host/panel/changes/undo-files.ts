import type { ChangedFile, ChangeOrigin } from '../../../core/contracts/file-changes';
import { fail, succeed, type Result } from '../../../core/contracts/failure';
import type { FileChanges } from '../../../core/ports/file-changes';
import {
  cannotUndoText,
  wasChangedBetweenCalls,
  keptText,
  undoEnd,
  undoQuestion,
  type ChangeEnd,
  type ChangeQuestion,
} from './change-texts';
import { t } from '../../window/language';

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
  { changes, dialogs, folders }: UndoFilesDeps,
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
  if (done.ok) dialogs.reportEnd(undoEnd(done.value, folders()));
  else dialogs.notify(done.failure.message);
}

/** Keeps all changes of a chat so far, and reports how many. */
export async function keepAllFiles(
  sessionId: string | undefined,
  { changes, dialogs }: Pick<UndoFilesDeps, 'changes' | 'dialogs'>,
): Promise<void> {
  const files = sessionId === undefined ? [] : changes.files(sessionId);
  if (sessionId !== undefined && files.length > 0) {
    const ids = files.map(({ changeId }) => changeId);
    const kept = await changes.keepFiles(sessionId, ids);
    if (!kept.ok) {
      dialogs.notify(kept.failure.message);
      return;
    }
  }
  dialogs.notify(keptText(files));
}

/**
 * Undoes one call after the other, newest first. Stops at the first that cannot be undone, because
 * older changes depend on it. The failure is a sentence for the user.
 */
export async function undoCalls(
  changes: Pick<FileChanges, 'undoCall'>,
  calls: readonly ChangeOrigin[],
  signal: AbortSignal,
): Promise<Result<void, string>> {
  for (const [at, by] of calls.entries()) {
    const done = await changes.undoCall(by, signal);
    if (done.ok) continue;
    return fail(
      t(
        '{0} of {1} changes were undone. {2} Your message is in the input: send it when the files are as you want them.',
        at,
        calls.length,
        done.failure.message,
      ),
    );
  }
  return succeed(undefined);
}
