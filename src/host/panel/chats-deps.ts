import type { PanelChange, PanelState } from '../../core/contracts/panel';
import type { BackgroundCommands } from '../../core/ports/background-commands';
import type { Disposable } from '../../core/ports/disposable';
import type { FileChanges } from '../../core/ports/file-changes';
import type { PendingApprovals } from '../approvals/types';
import type { ChangedItems } from './changed-items';
import type { ChatTabDeps } from './chat-deps';

export interface ChatListDeps extends Omit<
  ChatTabDeps,
  | 'onItems'
  | 'onState'
  | 'onReset'
  | 'onCommands'
  | 'onSession'
  | 'approvals'
  | 'background'
  | 'changes'
> {
  readonly background: Pick<BackgroundCommands, 'list'> & {
    readonly onDidChange: (listener: (sessionId: string) => void) => Disposable;
  };
  readonly approvals: Pick<
    PendingApprovals,
    'list' | 'cancelCall' | 'cancelSession' | 'onDidChange'
  >;
  readonly changes: Pick<FileChanges, 'files' | 'undoState' | 'onDidChange'>;
  /** A chat is no longer open: what runs for its session may go, what is stored stays. */
  readonly onClosed: (sessionId: string) => void;
}

export type ChatListState = Pick<
  PanelState,
  'chats' | 'activeChat' | 'draft' | 'queued' | 'background' | 'attachments' | 'usage'
> &
  ChangedItems;

/** Whoever shows the active chat. */
export interface ChatListView {
  /** Items of the active chat, or the state, have changed. */
  readonly change: (changes: readonly PanelChange[]) => void;
  /** Another chat is active: everything is new. */
  readonly reset: () => void;
  /** The agent of the active chat has said what it can be told. */
  readonly commandsChanged: () => void;
}
