import { lstat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createShowText, type TextDocuments } from '../../window/show-text';
import type { ChangeQuestion } from './change-texts';
import type { ChangeEditors, Side } from './change-editors';
import type { FilesChoice } from '../chat/edit-message';
import { confirm, notify, offer } from '../../window/notify';
import type { ChangeDialogs } from './undo-files';
import { pathInside } from '../cards/link-targets';
import { t } from '../../window/language';

/**
 * Questions and notifications about changes, in VS Code's own dialogs (decision native-confirm).
 */
export function nativeChangeDialogs(
  documents: TextDocuments,
  warn: (message: string) => void,
): ChangeDialogs {
  const report = (error: unknown): void => {
    warn(
      `A button of a notification failed: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  };
  return {
    confirm,
    offer: (text, label, run) => {
      offer('Information', text, { label, run }).catch(report);
    },
    notify,
    reportEnd: ({ isPartial, text, details }) => {
      if (isPartial) reportPartial(text, details, documents).catch(report);
      else notify(text);
    },
  };
}

async function reportPartial(
  text: string,
  details: string | undefined,
  documents: TextDocuments,
): Promise<void> {
  const showText = createShowText(documents);
  const showAll = (all: string) => ({
    label: t('Show All'),
    run: () => showText(t('Left unchanged'), all),
  });
  await offer('Warning', text, details === undefined ? undefined : showAll(details));
}

/** Both sides in VS Code's editors: each is the file itself or a read-only text. */
export function nativeChangeEditors(documents: TextDocuments): ChangeEditors {
  const uriOf = (side: Side): vscode.Uri =>
    'file' in side ? vscode.Uri.file(side.file) : documents.add(side.name, side.text ?? '');
  return {
    decode,
    locate,
    read: async (path) => {
      try {
        return (await vscode.workspace.openTextDocument(vscode.Uri.file(path))).getText();
      } catch {
        return undefined;
      }
    },
    compare: async ({ title, before, after }) => {
      const options = { preview: true };
      await vscode.commands.executeCommand(
        'vscode.diff',
        uriOf(before),
        uriOf(after),
        title,
        options,
      );
    },
    compareAll: async (title, comparisons) => {
      const files = comparisons.map(({ before, after }) => {
        const left = uriOf(before);
        const right = uriOf(after);
        return ['file' in before ? left : right, left, right];
      });
      await vscode.commands.executeCommand('vscode.changes', title, files);
    },
    open: async (path) => {
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), { preview: true });
    },
    reveal: async (path) => {
      await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(path));
    },
  };
}

/** Asks about the files when a chat continues from an earlier message; closing is no answer. */
export async function askFilesSince({
  title,
  detail,
}: Omit<ChangeQuestion, 'button'>): Promise<FilesChoice> {
  const keep = t('Keep Changes');
  const undo = t('Undo Changes');
  const options = { modal: true, detail };
  const chosen = await vscode.window.showWarningMessage(title, options, keep, undo);
  if (chosen === undefined) return 'cancel';
  return chosen === keep ? 'keep' : 'undo';
}

async function decode(bytes: Uint8Array, path: string): Promise<string | undefined> {
  try {
    const shown = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === 'file' && uri.fsPath === path,
    );
    // A file reopened in another encoding has its earlier content read in the same one.
    return shown === undefined
      ? await vscode.workspace.decode(bytes, { uri: vscode.Uri.file(path) })
      : await vscode.workspace.decode(bytes, { encoding: shown.encoding });
  } catch {
    // VS Code refuses binary files; a comparison of them would be unreadable.
    return undefined;
  }
}

async function locate(path: string): Promise<string | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return (await pathInside(path, folders)) ?? (await present(path));
}

/** The user may have allowed folders outside the open ones. */
async function present(path: string): Promise<string | undefined> {
  try {
    await lstat(path);
    return path;
  } catch {
    // A file that is gone cannot be opened; the caller reports it.
    return undefined;
  }
}
