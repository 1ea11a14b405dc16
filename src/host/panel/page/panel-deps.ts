import type * as vscode from 'vscode';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { Clock } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import type { CommandRollbacks } from '../changes/change-actions';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { CommandActionDeps } from '../cards/command-actions';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import type { HostBackgroundCommands } from '../../background/background-commands';
import type { ContextSources } from '../../context/context-parts';
import type { HostWorkspace } from '../../workspace/workspace';
import type { ReadOnlyDocuments } from '../../window/read-only-documents';
import type { ChatAgent, ChatReports } from '../chat/chat-deps';
import type { ChatStorage } from '../history/panel-history';

export interface PanelDeps {
  readonly agent: PanelAgent;
  readonly approvals: PanelApprovals;
  readonly chats: PanelStorage;
  readonly clock: Clock;
  readonly files: PanelFiles;
  readonly reports: ChatReports;
  readonly terminals: PanelTerminals;
  readonly ui: PanelUi;
}

export interface PanelAgent extends ChatAgent {
  readonly model: () => PanelModel;
  readonly onDidChangeModel: (listener: () => void) => Disposable;
}

/** The chosen model; the id is empty when there is none. */
export interface PanelModel {
  readonly id: string;
  readonly label: string;
  /** True when a recording answers instead of a model. */
  readonly replay: boolean;
}

export interface PanelApprovals {
  readonly pending: PendingApprovals;
  readonly actions: ApprovalActions;
}

export interface PanelStorage extends ChatStorage {
  readonly overflow: Pick<OverflowStore, 'read'>;
}

export interface PanelFiles {
  readonly workspace: Pick<HostWorkspace, 'roots' | 'isTrusted' | 'onDidChange'>;
  /** File changes by the calls of all chats, and their undo. */
  readonly changes: FileChanges;
  /** The undo of transactional commands. */
  readonly rollbacks: CommandRollbacks;
  /** Context that the user can add to a message. */
  readonly context: ContextSources;
}

export interface PanelTerminals {
  readonly background: Pick<HostBackgroundCommands, 'list' | 'onDidChange'>;
  /** The command that runs in a terminal; undefined once it has ended. */
  readonly handleOf: CommandActionDeps['handleOf'];
  readonly reveal: (terminalId: string) => void;
}

/** What the panel opens outside its page. */
export interface PanelUi {
  readonly extensionUri: vscode.Uri;
  /** Shared with other native views; the caller disposes it. */
  readonly documents: ReadOnlyDocuments;
  /** Explains the call of this card of the active chat. */
  readonly explain: (itemId: string) => unknown;
}
