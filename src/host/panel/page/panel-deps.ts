import type * as vscode from 'vscode';
import type { AcpAgent } from '../../../core/ports/acp';
import type { Clock } from '../../../core/ports/system';
import type { Conversations, OverflowStore } from '../../../core/ports/conversations';
import type { Disposable } from '../../../core/ports/disposable';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { TerminalHandle } from '../../../core/ports/terminals';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import type { HostBackgroundCommands } from '../../background/background-commands';
import type { ContextSources } from '../../context/context-parts';
import type { OtherWorkspaces } from '../../workspace-stores/workspace-chats';
import type { ReadOnlyDocuments } from '../../window/read-only-documents';
import type { ChatAgent } from '../chat/chat-deps';
import type { WindowMemento } from '../history/stored-chats';

/** The chosen model; the id is empty when there is none. */
export interface PanelModel {
  readonly id: string;
  readonly label: string;
  /** True when a recording answers instead of a model. */
  readonly replay: boolean;
}

export interface PanelWorkspace {
  readonly hasFolder: () => boolean;
  readonly isTrusted: () => boolean;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface PanelDeps {
  readonly extensionUri: vscode.Uri;
  readonly agent: AcpAgent;
  readonly approvals: PendingApprovals;
  readonly actions: ApprovalActions;
  /** Shared with other native views; the caller disposes it. */
  readonly documents: ReadOnlyDocuments;
  readonly overflow: Pick<OverflowStore, 'read'>;
  readonly clock: Clock;
  readonly model: () => PanelModel;
  readonly onDidChangeModel: (listener: () => void) => Disposable;
  readonly pickModel: () => void;
  /** Explains the call of this card of the active chat. */
  readonly explain: (itemId: string) => unknown;
  readonly workspace: PanelWorkspace;
  /** Context that the user can add to a message. */
  readonly context: ContextSources;
  /** File changes by the calls of all chats, and their undo. */
  readonly changes: FileChanges;
  /** A chat was closed: the running work of its session ends, stored data stays. */
  readonly onChatClosed: (sessionId: string) => void;
  /** The storage folder of this workspace; windows that share it publish their open chats here. */
  readonly storageFolder: string;
  /** Saves the open chats for the next window of this workspace. */
  readonly memory: WindowMemento;
  readonly conversations: Pick<Conversations, 'read' | 'write'>;
  readonly places: OtherWorkspaces;
  readonly background: Pick<HostBackgroundCommands, 'list' | 'onDidChange'>;
  readonly revealTerminal: (terminalId: string) => void;
  /** The command that runs in a terminal; undefined once it has ended. */
  readonly handleOf: (terminalId: string) => TerminalHandle | undefined;
  /** Undoes the changes of a command of the active chat. */
  readonly rollBack: (itemId: string) => unknown;
  readonly log: { warn(message: string): void };
}

export function chatAgent(deps: PanelDeps): ChatAgent {
  return {
    acp: deps.agent,
    modelId: () => deps.model().id,
    cwd: deps.workspace.cwd,
    endSession: deps.onChatClosed,
  };
}
