import type { ChatMessage } from '../../contracts/chats/messages';

/** One summary in the Knowledge block (000-compress-2). */
export interface KnowledgePart {
  readonly text: string;
  /** The user message whose rounds it covers, if that message was still there. */
  readonly after?: ChatMessage;
}

/** All that a model knows of a conversation. */
export interface HistoryContent {
  readonly messages: readonly ChatMessage[];
  readonly knowledge: readonly KnowledgePart[];
}

interface Compressed {
  readonly from: number;
  readonly to: number;
  readonly summary: string;
}

/**
 * Replaces messages by a summary; the user's last message stays, so that the request is never known
 * from a summary alone.
 */
export function compressMessages(
  { messages, knowledge }: HistoryContent,
  { from, to, summary }: Compressed,
): HistoryContent {
  const request = messages.findLastIndex(({ role }) => role === 'user');
  if (!(from < to) || !isBoundary(messages, from) || !isBoundary(messages, to)) {
    throw new Error('Only complete rounds can be compressed.');
  }
  if (from <= request && (from > 0 || to > request)) {
    throw new Error("The user's last message cannot be compressed.");
  }
  const after = from > 0 ? messages[request] : undefined;
  return {
    messages: [...messages.slice(0, from), ...messages.slice(to)],
    knowledge: [...knowledge, { text: summary, ...(after !== undefined && { after }) }],
  };
}

/** Whether no call is separated from its answer at `index`. */
export function isBoundary(messages: readonly ChatMessage[], index: number): boolean {
  const inside = Number.isInteger(index) && index >= 0 && index <= messages.length;
  return inside && messages[index]?.role !== 'tool';
}

/** The summaries of what came before the message at `index`. */
export function knowledgeBefore(
  { messages, knowledge }: HistoryContent,
  index: number,
): readonly KnowledgePart[] {
  const later = new Set(messages.slice(index));
  return knowledge.filter(({ after }) => after === undefined || !later.has(after));
}
