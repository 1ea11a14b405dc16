import type {
  AssistantCall,
  AssistantMessage,
  ChatMessage,
  ThinkingBlock,
  ToolMessage,
  UserMessage,
} from '../../contracts/chats/messages';
import { failure, formatToolError } from '../../contracts/failure';
import { compressMessages, knowledgeBefore, type HistoryContent } from './knowledge';

/** What a model said, as far as it got. */
export interface AnswerText {
  readonly text: string;
  readonly thinking?: readonly ThinkingBlock[];
}

/**
 * The conversation as sent to the model. Each call in it always has exactly one answer (decision
 * 21).
 */
export interface MessageHistory {
  /** Returns the same array until something changes. */
  messages(): readonly ChatMessage[];
  /** Summaries of removed messages, oldest first: the Knowledge block (000-compress-2). */
  knowledge(): readonly string[];
  addUser(message: Omit<UserMessage, 'role'>): void;
  /** An answer without calls; a blank one adds no message. */
  addAnswer(said: AnswerText): void;
  /** An answer that broke off: the model reads it unless the turn is resumed. */
  addBroken(said: AnswerText): void;
  /** Adds an answer with calls and their results in one step, without a state in between. */
  addRound(
    said: AnswerText,
    calls: readonly AssistantCall[],
    answers: readonly ToolMessage[],
  ): void;
  /**
   * Prepares the last turn to be resumed: removes an answer that broke off. False if no message
   * waits for an answer.
   */
  resume(): boolean;
  /**
   * A copy of everything before the user's message with this id, with the summaries before it;
   * undefined if the message is unknown.
   */
  before(messageId: string): MessageHistory | undefined;
  /**
   * Replaces the first `count` messages, or those from `from` to `count`, by a summary
   * (000-compress-6). They must be complete rounds. Throws if it would separate a call from its
   * answer or remove the user's last message.
   */
  compress(count: number, summary: string, from?: number): void;
  /**
   * Replaces the messages by as many others whose tool results were pruned. Throws if anything but
   * answers to the same calls differs.
   */
  replace(messages: readonly ChatMessage[]): void;
  clear(): void;
  /** All data to restore with `createHistory`. */
  state(): HistoryState;
}

/** The history of a model, and the part that a resumed turn removes. */
export interface HistoryState extends HistoryContent {
  /** The last unfinished answer, whether or not it is still in the history. */
  readonly broken?: ChatMessage | undefined;
}

const emptyHistory: HistoryState = { messages: [], knowledge: [] };

export function createMessageHistory(start = emptyHistory): MessageHistory {
  let messages = [...start.messages];
  let knowledge = start.knowledge;
  let shown: readonly ChatMessage[] | undefined;
  let { broken } = start;

  const add = (...added: readonly ChatMessage[]) => {
    messages.push(...added);
    shown = undefined;
  };
  const put = (content: HistoryContent) => {
    messages = [...content.messages];
    knowledge = content.knowledge;
    shown = undefined;
  };
  return {
    messages: () => (shown ??= [...messages]),
    knowledge: () => knowledge.map(({ text }) => text),
    addUser: (message) => {
      add({ role: 'user', ...message });
    },
    addAnswer: (said) => {
      if (said.text.trim() !== '') add(answer(said, []));
    },
    addBroken: (said) => {
      if (said.text.trim() === '') return;
      broken = answer(said, []);
      add(broken);
    },
    addRound: (said, calls, answers) => {
      const asked = uniqueCalls(calls);
      add(answer(said, asked), ...answerAll(asked, answers));
    },
    resume: () => {
      if (broken !== undefined && messages.at(-1) === broken) {
        put({ messages: messages.slice(0, -1), knowledge });
      }
      return (messages.at(-1)?.role ?? 'assistant') !== 'assistant';
    },
    before: (messageId) => {
      const at = messages.findLastIndex((each) => each.role === 'user' && each.id === messageId);
      if (at < 0) return undefined;
      const known = knowledgeBefore({ messages, knowledge }, at);
      return createMessageHistory({ messages: messages.slice(0, at), knowledge: known });
    },
    compress: (count, summary, from = 0) => {
      put(compressMessages({ messages, knowledge }, { from, to: count, summary }));
    },
    replace: (others) => {
      if (!onlyAnswersDiffer(messages, others)) {
        throw new Error('Only answers to the same calls can be replaced.');
      }
      put({ messages: others, knowledge });
    },
    clear: () => {
      put({ messages: [], knowledge: [] });
    },
    state: () => ({ messages: [...messages], knowledge, broken }),
  };
}

function answer({ text, thinking }: AnswerText, calls: readonly AssistantCall[]): AssistantMessage {
  return { role: 'assistant', text, calls, ...(thinking !== undefined && { thinking }) };
}

/** The loop makes ids unique (decision 36); a duplicate must not be answered twice. */
export function uniqueCalls(calls: readonly AssistantCall[]): readonly AssistantCall[] {
  return [
    ...new Map([...calls].reverse().map((call) => [call.toolCallId, call])).values(),
  ].reverse();
}

/** The first answer counts; a missing one is filled with neutral text (decision 21). */
function answerAll(
  calls: readonly AssistantCall[],
  answers: readonly ToolMessage[],
): readonly ToolMessage[] {
  const unavailable = failure('cancelled', 'The result of this call is unavailable.');
  return calls.map(
    ({ toolCallId, wireId, name }) =>
      answers.find((each) => each.toolCallId === toolCallId) ?? {
        role: 'tool',
        toolCallId,
        wireId,
        name,
        text: formatToolError(unavailable),
        status: 'cancelled',
      },
  );
}

function onlyAnswersDiffer(
  messages: readonly ChatMessage[],
  others: readonly ChatMessage[],
): boolean {
  return (
    messages.length === others.length &&
    messages.every((message, index) => {
      const other = others[index];
      if (message === other) return true;
      return (
        message.role === 'tool' && other?.role === 'tool' && message.toolCallId === other.toolCallId
      );
    })
  );
}

/** Ids of the calls whose results these messages show (decision 44). */
export function shownCalls(messages: readonly ChatMessage[]): readonly string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user') return message.ranByHand ?? [];
    if (message.role === 'assistant') return [];
    const { toolCallId, ranAs } = message;
    return ranAs === undefined ? [toolCallId] : [toolCallId, ranAs];
  });
}
