import type {
  AssistantCall,
  ChatMessage,
  ThinkingBlock,
  ToolMessage,
  UserMessage,
} from '../../contracts/chat';

/** What a model said, as far as it got. */
export interface Said {
  readonly text: string;
  readonly thinking?: readonly ThinkingBlock[];
}

/**
 * What the model has been told. At every moment each call in it has exactly one answer (DESIGN
 * decision 21).
 */
export interface History {
  messages(): readonly ChatMessage[];
  /** Summaries of what was removed, oldest first: the Knowledge block (000). */
  knowledge(): readonly string[];
  addUser(message: Omit<UserMessage, 'role'>): void;
  /** An answer without calls; a blank one leaves no message. */
  addAnswer(said: Said): void;
  /** An answer that broke off: the model reads it, unless the turn is resumed. */
  addBroken(said: Said): void;
  /** An answer with calls and what came of them, in one step: no state between can be seen. */
  addRound(said: Said, calls: readonly AssistantCall[], answers: readonly ToolMessage[]): void;
  /**
   * Makes the last turn ready to go on: takes back an answer that broke off. False when nothing
   * waits for an answer.
   */
  resume(): boolean;
  /** A copy of all that stands before the person's message with this id; undefined without it. */
  before(messageId: string): History | undefined;
  /**
   * Puts a summary in the place of the first `count` messages, which end between complete rounds
   * (000 compress_context). Throws when they would split a call from its answer.
   */
  compress(count: number, summary: string): void;
  /** Puts other messages of the same length in place: tool results that were pruned. */
  replace(messages: readonly ChatMessage[]): void;
  clear(): void;
}
