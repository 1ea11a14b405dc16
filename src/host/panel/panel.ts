import type * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/disposable';
import { ChatList } from './chat/chat-list';
import type { ContextKind } from './chat/context-actions';
import type { ShownCall } from './history/find-call';
import type { PanelDeps } from './page/panel-deps';
import { createPanelView } from './page/create-panel-view';
import type { PanelView } from './page/panel-view';

/** The chat panel: chats, their transcripts, and their page, made when it is first shown. */
export class Panel implements Disposable {
  readonly chats: ChatList;
  private shown: PanelView | undefined;
  private readonly owned: readonly Disposable[];

  constructor(private readonly deps: PanelDeps) {
    const { agent, approvals, clock, files, reports, terminals } = deps;
    const { changes, workspace } = files;
    this.chats = new ChatList({
      agent,
      approvals: approvals.pending,
      background: terminals.background,
      changes,
      clock,
      folders: () => workspace.roots(),
      reports,
    });
    const surroundingsChanged = () => this.shown?.surroundingsChanged();
    this.owned = [
      agent.onDidChangeModel(surroundingsChanged),
      workspace.onDidChange(surroundingsChanged),
      this.chats,
    ];
  }

  /** Fills the webview view of the panel. */
  show(webviewView: vscode.WebviewView): void {
    this.view().resolveWebviewView(webviewView);
  }

  /** Appends text to the draft and shows the input. */
  insertText(text: string): Promise<void> {
    return this.view().insertText(text);
  }

  /** Adds context to the draft and shows the input. */
  attach(kind: ContextKind): Promise<void> {
    return this.view().attach(kind);
  }

  focus(): Promise<void> {
    return this.view().focus();
  }

  /** Shows the panel with the list of all chats. */
  showHistory(): Promise<void> {
    return this.view().showHistory();
  }

  /** For the active chat; asks outside the page. */
  renameChat(): Promise<void> {
    return this.view().renameChat();
  }

  exportChat(): Promise<void> {
    return this.view().exportChat();
  }

  deleteChat(): Promise<void> {
    return this.view().deleteChat();
  }

  /** Shows the card of a call in its chat; false when that is no longer stored. */
  showCall(call: ShownCall): Promise<boolean> {
    return this.view().showCall(call);
  }

  dispose(): void {
    this.shown?.dispose();
    for (const each of this.owned) each.dispose();
  }

  private view(): PanelView {
    return (this.shown ??= createPanelView(this.deps, this.chats));
  }
}
