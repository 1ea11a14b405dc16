import type {
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../contracts/chats/conversation';
import type { Result } from '../contracts/failure';

/** All chats of a storage folder (decision journal-first). Strings are redacted on the way in. */
export interface Conversations {
  /** Resolves when durable; in call order within a conversation. The first write creates it. */
  write(id: string, change: ConversationChange): Promise<Result<void>>;
  /** `unavailable` if there is none with this id. */
  read(id: string): Promise<Result<StoredConversation>>;
  list(query: ConversationQuery): Promise<Result<ConversationPage>>;
  /** With its outputs and summaries, hidden at once, then removed from disk. Audit entries stay. */
  delete(id: string): Promise<Result<void>>;
}

/** Full texts too long for the model (003-overflow-3), scoped to one conversation. */
export interface OverflowStore {
  /** Resolves when the text is durable; returns the uuid. */
  put(entry: { readonly conversationId: string; readonly text: string }): Promise<Result<string>>;
  /** `unavailable` if the id is unknown or belongs to another conversation. */
  read(request: OverflowRead): Promise<Result<OverflowSlice>>;
}

export interface OverflowRead {
  readonly conversationId: string;
  readonly id: string;
  /** In characters. */
  readonly offset: number;
  readonly limit: number;
  /** Returns only lines that contain this text. */
  readonly search?: string;
}

export interface OverflowSlice {
  readonly text: string;
  readonly totalChars: number;
  /** Offset of the next slice, undefined at the end. */
  readonly nextOffset?: number;
}
