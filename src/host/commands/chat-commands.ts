import * as vscode from 'vscode';
import type { CommandHandlers } from './register';
import { selectionBlock } from './selection-block';

/** The panel, as far as commands use it. */
export interface ChatPanel {
  newChat(): void;
  /** Ends the active chat for good. */
  closeChat(): void;
  /** Stops the active chat. */
  stop(): void;
  stopAll(): void;
  focus(): Promise<void>;
  /** Puts text at the end of the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Sends a message in the active chat, as if typed there. */
  send(text: string): void;
}

/** More than a person means to send by hand. */
const maxSelection = 100_000;

export function chatCommands(
  panel: ChatPanel,
): Pick<CommandHandlers, 'newChat' | 'closeChat' | 'stop' | 'stopAll' | 'focus' | 'addSelection'> {
  return {
    async newChat() {
      panel.newChat();
      await panel.focus();
    },
    closeChat: () => panel.closeChat(),
    stop: () => panel.stop(),
    stopAll: () => panel.stopAll(),
    focus: () => panel.focus(),
    addSelection: () => addSelection(panel),
  };
}

async function addSelection(panel: Pick<ChatPanel, 'insertText'>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(
      'Gatehouse: open a file and select some lines first.',
    );
    return;
  }
  const { document } = editor;
  const range = wholeLine(editor);
  const text = document.getText(range);
  if (text.length > maxSelection) {
    void vscode.window.showWarningMessage(
      'Gatehouse: the selection is too long for a message. Select less, or name the file and let the agent read it.',
    );
    return;
  }
  await panel.insertText(
    selectionBlock({
      path: vscode.workspace.asRelativePath(document.uri),
      firstLine: range.start.line + 1,
      lastLine: lastLineOf(range) + 1,
      language: document.languageId,
      text,
    }),
  );
}

/** The selection, or the line of the cursor when nothing is selected. */
function wholeLine({ document, selection }: vscode.TextEditor): vscode.Range {
  return selection.isEmpty ? document.lineAt(selection.active.line).range : selection;
}

/** A selection that ends before the first character of a line does not hold that line. */
function lastLineOf({ start, end }: vscode.Range): number {
  return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}
