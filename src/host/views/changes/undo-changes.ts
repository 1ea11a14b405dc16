import * as vscode from 'vscode';
import type { ChangedFile } from '../../../core/contracts/file-changes';
import type { ChangedChat, FileChanges } from '../../../core/ports/file-changes';
import { neutralPickText } from '../../window/neutral-text';
import { withProgress } from '../../window/notify';
import { countChanged } from '../../panel/changes/change-texts';
import { keepAllFiles, undoFiles, type UndoFilesDeps } from '../../panel/changes/undo-files';
import { chatItems, fileItems, timeText } from './change-items';
import { t, shownFailure } from '../../window/language';

export interface ChangesViewDeps extends UndoFilesDeps {
  readonly changes: FileChanges;
  readonly titleOf: (sessionId: string) => string | undefined;
  readonly isRunningIn: (sessionId: string) => boolean;
  /** Undefined when the active chat has not sent any message. */
  readonly activeSession: () => string | undefined;
  readonly now: () => number;
}

/** Of a chat that the user chooses, even of a closed window (decision 42). */
export async function undoChanges(deps: ChangesViewDeps): Promise<void> {
  const chats = await deps.changes.chats();
  if (!chats.ok) {
    deps.dialogs.notify(shownFailure(chats.failure));
    return;
  }
  if (chats.value.length === 0) {
    deps.dialogs.notify(t('No chat has file changes that can be undone.'));
    return;
  }
  const chat = await pickChat(chats.value, deps);
  const files = chat && (await pickFiles(chat, deps));
  if (chat === undefined || files === undefined) return;
  const { sessionId } = chat;
  const isRunning = deps.isRunningIn(sessionId);
  await undoFiles({ sessionId, files, isRunning, asks: true, run: undoing }, deps);
}

export function keepAllChanges(deps: ChangesViewDeps): Promise<void> {
  return keepAllFiles(deps.activeSession(), deps);
}

async function pickChat(
  chats: readonly ChangedChat[],
  { titleOf, now }: ChangesViewDeps,
): Promise<ChangedChat | undefined> {
  const picked = await vscode.window.showQuickPick(chatItems(chats, titleOf, now()), {
    title: t('Undo Changes'),
    placeHolder: t('Choose the chat whose changes you want to undo'),
    matchOnDetail: true,
  });
  return picked?.chat;
}

async function pickFiles(
  { files, sessionId, changedAt }: ChangedChat,
  { folders, titleOf, now }: ChangesViewDeps,
): Promise<readonly ChangedFile[] | undefined> {
  const lines = fileItems(files, folders());
  // The undo itself reports why it is not possible.
  if (lines.length === 0) return files;
  const lost = files.filter(({ notKept }) => notKept !== undefined);
  const title = titleOf(sessionId) ?? t('an earlier chat');
  const picked = await vscode.window.showQuickPick(lines, {
    title: neutralPickText(t('Undo Changes in {0}, {1}', title, timeText(changedAt, now()))),
    placeHolder:
      lost.length === 0
        ? t('Choose the files to restore to their state before the chat')
        : t(
            'Choose the files to restore to their state before the chat ({0} cannot be undone)',
            countChanged(lost),
          ),
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ file }) => file);
}

/** Many files may take a while; if the user cancels, files already undone stay undone. */
function undoing<T>(undo: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withProgress(t('undoing changes'), undo);
}
