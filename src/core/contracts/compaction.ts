/**
 * Why a conversation was compressed (000 CompressionStrategy): `triggered` by its size, `manual` by
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
