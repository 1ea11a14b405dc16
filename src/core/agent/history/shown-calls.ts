import type { ChatMessage } from '../../contracts/chat';

/** Ids of the calls whose results these messages show (DESIGN decision 44). */
export function shownCalls(messages: readonly ChatMessage[]): readonly string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return message.ranByHand ?? [];
    if (message.role === 'assistant') return [];
    const { toolCallId, ranAs } = message;
    return ranAs === undefined ? [toolCallId] : [toolCallId, ranAs];
  });
}
