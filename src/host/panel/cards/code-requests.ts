import path from 'node:path';
import * as vscode from 'vscode';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import { neutralPickText } from '../../window/neutral-text';
import type { ChatList } from '../chat/chat-list';
import { codeBlocks, pathIn, type CodeBlock } from './code-blocks';
import { t } from '../../window/language';

export interface CodeRequestDeps {
  readonly chats: Pick<ChatList, 'active'>;
  /** The open folders. */
  readonly folders: () => readonly string[];
  readonly notify: (message: string) => void;
}

const gone = (): string => t('This code is no longer part of the chat.');

/** The buttons of code in answers: the page names a block, the host has the text. */
export function codeRequests({ chats, folders, notify }: CodeRequestDeps) {
  const blockOf = (itemId: string, index: number): CodeBlock | undefined => {
    const answer = chats.active.transcript.answer(itemId);
    return answer && codeBlocks(answer.text)[index];
  };
  return {
    insertCode: async ({ itemId, index }) => {
      const block = blockOf(itemId, index);
      const editor = vscode.window.activeTextEditor;
      if (block === undefined) notify(gone());
      else if (editor === undefined) {
        notify(t('Open a file and put the cursor where the code goes.'));
      } else await insert(editor, block.code);
    },
    applyCode: async ({ itemId, index }) => {
      const block = blockOf(itemId, index);
      if (block === undefined) {
        notify(gone());
        return;
      }
      const target = await pickTarget(block, folders());
      if (target === undefined) return;
      const call = await callFor(target, block.code);
      if (call === undefined) return;
      // Who chose the file may have it read; an existing one must be, before it is changed.
      if (await exists(target, folders())) {
        chats.active.send(toolCall('read', { path: target }), true);
      }
      // Not keyed in: the approval shows the change before it is made (decision 75).
      chats.active.send(call, false);
    },
  } satisfies Partial<PanelHandlers>;
}

async function insert(editor: vscode.TextEditor, code: string): Promise<void> {
  const text = code.replace(/\n$/, '');
  await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

interface Target extends vscode.QuickPickItem {
  /** Relative to the workspace, as tools read it; absent: the user types it. */
  readonly file?: string;
}

const maxFiles = 2000;

/** The path that the block names comes first, then the file in the editor, then the others. */
async function pickTarget(
  { info }: CodeBlock,
  folders: readonly string[],
): Promise<string | undefined> {
  const named = pathIn(info);
  const open = vscode.window.activeTextEditor?.document.uri;
  const found = await vscode.workspace.findFiles('**/*', undefined, maxFiles);
  const others = found.map((uri) => relative(uri)).sort();
  const files = [
    ...(named === undefined ? [] : [{ file: named, description: t('named by the answer') }]),
    ...(open?.scheme === 'file'
      ? [{ file: relative(open), description: t('open in the editor') }]
      : []),
    ...others.map((file) => ({ file, description: '' })),
  ].filter(({ file }) => !path.isAbsolute(file));
  const seen = new Set<string>();
  const items: Target[] = files.flatMap(({ file, description }) => {
    if (seen.has(file)) return [];
    seen.add(file);
    return [{ label: neutralPickText(file), description, file }];
  });
  const create: Target = { label: t('$(new-file) New file…'), alwaysShow: true };
  const picked = await vscode.window.showQuickPick([...items, create], {
    title: t('Apply code to which file?'),
    placeHolder: t('You see the change before it is made'),
  });
  return picked === create ? askPath(named, folders) : picked?.file;
}

function relative(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

function askPath(named: string | undefined, folders: readonly string[]) {
  return vscode.window.showInputBox({
    title: t('Path of the new file'),
    prompt:
      folders[0] === undefined
        ? t('Relative to the workspace')
        : t('Relative to {0}', path.basename(folders[0])),
    value: named ?? '',
    validateInput: (value) => (value.trim() === '' ? t('Enter a path.') : undefined),
  });
}

async function exists(file: string, folders: readonly string[]): Promise<boolean> {
  const root = folders[0];
  if (root === undefined) return false;
  try {
    await vscode.workspace.fs.stat(vscode.Uri.file(path.resolve(root, file)));
    return true;
  } catch {
    // A new file.
    return false;
  }
}

/** The typed call for the change: `edit` replaces the selection, `write` the whole file. */
async function callFor(file: string, code: string): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const isOpen = editor !== undefined && relative(editor.document.uri) === file;
  const selected = isOpen ? editor.document.getText(editor.selection) : '';
  if (selected !== '') {
    const edit = { label: t('Replace the selection'), detail: t('The rest of the file stays') };
    const write = { label: t('Replace the whole file') };
    const picked = await vscode.window.showQuickPick([edit, write], {
      title: t('Apply to {0}', file),
    });
    if (picked === undefined) return undefined;
    if (picked === edit) {
      const text = selected.endsWith('\n') ? code : code.replace(/\n$/, '');
      return toolCall('edit', { path: file, old_string: selected, new_string: text });
    }
  }
  return toolCall('write', { path: file, content: code });
}

function toolCall(tool: string, args: object): string {
  return `/tool ${tool} ${JSON.stringify(args)}`;
}
