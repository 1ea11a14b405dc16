import * as vscode from 'vscode';
import { t } from '../../window/language';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { PanelState } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';
import type { Clock } from '../../../core/ports/system';
import type { ContextSources } from '../../context/context-parts';
import type { AwayNotices } from '../chat/away-notices';
import type { ChatReports } from '../chat/chat-deps';
import type { ChatList, ChatListState } from '../chat/chat-list';
import { shownImage } from '../chat/attachments';
import { Suggestions } from '../chat/suggestions';
import type { PanelHistory } from '../history/panel-history';
import { PageSync } from './page-sync';
import { bundlesIn, pageFiles } from '../../window/page-files';
import { pageHtml } from '../../window/page-html';

export interface PanelViewDeps {
  /** Turns that ended while the window was not focused. */
  readonly away: Pick<AwayNotices, 'count' | 'onDidChange'>;
  readonly chats: ChatList;
  readonly clock: Clock;
  readonly context: Pick<ContextSources, 'findFiles' | 'servers'>;
  readonly extensionUri: vscode.Uri;
  /** The first page waits until it has found the chats of a crashed window. */
  readonly history: Pick<PanelHistory, 'list' | 'found'>;
  readonly reports: ChatReports;
  /** State of the panel apart from the chats. */
  readonly surroundings: () => Omit<PanelState, keyof ChatListState | 'history' | 'earlier'>;
}

/** The webview view of the panel. The page keeps no state: the host fills each one. */
export class PanelView implements vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly page: PageSync;
  private readonly suggestions: Suggestions;
  private readonly connections: readonly Disposable[];
  private focusWhenReady = false;
  private revealWhenReady: string | undefined;

  constructor(private readonly deps: PanelViewDeps) {
    const { away, chats, clock, context, reports, surroundings } = deps;
    const history = deps.history.list;
    this.page = new PageSync({
      clock,
      post: (message) => void this.view?.webview.postMessage(message),
      state: () => ({ ...chats.state(), ...surroundings(), history: history.list() }),
      items: () => chats.active.items,
    });
    this.suggestions = new Suggestions({
      chats,
      context,
      reports,
      answer: (query, items) => this.page.suggestions(query, items),
    });
    this.connections = [
      chats.connect({
        change: (changes) => {
          this.page.push(changes);
          this.updateHead();
        },
        reset: () => {
          if (this.page.isOpen) this.page.snapshot();
          this.updateHead();
        },
        commandsChanged: () => this.suggestions.commandsChanged(),
      }),
      away.onDidChange(() => this.updateHead()),
      history.onDidChange((list) => this.page.push([{ op: 'state', state: { history: list } }])),
    ];
  }

  /** Fills a view; its page's messages go to `receive`, which never rejects. */
  resolve(view: vscode.WebviewView, receive: (message: unknown) => Promise<void>): void {
    const { webview } = view;
    const { extensionUri } = this.deps;
    const localResourceRoots = [bundlesIn(extensionUri)];
    this.view = view;
    this.page.close();
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots };
    const listeners = [
      webview.onDidReceiveMessage(receive),
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.page.close();
      }),
    ];
    view.onDidDispose(() => {
      for (const listener of listeners) listener.dispose();
      if (this.view === view) this.view = undefined;
      this.page.close();
    });
    webview.html = pageHtml(pageFiles(webview, extensionUri, 'webview'), {
      title: 'Gatehouse',
      body: '<div id="gatehouse-root"></div>',
    });
    this.updateHead();
  }

  /** Model, folders or trust have changed. */
  surroundingsChanged(): void {
    this.page.push([{ op: 'state', state: this.deps.surroundings() }]);
  }

  /** Appends text to the draft and shows the input. */
  async insertText(text: string): Promise<void> {
    const isTaken = this.view?.visible === true && this.page.insert(text);
    if (!isTaken) this.deps.chats.active.addToDraft(text);
    await this.focus();
  }

  async focus(): Promise<void> {
    this.focusWhenReady = true;
    await vscode.commands.executeCommand('gatehouse.panel.focus');
    if (this.page.focus()) this.focusWhenReady = false;
  }

  /** Shows the panel, and an item of the active chat in it. */
  async focusItem(itemId: string): Promise<void> {
    this.revealWhenReady = itemId;
    await this.focus();
    this.reveal();
  }

  /** Shows an item of the active chat. */
  showItem(itemId: string): void {
    this.page.reveal(itemId);
  }

  /** Answers which named files exist. */
  answerFiles(found: readonly string[]): void {
    this.page.files(found);
  }

  /** True when the panel is visible and its page shows this approval. */
  isShown(approvalId: string): boolean {
    return this.view?.visible === true && this.page.hasShown(approvalId);
  }

  /** Handlers of what the page itself needs. */
  requests() {
    return {
      ready: () => this.ready(),
      suggest: ({ query }) => this.suggestions.suggest(query),
      showEarlier: () => this.page.showEarlier(),
      showLater: () => this.page.showLater(),
      showLatest: () => this.page.showLatest(),
      showImage: ({ attachmentId }) => {
        const attachment = this.deps.chats.active.attachment(attachmentId);
        this.page.image(attachmentId, attachment && shownImage(attachment));
      },
    } satisfies Partial<PanelHandlers>;
  }

  dispose(): void {
    this.suggestions.dispose();
    for (const each of this.connections) each.dispose();
    this.page.close();
  }

  /** The page is loaded, and gets everything. */
  private async ready(): Promise<void> {
    const { view } = this;
    await this.deps.history.found;
    if (this.view !== view || view?.visible !== true) return;
    this.page.snapshot();
    if (this.focusWhenReady && this.page.focus()) this.focusWhenReady = false;
    this.reveal();
  }

  private reveal(): void {
    const { revealWhenReady: itemId } = this;
    if (itemId !== undefined && this.page.reveal(itemId)) this.revealWhenReady = undefined;
  }

  /** Title bar and badge. */
  private updateHead(): void {
    if (this.view === undefined) return;
    const { title } = this.deps.chats.active;
    if (this.view.description !== title) this.view.description = title;
    const { away, chats } = this.deps;
    const pending = chats.summaries().reduce((sum, each) => sum + each.pending, 0);
    const value = pending + away.count;
    const tooltip = [
      ...(pending > 0 ? [pendingText(pending)] : []),
      ...(away.count > 0 ? [endedText(away.count)] : []),
    ].join(', ');
    if (this.view.badge?.value === value || (value === 0 && this.view.badge === undefined)) return;
    this.view.badge = value === 0 ? undefined : { value, tooltip };
  }
}

function pendingText(count: number): string {
  return count === 1 ? t('1 pending approval') : t('{0} pending approvals', count);
}

function endedText(turns: number): string {
  return turns === 1 ? t('1 turn ended') : t('{0} turns ended', turns);
}
