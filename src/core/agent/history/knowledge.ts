import type { ChatMessage } from '../../contracts/chat';

/** One summary in the Knowledge block (000), and what it stands for. */
export interface Knowledge {
  readonly text: string;
  /** The person's message whose rounds it tells of, where that message itself has stayed. */
  readonly within?: ChatMessage;
  /** It tells of what was before that message too. */
  readonly mixed: boolean;
}

interface Told {
  readonly messages: readonly ChatMessage[];
  readonly knowledge: readonly Knowledge[];
}

/**
 * Puts a summary in the place of the first `count` messages. The person's last message stays: what
 * is asked for must never be known by a summary alone. Throws when a round would be split.
 */
export function compressMessages(told: Told, count: number, summary: string): Told {
  const { messages, knowledge } = told;
  if (!endsRound(messages, count)) {
    throw new Error('Messages can be compressed only up to the end of a round.');
  }
  const request = messages.findLastIndex(({ role }) => role === 'user');
  const kept = request >= 0 && request < count ? messages[request] : undefined;
  const made: Knowledge =
    kept === undefined
      ? { text: summary, mixed: false }
      : { text: summary, within: kept, mixed: request > 0 };
  return {
    messages: [...(kept === undefined ? [] : [kept]), ...messages.slice(count)],
    knowledge: [...knowledge, made],
  };
}

/** Whether the first `count` messages hold every answer to their calls. */
export function endsRound(messages: readonly ChatMessage[], count: number): boolean {
  return (
    Number.isInteger(count) &&
    count > 0 &&
    count <= messages.length &&
    messages[count]?.role !== 'tool'
  );
}

/** The summaries of what stood before a message; undefined where it cannot be told apart. */
export function knowledgeBefore(
  message: ChatMessage | undefined,
  knowledge: readonly Knowledge[],
): readonly Knowledge[] | undefined {
  if (message === undefined) return undefined;
  const after = knowledge.filter(({ within }) => within === message);
  if (after.some(({ mixed }) => mixed)) return undefined;
  return knowledge.filter(({ within }) => within !== message);
}
