import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { chatMarkdown } from './export-markdown';
import type { StoredDialogs } from './stored-actions';
import { notify } from '../../window/notify';

const maxNameLength = 200;

export const storedChatDialogs: StoredDialogs = {
  async confirmDelete({ title, isRunning }) {
    const remove = 'Delete';
    const stops = isRunning ? 'It is running and is stopped first. ' : '';
    const answer = await vscode.window.showWarningMessage(
      `Delete the chat “${title}”?`,
      {
        modal: true,
        detail: `${stops}Its messages, answers and outputs are permanently deleted, and its file changes can no longer be undone. The files stay as they are. The audit log is kept: the tools called, their arguments and the beginning of each result.`,
      },
      remove,
    );
    return answer === remove;
  },
  askTitle: (title) =>
    Promise.resolve(
      vscode.window.showInputBox({
        title: 'Rename Chat',
        value: title,
        prompt: 'The name of the chat in the list of all chats',
        ignoreFocusOut: true,
        validateInput: (text) => {
          if (text.trim() === '') return 'A chat needs a name.';
          return text.length > maxNameLength
            ? `At most ${String(maxNameLength)} characters.`
            : undefined;
        },
      }),
    ),
  async saveMarkdown(chat) {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
    const target = await vscode.window.showSaveDialog({
      title: 'Export Chat as Markdown',
      defaultUri: vscode.Uri.joinPath(folder, `${fileNameOf(chat.title)}.md`),
      filters: { Markdown: ['md'] },
    });
    if (target === undefined) return;
    try {
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(chatMarkdown(chat)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'the system gave no reason';
      notify(`${path.basename(target.path)} was not written: ${reason}. Choose another place.`);
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
