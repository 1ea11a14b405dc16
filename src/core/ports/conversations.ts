import type {
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../contracts/conversation';
import type { Result } from '../contracts/result';

/**
 * Every message, tool call and update of every chat of one storage folder (DESIGN section 5).
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
