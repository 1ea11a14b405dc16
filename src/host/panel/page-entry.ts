/** The page of the panel, and what its buttons do: a bundle of its own, loaded when it is shown. */
import { randomUUID } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { isAlive } from '../../adapters/system/is-alive';
import type { HistoryList } from '../../core/contracts/panel';
import { CardActions } from './actions';
import { createChangeActions } from './change-actions';
import { filesSinceQuestion } from './change-texts';
import type { ChatList } from './chats';
import { createCommandActions } from './command-actions';
import { createContextActions } from './context-actions';
import { MessageEdits } from './edit-message';
import { findCall, type ShownCall } from './find-call';
import { ChatHistory } from './history';
import { chatsElsewhere, chatsHere } from './history-source';
import { askInput } from './input-box';
import { askFilesSince, nativeChangeDialogs, nativeChangeEditors } from './native-changes';
import { storedChatDialogs } from './native-stored';
import { createOutputActions } from './output-actions';
import type { PanelDeps } from './panel-deps';
import type { RequestDeps } from './requests';
import { StoredActions } from './stored-actions';
import { StoredChats } from './stored-chats';
import { notify } from './tell';
import type { Transcript } from './transcript';
import { undoCalls } from './undo-files';
import { PanelView } from './view';
import { createWindowClaims } from './window-claims';

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
    contextActions: createContextActions({ chats, context, notify: notify, warn }),
    edits: messageEdits(deps),
    outputActions: createOutputActions({
      chats,
      overflow,
      reveal: (itemId) => view.showItem(itemId),
      notify: notify,
    }),
    surroundings: () => surroundingsOf(deps),
    explain: deps.explain,
    rollBack: deps.rollBack,
    pickModel: deps.pickModel,
    openView: (command) => void vscode.commands.executeCommand(command),
    openFolder: () => void vscode.commands.executeCommand('vscode.openFolder'),
    manageTrust: () => void vscode.commands.executeCommand('workbench.trust.manage'),
    notify: notify,
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
    notify: notify,
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
