import type {
  CompactionMethod,
  SummaryRecord,
} from '../../../src/core/contracts/chats/conversation';

/** A well-formed record of one compression, of conversation "chat". */
export function summaryRecord(
  method: CompactionMethod,
  more: Partial<SummaryRecord> = {},
): SummaryRecord {
  return {
    conversationId: 'chat',
    method,
    text: `The gist, ${method}.`,
    removedMessages: 12,
    tokensBefore: 9000,
    tokensAfter: 400,
    model: 'openai/m',
    at: Date.now(),
    ...more,
  };
}
