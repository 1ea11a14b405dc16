import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { chatMarkdown } from './export-markdown';
import type { StoredDialogs } from './stored-actions';
import { notify } from '../../window/notify';
import { t } from '../../window/language';

const maxNameLength = 200;

export const storedChatDialogs: StoredDialogs = {
  async confirmDelete({ title, isRunning }) {
    const remove = t('Delete');
    const answer = await vscode.window.showWarningMessage(
      t('Delete the chat “{0}”?', title),
      {
        modal: true,
        detail: isRunning
          ? t(
              'It is running and is stopped first. Its messages, answers and outputs are permanently deleted, and its file changes can no longer be undone. The files stay as they are. The audit log is kept: the tools called, their arguments and the beginning of each result.',
            )
          : t(
              'Its messages, answers and outputs are permanently deleted, and its file changes can no longer be undone. The files stay as they are. The audit log is kept: the tools called, their arguments and the beginning of each result.',
            ),
      },
      remove,
    );
    return answer === remove;
  },
  askTitle: (title) =>
    Promise.resolve(
      vscode.window.showInputBox({
        title: t('Rename Chat'),
        value: title,
        prompt: t('The name of the chat in the list of all chats'),
        ignoreFocusOut: true,
        validateInput: (text) => {
          if (text.trim() === '') return t('A chat needs a name.');
          return text.length > maxNameLength
            ? t('At most {0} characters.', maxNameLength)
            : undefined;
        },
      }),
    ),
  async saveMarkdown(chat) {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
    const target = await vscode.window.showSaveDialog({
      title: t('Export Chat as Markdown'),
      defaultUri: vscode.Uri.joinPath(folder, `${fileNameOf(chat.title)}.md`),
      filters: { Markdown: ['md'] },
    });
    if (target === undefined) return;
    try {
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(chatMarkdown(chat)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : t('the system gave no reason');
      notify(
        t('{0} was not written: {1}. Choose another place.', path.basename(target.path), reason),
      );
      return;
    }
    await vscode.window.showTextDocument(target, { preview: false });
  },
  notify,
};

/** A name that every file system accepts. */
function fileNameOf(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `chat-${plain.slice(0, 60)}`.replace(/-$/, '');
}
