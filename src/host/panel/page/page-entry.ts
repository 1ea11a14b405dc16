/** The page of the panel and its buttons: a bundle of its own, loaded when the panel is shown. */
import { randomUUID } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { isAlive } from '../../../adapters/system/processes';
import type { HistoryList } from '../../../core/contracts/panel/state';
import { CardActions } from '../cards/card-actions';
import { createChangeActions } from '../changes/change-actions';
import { filesSinceQuestion } from '../changes/change-texts';
import type { ChatList } from '../chat/chat-list';
import { createCommandActions } from '../cards/command-actions';
import { createContextActions } from '../chat/context-actions';
import { MessageEdits } from '../chat/edit-message';
import { findCall, type ShownCall } from '../history/find-call';
import { ChatHistory } from '../history/chat-history';
import { chatsElsewhere, chatsHere } from '../history/sources';
import { askInput } from '../cards/input-box';
import { askFilesSince, nativeChangeDialogs, nativeChangeEditors } from '../changes/change-dialogs';
import { storedChatDialogs } from '../history/stored-chat-dialogs';
import { createOutputActions } from '../cards/output-actions';
import type { PanelDeps } from './panel-deps';
import type { RequestDeps } from './requests';
import { StoredActions } from '../history/stored-actions';
import { StoredChats } from '../history/stored-chats';
import { notify } from '../../window/notify';
import type { Transcript } from '../transcript/transcript';
import { undoCalls } from '../changes/undo-files';
import { PanelView } from './panel-view';
import { createWindowClaims } from '../history/window-claims';

export interface PageDeps extends PanelDeps {
  readonly chats: ChatList;
  readonly readRequest: RequestDeps['read'];
  readonly newTranscript: () => Transcript;
}

export function createPanelView(deps: PageDeps): PanelView {
  const { chats, documents, overflow, revealTerminal, background, handleOf, context } = deps;
  const warn = (message: string) => deps.log.warn(message);
  const commands = { chats, background, handleOf, revealTerminal, askInput, notify };
  const stored = storedParts(deps, (list) => view.historyChanged(list));
  const view = new PanelView({
    ...stored,
    extensionUri: deps.extensionUri,
    chats,
    clock: deps.clock,
    context,
    read: deps.readRequest,
    approvals: deps.approvals,
    approvalActions: deps.actions,
    cardActions: new CardActions({ chats, documents, overflow, revealTerminal }),
    changeActions: createChangeActions({
      chats,
      changes: deps.changes,
      dialogs: nativeChangeDialogs(documents, warn),
      editors: nativeChangeEditors(documents),
      folders: deps.workspace.folders,
      warn,
    }),
    commandActions: createCommandActions(commands),
    contextActions: createContextActions({ chats, context, notify, warn }),
    edits: messageEdits(deps),
    outputActions: createOutputActions({
      chats,
      overflow,
      reveal: (itemId) => view.showItem(itemId),
      notify,
    }),
    surroundings: () => surroundingsOf(deps),
    explain: deps.explain,
    rollBack: deps.rollBack,
    pickModel: deps.pickModel,
    openView: (command) => void vscode.commands.executeCommand(command),
    openFolder: () => void vscode.commands.executeCommand('vscode.openFolder'),
    manageTrust: () => void vscode.commands.executeCommand('workbench.trust.manage'),
    notify,
    warn,
  });
  return view;
}

/** What of the panel is about stored chats. */
function storedParts(deps: PageDeps, onHistory: (list: HistoryList | null) => void) {
  const { chats, agent, clock, conversations, changes, memory, places, newTranscript } = deps;
  const warn = (message: string) => deps.log.warn(message);
  const claims = createWindowClaims({
    folder: path.join(deps.storageFolder, 'windows'),
    machine: os.hostname(),
    pid: process.pid,
    token: randomUUID(),
    isAlive,
    startedAt: () => clock.now() - os.uptime() * 1000,
    now: () => clock.now(),
    warn,
  });
  const stored = new StoredChats({ chats, claims, conversations, changes, memory, clock, warn });
  const sources = [chatsHere(agent), chatsElsewhere(places)];
  const history = new ChatHistory({ sources, chats, clock, onChange: onHistory });
  const storedActions = new StoredActions({
    ...{ chats, stored, history, agent, conversations, places, changes, newTranscript, warn },
    onClosed: deps.onChatClosed,
    dialogs: storedChatDialogs,
  });
  const find = { chats, stored, conversations };
  return { stored, history, storedActions, findCall: (call: ShownCall) => findCall(call, find) };
}

function messageEdits({ chats, changes }: PageDeps): MessageEdits {
  const edits = new MessageEdits({
    filesSince: {
      ask: (calls) => askFilesSince(filesSinceQuestion(calls.map(({ item }) => item.title))),
      undo: (calls, signal) => undoCalls(changes, calls, signal),
    },
    onReady: (edited) => chats.continueFrom(edited),
    notify,
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
