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
 * The conversation as sent to the model. At every moment each call in it has exactly one answer (decision
 * 21).
 */
export interface MessageHistory {
  /** The same array until something changes. */
  messages(): readonly ChatMessage[];
  /** Summaries of what was removed, oldest first: the Knowledge block (000-compress-2). */
  knowledge(): readonly string[];
  addUser(message: Omit<UserMessage, 'role'>): void;
  /** An answer without calls; a blank one leaves no message. */
  addAnswer(said: AnswerText): void;
  /** An answer that broke off: the model reads it, unless the turn is resumed. */
  addBroken(said: AnswerText): void;
  /** An answer with calls and what came of them, in one step: no state between can be seen. */
  addRound(
    said: AnswerText,
    calls: readonly AssistantCall[],
    answers: readonly ToolMessage[],
  ): void;
  /**
   * Makes the last turn ready to go on: takes back an answer that broke off. False when nothing
   * waits for an answer.
   */
  resume(): boolean;
  /**
   * A copy of everything before the user's message with this id, with the summaries of what
   * was before it; undefined without it.
   */
  before(messageId: string): MessageHistory | undefined;
  /**
   * Puts a summary in the place of the first `count` messages, or of those from `from` up to
   * `count`, which are complete rounds (000-compress-6). Throws when it would split a call
   * from its answer, or take the user's last message away.
   */
  compress(count: number, summary: string, from?: number): void;
  /**
   * Puts other messages of the same length in place: tool results that were pruned. Throws when
   * anything but the answers to the same calls differs.
   */
  replace(messages: readonly ChatMessage[]): void;
  clear(): void;
  /** All of it, from which `createHistory` makes the same again. */
  state(): HistoryState;
}

/** The history of a model, and the part that a resumed turn takes back. */
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
  const put = (told: HistoryContent) => {
    messages = [...told.messages];
    knowledge = told.knowledge;
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
        throw new Error('Only answers to the same calls can be put in place of others.');
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

/** Ids are unique by the loop (decision 36); one that is not must not be answered twice. */
export function uniqueCalls(calls: readonly AssistantCall[]): readonly AssistantCall[] {
  return [
    ...new Map([...calls].reverse().map((call) => [call.toolCallId, call])).values(),
  ].reverse();
}

/** The first answer counts; a missing one is filled in neutral words (decision 21). */
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
