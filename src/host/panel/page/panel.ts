import * as vscode from 'vscode';
import { systemClock } from '../../../adapters/system/clock';
import type { AnnouncedReplies } from '../../../core/contracts/settings/settings';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { Disposable } from '../../../core/ports/system';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import type { ApprovalReview } from '../../approvals/review';
import type { HostBackgroundCommands } from '../../background/background-commands';
import type { ContextSources } from '../../context/context-parts';
import type { describeModel } from '../../models/chosen-model';
import type { HostPermissionLevels } from '../../policy/permission-levels';
import type { ReadOnlyDocuments } from '../../window/read-only-documents';
import type { HostWorkspace } from '../../workspace/workspace';
import { answerRequests } from '../cards/answer-requests';
import { cardRequests } from '../cards/card-requests';
import { codeRequests } from '../cards/code-requests';
import { commandRequests, type RunningCommand } from '../cards/command-requests';
import { fileRequests } from '../cards/file-requests';
import { askInput } from '../cards/input-box';
import { outputRequests } from '../cards/output-requests';
import type { RecordUserEvent } from '../cards/user-events';
import { ChangeActions, changeRequests } from '../changes/change-actions';
import type { ChangeRecords } from '../changes/change-records';
import { askFilesSince, nativeChangeDialogs, nativeChangeEditors } from '../changes/change-dialogs';
import { filesSinceQuestion } from '../changes/change-texts';
import { undoCalls } from '../changes/undo-files';
import type { AwayNotices } from '../chat/away-notices';
import type { ChatAgent, ChatReports } from '../chat/chat-deps';
import type { ChatList } from '../chat/chat-list';
import { chatRequests } from '../chat/chat-requests';
import { ContextActions } from '../chat/context-actions';
import { MessageEdits } from '../chat/edit-message';
import { ImageSupport } from '../chat/image-support';
import type { ShownCall } from '../history/find-call';
import { historyRequests, PanelHistory, type ChatStorage } from '../history/panel-history';
import { storedChatDialogs } from '../history/stored-chat-dialogs';
import { PanelView } from './panel-view';
import { createRequestHandler } from './requests';

/** The agent behind the panel, and the chosen model; its id is empty when there is none. */
export interface PanelAgent extends ChatAgent {
  readonly model: () => ReturnType<typeof describeModel>;
  /** The first message of the recording in force; undefined when a model answers. */
  readonly replayPrompt: () => string | undefined;
  readonly onDidChangeModel: (listener: () => void) => Disposable;
  /** Whether the chosen model reads images; true if that is unknown. */
  readonly readsImages: (signal: AbortSignal) => Promise<boolean>;
}

export interface PanelDeps {
  readonly agent: PanelAgent;
  readonly approvals: {
    readonly pending: PendingApprovals;
    readonly actions: ApprovalActions;
    readonly review: Pick<ApprovalReview, 'one'>;
    readonly permission: Pick<HostPermissionLevels, 'levelOf' | 'onDidChange'>;
  };
  readonly chats: ChatList;
  readonly files: {
    readonly workspace: Pick<HostWorkspace, 'roots' | 'isTrusted' | 'onDidChange'>;
    /** File changes by the calls of all chats, and their undo. */
    readonly changes: FileChanges;
    readonly record: ChangeRecords;
    readonly recordUserEvent: RecordUserEvent;
    /** Context that the user can add to a message. */
    readonly context: ContextSources;
  };
  readonly reports: ChatReports;
  readonly storage: ChatStorage & { readonly overflow: Pick<OverflowStore, 'read'> };
  readonly terminals: {
    readonly background: Pick<HostBackgroundCommands, 'list'>;
    /** The command that runs in a terminal; undefined once it has ended. */
    readonly handleOf: (terminalId: string) => RunningCommand | undefined;
    readonly reveal: (terminalId: string) => void;
  };
  /** What the panel shows and opens outside its page. */
  readonly ui: {
    /** The panel disposes it. */
    readonly away: AwayNotices;
    readonly extensionUri: vscode.Uri;
    /** Shared with other native views; the caller disposes it. */
    readonly documents: ReadOnlyDocuments;
    /** Setting `gatehouse.accessibility.announceReplies`. */
    readonly announceReplies: () => AnnouncedReplies;
    /** Opens the explanation of a call of the active chat. */
    readonly explain: PanelHandlers['explain'];
    /** Shows where models come from, or sets one of these up. */
    readonly getModel: PanelHandlers['getModel'];
  };
}

/** The chat panel: its page, and the stored chats, made when it is first used. */
export class Panel implements Disposable {
  private made: MadePanel | undefined;

  constructor(private readonly deps: PanelDeps) {}

  get view(): PanelView {
    return this.parts().view;
  }

  get history(): PanelHistory {
    return this.parts().history;
  }

  show(webviewView: vscode.WebviewView): void {
    const { view, receive } = this.parts();
    view.resolve(webviewView, receive);
  }

  /** Adds the selection in the editor to the draft and shows the input. */
  async attachSelection(): Promise<void> {
    const { context, view } = this.parts();
    await context.attach('selection');
    await view.focus();
  }

  /** Shows the panel with the list of all chats. */
  async showHistory(): Promise<void> {
    const { history, view } = this.parts();
    history.list.open();
    await view.focus();
  }

