import type {
  ConversationHit,
  ConversationQuery,
  StoredConversation,
} from '../../core/contracts/chats/conversation';
import type { Result } from '../../core/contracts/failure';

/** A chat that is stored in another place. */
export interface WorkspaceChat extends ConversationHit {
  /** Names the place, in this window and the next. */
  readonly placeId: string;
  /** For display: the name of the workspace, or "No folder". */
  readonly place: string;
}

export interface WorkspaceChatPage {
  /** Chats of all places together, newest first, by the time of the last write. */
  readonly chats: readonly WorkspaceChat[];
  /** Undefined at the end. */
  readonly nextCursor?: string;
  /** Unreadable places with the remedy, as a sentence; the others are still listed. */
  readonly problem?: string;
}

/**
 * The chats of other workspaces, and of windows without a folder: they stay reachable when a window
 * becomes another workspace. Nothing of another place is changed.
 */
export interface OtherWorkspaces {
  list(query: ConversationQuery, signal: AbortSignal): Promise<WorkspaceChatPage>;
  /** `unavailable` when there is no such chat. */
  read(placeId: string, sessionId: string): Promise<Result<StoredConversation>>;
  /** Copies a chat into the store of this window; answers the id of its session here. */
  copyHere(placeId: string, sessionId: string): Promise<Result<string>>;
}
