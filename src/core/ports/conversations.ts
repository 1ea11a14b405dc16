import type {
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
  CompactionReport,
  SummaryRecord,
} from '../contracts/chats/conversation';
import type { Result } from '../contracts/failure';
import type { Disposable } from './system';

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
  /** Resolves when the text is durable; returns the uuid, which is that of the spool. */
  put(entry: OverflowText): Promise<Result<string>>;
  /**
   * `unavailable` if the id is unknown or belongs to another conversation. An output whose command
   * still runs is read as far as it is on disk.
   */
  read(request: OverflowRead): Promise<Result<OverflowSlice>>;
}

/** Whose outputs a chat may read besides its own: a fork refers to those of the chat it began in. */
export interface ForkedChats {
  /** `forkOf`: the chats it was forked from, the nearest first. */
  open(sessionId: string, forkOf: readonly string[]): void;
}

export interface OverflowText {
  readonly conversationId: string;
  readonly text: string;
  /** Id of the spool with all of it: stored instead, if it is still there, and removed. */
  readonly spooled?: string | undefined;
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

/** For the tool compress_context (000-compress-1); the agent does the work. */
export interface Compaction {
  /** One at a time per session. On failure nothing is lost. */
  compress(sessionId: string, signal: AbortSignal): Promise<Result<CompactionReport>>;
}

/** Where each session registers how to compress it; the agent registers, the tool calls. */
export interface CompactionRegistry {
  register(
    sessionId: string,
    compress: (signal: AbortSignal) => Promise<Result<CompactionReport>>,
  ): Disposable;
}

/** Records compactions (000-compress-4). */
export interface SummaryLog {
  /** Resolves when the record is durable. */
  add(record: SummaryRecord): Promise<Result<void>>;
}
