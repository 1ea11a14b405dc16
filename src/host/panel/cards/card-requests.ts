import { cutMarked } from '../../../core/base/text-lines';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Location } from '../../../core/contracts/calls/outcome';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { OverflowStore } from '../../../core/ports/conversations';
import { confirm, notify } from '../../window/notify';
import type { ReadOnlyDocuments } from '../../window/read-only-documents';
import type { ChatList } from '../chat/chat-list';
import { linkedFile, pathInside } from './link-targets';
import { parseWebLink } from '../../../core/base/addresses/urls';
import { wholeOutput } from './output-requests';
import { t } from '../../window/language';

export interface CardRequestDeps {
  readonly chats: Pick<ChatList, 'active'>;
  readonly documents: ReadOnlyDocuments;
  readonly overflow: Pick<OverflowStore, 'read'>;
  readonly revealTerminal: (terminalId: string) => void;
}

/** The buttons of cards and messages. Each takes ids the host knows, never content. */
export function cardRequests({ chats, documents, overflow, revealTerminal }: CardRequestDeps) {
  const cardOf = (itemId: string) => chats.active.transcript.card(itemId);
  return {
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    openLocation: async ({ itemId, index }) => {
      const location = cardOf(itemId)?.item.locations[index];
      if (location === undefined) notifyMissing();
      else await openLocation(location);
    },
    showTerminal: ({ itemId }) => {
      const terminalId = cardOf(itemId)?.item.terminalId;
      if (terminalId === undefined) notifyMissing();
      else revealTerminal(terminalId);
    },
    /** The redacted text; from the overflow store when the model got only a part. */
    openOutput: async ({ itemId }) => {
      const { sessionId } = chats.active;
      const card = cardOf(itemId);
      if (card === undefined) {
        notifyMissing();
        return;
      }
      const { tool, text, tail } = card.item;
      const whole = await wholeOutput(card, sessionId, overflow);
      const shown = [whole, card.fullText, text, tail].find((each) => each) ?? '';
      const document = documents.add(`${tool} output.txt`, shown);
      await vscode.window.showTextDocument(document, { preview: true });
    },
    openLink: ({ url }) => openLink(url),
  } satisfies Partial<PanelHandlers>;
}

async function openLocation(location: Location): Promise<void> {
  const file = await pathInside(location.path, openFolders());
  if (file === undefined) {
    notify(t('{0} no longer exists or is outside the open folders.', path.basename(location.path)));
    return;
  }
  const line = Math.max(0, (location.line ?? 1) - 1);
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection, preview: true });
}

function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** Opens a file of the workspace; asks before it opens a page, with the host name visible: the text of a link does not show where it leads. */
async function openLink(text: string): Promise<void> {
  const file = await linkedFile(text, openFolders());
  if (file !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
    return;
  }
  const link = parseWebLink(text);
  if (link === undefined) return;
  const detail = cutMarked(link.url, 600);
  const title = t('Open a page on {0} in the browser?', link.host);
  if (await confirm({ title, detail, button: t('Open') })) {
    await vscode.env.openExternal(vscode.Uri.parse(link.url, true));
  }
}

function notifyMissing(): void {
  notify(t('this card is no longer available.'));
}
