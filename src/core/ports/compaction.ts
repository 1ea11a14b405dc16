import type { CompactionReport, SummaryRecord } from '../contracts/chats/conversation';
import type { Result } from '../contracts/failure';
import type { Disposable } from './disposable';

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
  /** Of one conversation, oldest first. */
  list(conversationId: string): Promise<Result<readonly SummaryRecord[]>>;
}
