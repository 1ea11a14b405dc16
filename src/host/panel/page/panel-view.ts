import * as vscode from 'vscode';
import type { HistoryList, PanelMessage, PanelState } from '../../../core/contracts/panel/state';
import type { Clock } from '../../../core/ports/system';
import type { ChatList, ChatListState } from '../chat/chat-list';
import type { ChatReports } from '../chat/chat-deps';
import type { ContextActions, ContextKind } from '../chat/context-actions';
import type { ShownCall } from '../history/find-call';
import type { PanelHistory } from '../history/panel-history';
import { PageSync } from './page-sync';
import { panelHtml } from './panel-html';
import { Suggestions } from '../chat/suggestions';
import { counted } from '../../../core/base/wording';

export interface PanelViewDeps {
  readonly chats: ChatList;
  readonly clock: Clock;
  readonly context: Pick<ContextActions, 'attach' | 'findFiles'>;
  readonly extensionUri: vscode.Uri;
  readonly history: PanelHistory;
  readonly reports: ChatReports;
  /** State of the panel apart from the chats. */
  readonly surroundings: () => Omit<PanelState, keyof ChatListState | 'history' | 'earlier'>;
  /** Makes the receiver of the page's messages; it rejects when an action fails. */
  readonly receiver: (view: PanelView) => (message: unknown) => Promise<void>;
}

/** The webview view of the panel. The page keeps no state: the host fills each one. */
export class PanelView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly outbox: PageSync;
  private readonly suggestions: Suggestions;
  private readonly connection: { dispose(): unknown };
  private readonly handle: (message: unknown) => Promise<void>;
  private focusWhenReady = false;
  private revealWhenReady: string | undefined;

  constructor(private readonly deps: PanelViewDeps) {
    this.outbox = new PageSync({
      clock: deps.clock,
      post: (message) => this.post(message),
      state: () => ({
        ...deps.chats.state(),
        ...deps.surroundings(),
        history: deps.history.list.list(),
      }),
      items: () => deps.chats.active.items,
    });
    const { chats, context, reports } = deps;
    this.suggestions = new Suggestions({
      chats,
      context,
      reports,
      answer: (query, items) => this.outbox.suggestions(query, items),
    });
    this.connection = deps.chats.connect({
      change: (changes) => {
        this.outbox.push(changes);
        this.updateHead();
      },
      reset: () => {
        if (this.outbox.isOpen) this.outbox.snapshot();
        this.updateHead();
      },
      commandsChanged: () => this.suggestions.commandsChanged(),
    });
    this.handle = deps.receiver(this);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    const dist = vscode.Uri.joinPath(this.deps.extensionUri, 'dist');
    const uriOf = (file: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
    this.view = view;
    this.outbox.close();
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [dist] };
    const listeners = [
      webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.outbox.close();
      }),
    ];
    view.onDidDispose(() => {
      for (const listener of listeners) listener.dispose();
      if (this.view === view) this.view = undefined;
      this.outbox.close();
    });
    webview.html = panelHtml({
      script: uriOf('webview.js'),
      style: uriOf('webview.css'),
      icons: uriOf('codicon.css'),
      source: webview.cspSource,
    });
    this.updateHead();
  }

  /** The list of all chats has changed. */
  historyChanged(history: HistoryList | null): void {
    this.outbox.push([{ op: 'state', state: { history } }]);
  }

  /** Model, folders or trust have changed. */
  surroundingsChanged(): void {
    this.outbox.push([{ op: 'state', state: this.deps.surroundings() }]);
  }

  /** Appends text to the draft and shows the input. */
  async insertText(text: string): Promise<void> {
    const isTaken = this.view?.visible === true && this.outbox.insert(text);
    if (!isTaken) this.deps.chats.active.addToDraft(text);
    await this.focus();
  }

  /** Adds context to the draft and shows the input. */
  async attach(kind: ContextKind): Promise<void> {
    await this.deps.context.attach(kind);
    await this.focus();
  }

  async focus(): Promise<void> {
    this.focusWhenReady = true;
    await vscode.commands.executeCommand('gatehouse.panel.focus');
    if (this.outbox.focus()) this.focusWhenReady = false;
  }

  async showHistory(): Promise<void> {
    this.deps.history.list.open();
    await this.focus();
  }

  renameChat(): Promise<void> {
    return this.deps.history.actions.renameActive();
  }

  exportChat(): Promise<void> {
    return this.deps.history.actions.exportActive();
  }

  deleteChat(): Promise<void> {
    return this.deps.history.actions.deleteActive();
  }

  /** Shows the card of a call in its chat; false when that is no longer stored. */
  async showCall(call: ShownCall): Promise<boolean> {
    const itemId = await this.deps.history.find(call);
    if (itemId === undefined) return false;
    this.deps.history.list.close();
    this.revealWhenReady = itemId;
    await this.focus();
    this.reveal();
    return true;
  }

  /** Shows an item of the active chat. */
  showItem(itemId: string): void {
    this.outbox.reveal(itemId);
  }

  /** True when the panel is visible and its page shows this approval. */
  isShown(approvalId: string): boolean {
    return this.view?.visible === true && this.outbox.hasShown(approvalId);
  }

  /** The page is loaded, and gets everything. */
  ready(): void {
    this.outbox.snapshot();
    if (this.focusWhenReady && this.outbox.focus()) this.focusWhenReady = false;
    this.reveal();
  }

  /** Answers the page with suggestions for an `@` or a `/`. */
  suggest(query: string): Promise<void> {
    return this.suggestions.suggest(query);
  }

  showEarlier(): void {
    this.outbox.showEarlier();
  }

  dispose(): void {
    this.deps.history.dispose();
    this.suggestions.dispose();
    this.connection.dispose();
    this.outbox.close();
  }

  private reveal(): void {
    const { revealWhenReady: itemId } = this;
    if (itemId !== undefined && this.outbox.reveal(itemId)) this.revealWhenReady = undefined;
  }

  private receive(message: unknown): void {
    this.handle(message).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.deps.reports.warn(`A request of the panel failed: ${reason}`);
    });
  }

  private post(message: PanelMessage): void {
    void this.view?.webview.postMessage(message);
  }

  /** Title bar and badge. */
  private updateHead(): void {
    if (this.view === undefined) return;
    const { title } = this.deps.chats.active;
    if (this.view.description !== title) this.view.description = title;
    const value = this.deps.chats.summaries().reduce((sum, { pending }) => sum + pending, 0);
    const tooltip = counted(value, 'pending approval');
    if (this.view.badge?.value === value || (value === 0 && this.view.badge === undefined)) return;
    this.view.badge = value === 0 ? undefined : { value, tooltip };
  }
}
