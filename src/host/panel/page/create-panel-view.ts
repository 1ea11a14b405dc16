import * as vscode from 'vscode';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import { CardActions } from '../cards/card-actions';
import { answerRequests, cardRequests } from '../cards/card-requests';
import { createCommandActions } from '../cards/command-actions';
import { askInput } from '../cards/input-box';
import { createOutputActions } from '../cards/output-actions';
import { ChangeActions, changeRequests } from '../changes/change-actions';
import { askFilesSince, nativeChangeDialogs, nativeChangeEditors } from '../changes/change-dialogs';
import { filesSinceQuestion } from '../changes/change-texts';
import { undoCalls } from '../changes/undo-files';
import type { ChatList } from '../chat/chat-list';
import { chatRequests } from '../chat/chat-requests';
import { ContextActions } from '../chat/context-actions';
import { MessageEdits } from '../chat/edit-message';
import { historyRequests } from '../history/history-requests';
import { PanelHistory } from '../history/panel-history';
import { storedChatDialogs } from '../history/stored-chat-dialogs';
import type { PanelDeps } from './panel-deps';
import { PanelView } from './panel-view';
import { createRequestHandler } from './requests';

/** The page of the panel and its buttons. */
export function createPanelView(panel: PanelDeps, chats: ChatList): PanelView {
  const { agent, clock, files, reports } = panel;
  const context = new ContextActions({ chats, sources: files.context, reports });
  const history = new PanelHistory({
    agent,
    changes: files.changes,
    chats,
    clock,
    dialogs: storedChatDialogs,
    reports,
    storage: panel.chats,
    onChange: (list) => view.historyChanged(list),
  });
  const edits = messageEdits(panel, chats);
  const view: PanelView = new PanelView({
    chats,
    clock,
    context,
    extensionUri: panel.ui.extensionUri,
    history,
    reports,
    surroundings: () => surroundingsOf(panel),
    receiver: (page) =>
      createRequestHandler(
        {
          ...chatRequests({ chats, context, edits, openView: run, reports }),
          ...historyRequests(history.list, history.actions),
          ...changeRequests(changeActions(panel, chats)),
          ...cardHandlers(panel, chats, page),
          ...pageRequests(page),
        },
        reports,
      ),
  });
  return view;
}

function pageRequests(
  page: PanelView,
): Pick<PanelHandlers, 'ready' | 'suggest' | 'showEarlier' | 'pickModel' | 'command'> {
  return {
    ready: () => page.ready(),
    suggest: ({ query }) => page.suggest(query),
    showEarlier: () => page.showEarlier(),
    pickModel: () => run('gatehouse.pickModel'),
    command: ({ command }) =>
      run(command === 'openFolder' ? 'vscode.openFolder' : 'workbench.trust.manage'),
  };
}

/** Runs a command of VS Code, or one of ours. */
function run(command: string): void {
  void vscode.commands.executeCommand(command);
}

function cardHandlers(panel: PanelDeps, chats: ChatList, page: PanelView) {
  const { approvals, reports, terminals, ui } = panel;
  const { overflow } = panel.chats;
  const { background, handleOf, reveal: revealTerminal } = terminals;
  const { notify, warn } = reports;
  const reveal = (itemId: string) => page.showItem(itemId);
  return {
    ...cardRequests({
      cards: new CardActions({ chats, documents: ui.documents, overflow, revealTerminal }),
      commands: createCommandActions({
        chats,
        background,
        handleOf,
        revealTerminal,
        askInput,
        notify,
      }),
      outputs: createOutputActions({ chats, overflow, reveal, notify }),
      explain: ui.explain,
    }),
    ...answerRequests({
      pending: approvals.pending,
      actions: approvals.actions,
      isShown: (approvalId) => page.isShown(approvalId),
      warn,
    }),
  };
}

function changeActions({ files, reports, ui }: PanelDeps, chats: ChatList): ChangeActions {
  const { warn } = reports;
  return new ChangeActions({
    chats,
    changes: files.changes,
    rollbacks: files.rollbacks,
    dialogs: nativeChangeDialogs(ui.documents, warn),
    editors: nativeChangeEditors(ui.documents),
    folders: () => files.workspace.roots(),
    warn,
  });
}

function messageEdits({ files, reports }: PanelDeps, chats: ChatList): MessageEdits {
  const edits = new MessageEdits({
    filesSince: {
      ask: (calls) => askFilesSince(filesSinceQuestion(calls.map(({ item }) => item.title))),
      undo: (calls, signal) => undoCalls(files.changes, calls, signal),
    },
    onReady: (edited) => chats.continueFrom(edited),
    notify: reports.notify,
  });
  chats.watchForks(edits);
  return edits;
}

function surroundingsOf({ agent, files }: PanelDeps) {
  const { label, replay } = agent.model();
  const { workspace } = files;
  return {
    model: label,
    replay,
    hasFolder: workspace.roots().length > 0,
    trusted: workspace.isTrusted(),
  };
}
