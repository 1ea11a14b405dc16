import type { CompactionReport, SummaryRecord } from '../contracts/chats/conversation';
import type { Result } from '../contracts/failure';
import type { Disposable } from './disposable';

/**
 * Compresses conversations for the tool compress_context (000-compress-1); the agent does the work.
 */
export interface Compaction {
  /**
   * Compresses the conversation of a session by the model's own wish. On failure nothing of it is
   * lost; while one runs for the session, another is refused.
   */
  compress(sessionId: string, signal: AbortSignal): Promise<Result<CompactionReport>>;
}

/** Where each session says how it is compressed; the agent registers, the tool asks. */
export interface CompactionRegistry {
  register(
    sessionId: string,
    compress: (signal: AbortSignal) => Promise<Result<CompactionReport>>,
  ): Disposable;
}

/** Where compressions are recorded (000-compress-4). */
export interface SummaryLog {
  /** Settles when the record is durable. */
  add(record: SummaryRecord): Promise<Result<void>>;
  /** Of one conversation, oldest first. */
  list(conversationId: string): Promise<Result<readonly SummaryRecord[]>>;
}
