import type {
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../contracts/chats/conversation';
import type { Result } from '../contracts/failure';

/**
 * Every message, tool call and update of every chat of one storage folder (decision journal-first).
 * Strings are redacted on their way in.
 */
export interface Conversations {
  /**
   * Settles when the change is durable; the changes of one conversation take effect in the order of
   * these calls. The first write makes the conversation.
   */
  write(id: string, change: ConversationChange): Promise<Result<void>>;
  /** `unavailable` when there is none with this id. */
  read(id: string): Promise<Result<StoredConversation>>;
  list(query: ConversationQuery): Promise<Result<ConversationPage>>;
  /**
   * Removes it with its outputs and summaries: gone from every answer at once, and from the disk
   * with the next save, which this starts and waits for. Entries of the audit log stay.
   */
  delete(id: string): Promise<Result<void>>;
}

/** Full texts too long for the model (003-overflow-3), scoped to one conversation. */
export interface OverflowStore {
  /** Settles when the text is durable; answers the uuid. */
  put(entry: { readonly conversationId: string; readonly text: string }): Promise<Result<string>>;
  /** `unavailable` when the id is unknown or belongs to another conversation. */
  read(request: OverflowRead): Promise<Result<OverflowSlice>>;
}

export interface OverflowRead {
  readonly conversationId: string;
  readonly id: string;
  /** In characters. */
  readonly offset: number;
  readonly limit: number;
  /** Answers only lines that contain this text. */
  readonly search?: string;
}

export interface OverflowSlice {
  readonly text: string;
  readonly totalChars: number;
  /** Offset of the next slice, undefined at the end. */
  readonly nextOffset?: number;
}
