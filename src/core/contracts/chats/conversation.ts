import type { Json } from '../json';

/** What was shown, in the order its keys were written; what the model was sent; the rest. */
export type EntryPart = 'transcript' | 'history' | 'state';

export interface ConversationEntry {
  readonly part: EntryPart;
  readonly key: string;
  readonly value: Json;
  /** Plain text for the search. */
  readonly words?: string;
}

export interface ConversationFacts {
  readonly title: string;
  /** True once the user named it: it is then not renamed automatically. */
  readonly isNamed: boolean;
  /** Absolute path of its folder. */
  readonly cwd: string;
  /** US dollars; absent if a model has no price. */
  readonly cost?: number;
  /** Read and written in total. */
  readonly tokens: number;
  /** How many messages the user sent. */
  readonly messages: number;
}

export interface ConversationInfo extends ConversationFacts {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What one write changes in a conversation, atomically. */
export interface ConversationChange {
  readonly facts?: Partial<ConversationFacts>;
  readonly drop?: readonly EntryPart[];
  readonly remove?: readonly Pick<ConversationEntry, 'part' | 'key'>[];
  readonly put?: readonly ConversationEntry[];
}

export interface StoredConversation {
  readonly info: ConversationInfo;
  /** Each part in the order its keys were first written. */
  readonly entries: readonly ConversationEntry[];
}

/** A conversation in a list; with a query, the reason for the match. */
export interface ConversationHit extends ConversationInfo {
  /** The first match in the transcript, on one line; absent for a match in the title. */
  readonly excerpt?: string;
}

export interface ConversationQuery {
  /** Words that title or text must contain, ignoring case; absent = all. */
  readonly text?: string;
  /** Of the page before. */
  readonly cursor?: string;
  /** At most 200. */
  readonly limit: number;
}

export interface ConversationPage {
  /** Newest first, by the time of the last write. Few or none if a search takes long. */
  readonly conversations: readonly ConversationHit[];
  /** Undefined at the end. */
  readonly nextCursor?: string;
}

/** Why it was compressed: by its size, by /compact, by compress_context (000-compress-4). */
export const compactionMethods = ['triggered', 'manual', 'autonomous'] as const;
export type CompactionMethod = (typeof compactionMethods)[number];

/** The stored record of a compaction: a row of `summaries`. */
export interface SummaryRecord {
  readonly conversationId: string;
  readonly method: CompactionMethod;
  /** The text that replaced the messages, redacted. */
  readonly text: string;
  readonly removedMessages: number;
  /** Estimated tokens of the removed messages and of the summary. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Id of the model that wrote it. */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type CompactionReport = Pick<
  SummaryRecord,
  'method' | 'removedMessages' | 'tokensBefore' | 'tokensAfter' | 'model'
>;
