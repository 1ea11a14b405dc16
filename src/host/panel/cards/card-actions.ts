import path from 'node:path';
import * as vscode from 'vscode';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { ChatList } from '../chat/chat-list';
import { wholeOutput } from './output-actions';
import { confirm, notify } from '../../window/notify';
import type { ReadOnlyDocuments } from '../../window/read-only-documents';
import { parseWebLink, pathInside } from './link-targets';

export interface CardActionDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly documents: ReadOnlyDocuments;
  readonly overflow: Pick<OverflowStore, 'read'>;
  readonly revealTerminal: (terminalId: string) => void;
}

/** The buttons of cards and messages. Each takes ids the host knows, never content. */
export class CardActions {
  constructor(private readonly deps: CardActionDeps) {}

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async openLocation(itemId: string, index: number): Promise<void> {
    const location = this.deps.chats.active.transcript.card(itemId)?.item.locations[index];
    if (location === undefined) {
      notifyMissing();
      return;
    }
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    const file = await pathInside(location.path, folders);
    if (file === undefined) {
      const text = `${path.basename(location.path)} no longer exists or is outside the open folders.`;
      notify(text);
      return;
    }
    const line = Math.max(0, (location.line ?? 1) - 1);
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection, preview: true });
  }

  showTerminal(itemId: string): void {
    const terminalId = this.deps.chats.active.transcript.card(itemId)?.item.terminalId;
    if (terminalId === undefined) notifyMissing();
    else this.deps.revealTerminal(terminalId);
  }

  /** The redacted text; from the overflow store when the model got only a part. */
  async openOutput(itemId: string): Promise<void> {
    const { active } = this.deps.chats;
    const card = active.transcript.card(itemId);
    if (card === undefined) {
      notifyMissing();
      return;
    }
    const { tool, text, tail } = card.item;
    const whole = await wholeOutput(card, active.sessionId, this.deps.overflow);
    const shown = [whole, card.fullText, text, tail].find((each) => each) ?? '';
    await vscode.window.showTextDocument(this.deps.documents.add(`${tool} output.txt`, shown), {
      preview: true,
    });
  }

  /** Asks with the host name visible: the text of a link does not show where it leads. */
  async openLink(text: string): Promise<void> {
    const link = parseWebLink(text);
    if (link === undefined) return;
    const detail = link.url.length > 600 ? `${link.url.slice(0, 600)}…` : link.url;
    const title = `Open a page on ${link.host} in the browser?`;
    if (await confirm({ title, detail, button: 'Open' })) {
      await vscode.env.openExternal(vscode.Uri.parse(link.url, true));
    }
  }
}

function notifyMissing(): void {
  notify('this card is no longer available.');
}