  /** Shows the card of a call in its chat; false when that is no longer stored. */
  async showCall(call: ShownCall): Promise<boolean> {
    const { history, view } = this.parts();
    const itemId = await history.find(call);
    if (itemId === undefined) return false;
    history.list.close();
    await view.focusItem(itemId);
    return true;
  }

  dispose(): void {
    for (const each of this.made?.owned ?? []) each.dispose();
  }

  private parts(): MadePanel {
    return (this.made ??= makeParts(this.deps));
  }
}

interface MadePanel {
  readonly view: PanelView;
  readonly history: PanelHistory;
  readonly context: ContextActions;
  /** Receives the page's messages. */
  readonly receive: (message: unknown) => Promise<void>;
  readonly owned: readonly Disposable[];
}

function makeParts(panel: PanelDeps): MadePanel {
  const { agent, chats, files, reports, storage, ui } = panel;
  const images = new ImageSupport({
    readsImages: agent.readsImages,
    onChange: () => view.surroundingsChanged(),
  });
  const context = new ContextActions({
    chats,
    sources: files.context,
    reports,
    imageAdded: () => images.ask(),
  });
  const history = new PanelHistory({
    agent,
    changes: files.changes,
    chats,
    clock: systemClock,
    dialogs: storedChatDialogs,
    reports,
    storage,
  });
  const view = new PanelView({
    away: ui.away,
    chats,
    clock: systemClock,
    context: files.context,
    extensionUri: ui.extensionUri,
    history,
    reports,
    surroundings: () => ({ ...surroundingsOf(panel), takesImages: images.areTaken }),
  });
  const handlers: PanelHandlers = {
    ...view.requests(),
    ...chatRequests({ chats, context, edits: messageEdits(panel), openView: run, reports }),
    ...historyRequests(history.list, history.actions),
    ...changeRequests(changeActions(panel)),
    ...cardHandlers(panel, view),
    pickModel: () => run('gatehouse.pickModel'),
    pickPermission: () => run('gatehouse.setPermissionLevel'),
    getModel: ui.getModel,
    command: ({ command }) => run(commandIds[command]),
  };
  const update = () => view.surroundingsChanged();
  const watched = [
    agent.onDidChangeModel(() => {
      images.modelChanged(chats.active.draft.attachments.some(({ item }) => item.kind === 'image'));
      update();
    }),
    files.workspace.onDidChange(update),
    panel.approvals.permission.onDidChange(update),
    vscode.workspace.onDidGrantWorkspaceTrust(closeTrustPage),
  ];
  const receive = createRequestHandler(handlers, reports);
  return { view, history, context, receive, owned: [...watched, history, view, images, ui.away] };
}

const commandIds = {
  openFolder: 'vscode.openFolder',
  manageTrust: 'workbench.trust.manage',
  tryDemo: 'gatehouse.tryDemo',
} as const;

/** Newer versions of VS Code show the page of trust over the panel, which goes on now. */
async function closeTrustPage(): Promise<void> {
  const close = 'workbench.action.closeModalEditor';
  const known = await vscode.commands.getCommands();
  if (known.includes(close)) run(close);
}

/** Runs a command of VS Code, or one of ours. */
function run(command: string): void {
  void vscode.commands.executeCommand(command);
}

function cardHandlers(panel: PanelDeps, view: PanelView) {
  const { approvals, chats, files, reports, storage, terminals, ui } = panel;
  const { overflow } = storage;
  const { background, handleOf, reveal: revealTerminal } = terminals;
  const { notify, warn } = reports;
  return {
    ...cardRequests({ chats, documents: ui.documents, overflow, revealTerminal }),
    ...fileRequests({
      folders: () => files.workspace.roots(),
      answer: (found) => view.answerFiles(found),
      notify,
    }),
    ...codeRequests({ chats, folders: () => files.workspace.roots(), notify }),
    ...commandRequests({
      ...{ chats, background, handleOf, revealTerminal, askInput, notify },
      recordUserEvent: files.recordUserEvent,
    }),
    ...outputRequests({ chats, overflow, reveal: (itemId) => view.showItem(itemId), notify }),
    ...answerRequests({
      ...approvals,
      isShown: (approvalId) => view.isShown(approvalId),
      warn,
    }),
    explain: ui.explain,
  };
}

function changeActions({ chats, files, reports, ui }: PanelDeps): ChangeActions {
  const { warn } = reports;
  return new ChangeActions({
    chats,
    changes: files.changes,
    record: files.record,
    dialogs: nativeChangeDialogs(ui.documents, warn),
    editors: nativeChangeEditors(ui.documents),
    folders: () => files.workspace.roots(),
    warn,
  });
}

function messageEdits({ chats, files, reports }: PanelDeps): MessageEdits {
  return new MessageEdits({
    chats,
    filesSince: {
      ask: (calls) => askFilesSince(filesSinceQuestion(calls.map(({ item }) => item.title))),
      undo: (calls, signal) => undoCalls(calls, files, signal),
    },
    notify: reports.notify,
  });
}

function surroundingsOf({ agent, approvals, chats, files, ui }: PanelDeps) {
  const { label, replay } = agent.model();
  const { workspace } = files;
  return {
    model: label,
    replay,
    replayPrompt: agent.replayPrompt() ?? '',
    permission: approvals.permission.levelOf(chats.active.sessionId),
    hasFolder: workspace.roots().length > 0,
    trusted: workspace.isTrusted(),
    announceReplies: ui.announceReplies(),
  };
}
