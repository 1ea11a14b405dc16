import type { Json } from '../json';

/**
 * What an entry of a stored conversation is for: `transcript` is shown, in the order of the first
 * writing of its keys; `history` is what the model has been told; `state` is what else a session
 * needs to go on.
 */
export type EntryPart = 'transcript' | 'history' | 'state';

/** One entry. Written again under the same part and key, it takes the place of the former. */
export interface ConversationEntry {
  readonly part: EntryPart;
  /** Names it within its part. */
  readonly key: string;
  readonly value: Json;
  /** Plain text by which a search finds it; the first 2,000 characters are kept. */
  readonly words?: string;
}

/** What a list tells of a conversation. */
export interface ConversationFacts {
  readonly title: string;
  /** True once the person has named it: nothing else renames it then. */
  readonly isNamed: boolean;
  /** Absolute folder it was held in. */
  readonly cwd: string;
  /** US dollars; absent where a model has no price. */
  readonly cost?: number;
  /** Read and written, all together. */
  readonly tokens: number;
  /** Messages of the person. */
  readonly messages: number;
}

export interface ConversationInfo extends ConversationFacts {
  /** Id of its session. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What one write does to a conversation: all of it or nothing. */
export interface ConversationChange {
  /** Facts that are new; the others stay. */
  readonly facts?: Partial<ConversationFacts>;
  /** Parts that are emptied, before `put`. */
  readonly drop?: readonly EntryPart[];
  /** Entries that go, before `put`. */
  readonly remove?: readonly Pick<ConversationEntry, 'part' | 'key'>[];
  readonly put?: readonly ConversationEntry[];
}

/** A conversation as it was last written. */
export interface StoredConversation {
  readonly info: ConversationInfo;
  /** Each part in the order of the first writing of its keys. */
  readonly entries: readonly ConversationEntry[];
}

/** A conversation that a list names; with a query, why. */
export interface ConversationHit extends ConversationInfo {
  /**
   * The place of the first match in what was said or done, on one line; absent for one in the
   * title.
   */
  readonly excerpt?: string;
}

export interface ConversationQuery {
  /** Words that title or text must contain, whatever their case; absent = all. */
  readonly text?: string;
  /** Of the page before. */
  readonly cursor?: string;
  /** At most 200. */
  readonly limit: number;
}

export interface ConversationPage {
  /** Newest first, by the time of the last write. */
  readonly conversations: readonly ConversationHit[];
  /** Undefined at the end. */
  readonly nextCursor?: string;
}

/**
 * Why a conversation was compressed (000-compress-4): `triggered` by its size, `manual` by
 * /compact, `autonomous` by the model's own call of compress_context.
 */
export const compactionMethods = ['triggered', 'manual', 'autonomous'] as const;
export type CompactionMethod = (typeof compactionMethods)[number];

/** One compression, as it is kept: the row of `summaries`. */
export interface SummaryRecord {
  readonly conversationId: string;
  readonly method: CompactionMethod;
  /** What took the messages' place, redacted. */
  readonly text: string;
  readonly removedMessages: number;
  /** Estimated, of the removed messages and of the summary. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Id of the model that wrote it. */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a compression did. */
export type CompactionReport = Pick<
  SummaryRecord,
  'method' | 'removedMessages' | 'tokensBefore' | 'tokensAfter' | 'model'
>;
