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
import type { ChatReports } from '../chat/chat-deps';
import type { ChatList } from '../chat/chat-list';
import { chatRequests } from '../chat/chat-requests';
import { ContextActions } from '../chat/context-actions';
import { MessageEdits } from '../chat/edit-message';
import { historyRequests } from '../history/history-requests';
import { PanelHistory } from '../history/panel-history';
import { storedChatDialogs } from '../history/stored-chat-dialogs';
import { chatAgent, type PanelDeps } from './panel-deps';
import { PanelView } from './panel-view';
import { createRequestHandler } from './requests';

export interface PageDeps extends PanelDeps {
  readonly chats: ChatList;
  readonly reports: ChatReports;
}

/** The page of the panel and its buttons. */
export function createPanelView(deps: PageDeps): PanelView {
  const { chats, changes, clock, extensionUri, reports } = deps;
  const context = new ContextActions({ chats, sources: deps.context, reports });
  const history = new PanelHistory({
    agent: chatAgent(deps),
    changes,
    chats,
    clock,
    dialogs: storedChatDialogs,
    reports,
    storage: {
      conversations: deps.conversations,
      places: deps.places,
      memory: deps.memory,
      folder: deps.storageFolder,
    },
    onChange: (list) => view.historyChanged(list),
  });
  const edits = messageEdits(deps);
  const view: PanelView = new PanelView({
    chats,
    clock,
    context,
    extensionUri,
    history,
    reports,
    surroundings: () => surroundingsOf(deps),
    receiver: (page) =>
      createRequestHandler(
        {
          ...chatRequests({ chats, context, edits, openView: run, reports }),
          ...historyRequests(history.list, history.actions),
          ...changeRequests(changeActions(deps)),
          ...cardHandlers(deps, page),
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

function cardHandlers(deps: PageDeps, page: PanelView) {
  const { chats, documents, overflow, revealTerminal, background, handleOf, reports } = deps;
  const { notify, warn } = reports;
  const reveal = (itemId: string) => page.showItem(itemId);
  return {
    ...cardRequests({
      cards: new CardActions({ chats, documents, overflow, revealTerminal }),
      commands: createCommandActions({
        chats,
        background,
        handleOf,
        revealTerminal,
        askInput,
        notify,
      }),
      outputs: createOutputActions({ chats, overflow, reveal, notify }),
      explain: deps.explain,
      rollBack: deps.rollBack,
    }),
    ...answerRequests({
      pending: deps.approvals,
      actions: deps.actions,
      isShown: (approvalId) => page.isShown(approvalId),
      warn,
    }),
  };
}

function changeActions({ chats, changes, documents, reports, workspace }: PageDeps): ChangeActions {
  const { warn } = reports;
  return new ChangeActions({
    chats,
    changes,
    dialogs: nativeChangeDialogs(documents, warn),
    editors: nativeChangeEditors(documents),
    folders: workspace.folders,
    warn,
  });
}

function messageEdits({ chats, changes, reports }: PageDeps): MessageEdits {
  const edits = new MessageEdits({
    filesSince: {
      ask: (calls) => askFilesSince(filesSinceQuestion(calls.map(({ item }) => item.title))),
      undo: (calls, signal) => undoCalls(changes, calls, signal),
    },
    onReady: (edited) => chats.continueFrom(edited),
    notify: reports.notify,
  });
  chats.watchForks(edits);
  return edits;
}

function surroundingsOf({ model, workspace }: PanelDeps) {
  const { label, replay } = model();
  return {
    model: label,
    replay,
    hasFolder: workspace.hasFolder(),
    trusted: workspace.isTrusted(),
  };
}
