import type { AssistantCall, ChatMessage, ToolMessage } from '../../contracts/chat';
import type { ConversationEntry } from '../../contracts/conversation';
import type { AnswerText } from '../history/history';
import type { Knowledge } from '../history/knowledge';
import { toEntryValue } from './to-entry-value';

/**
 * How the entries of the part `history` are named: `user:3`, `said:4`, `round:5`, `knowledge:2`, in
 * the order of what the model was told, and `answer:<toolCallId>` wherever it stands.
 */
export const historyKinds = ['user', 'said', 'round', 'knowledge'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Names of entries, each once in the life of a conversation. */
export interface HistoryKeys {
  next(kind: HistoryKind): string;
}

export function createHistoryKeys(from = 0): HistoryKeys {
  let count = from;
  return { next: (kind) => `${kind}:${String((count += 1))}` };
}

export function userEntry(key: string, message: ChatMessage): ConversationEntry {
  const { role: _, ...said } = message;
  return historyEntry(key, said);
}

export function answerTextEntry(key: string, said: AnswerText, isBroken: boolean): ConversationEntry {
  const { text, thinking } = said;
  return historyEntry(key, { text, thinking, ...(isBroken && { broken: true }) });
}

export function roundEntry(
  key: string,
  { text, thinking }: AnswerText,
  calls: readonly AssistantCall[],
): ConversationEntry {
  return historyEntry(key, { text, thinking, calls });
}

export function toolMessageEntry({ role: _, ...answer }: ToolMessage): ConversationEntry {
  return historyEntry(`answer:${answer.toolCallId}`, answer);
}

/** `after`: the name of the person's message that it stands behind. */
export function knowledgeEntry(
  key: string,
  { text }: Knowledge,
  after: string | undefined,
): ConversationEntry {
  return historyEntry(key, { text, after });
}

function historyEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'history', key, value: toEntryValue(value) };
}
