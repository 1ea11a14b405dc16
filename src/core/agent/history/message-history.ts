import { say } from '../../base/sentence';
import type {
  AssistantCall,
  AssistantMessage,
  ChatMessage,
  ThinkingBlock,
  ToolMessage,
  UserMessage,
} from '../../contracts/chats/messages';
import { failure, formatToolError } from '../../contracts/failure';

/** The text of a model so far. */
export interface AnswerText {
  readonly text: string;
  readonly thinking?: readonly ThinkingBlock[];
}

export interface HistoryState extends HistoryContent {
  /** The last unfinished answer, whether or not it is still in the history. */
  readonly broken?: ChatMessage | undefined;
}

const emptyHistory: HistoryState = { messages: [], knowledge: [] };

/** What the model is sent. Each call has exactly one answer (decision 21). */
export class MessageHistory {
  private sent: ChatMessage[];
  private known: HistoryContent['knowledge'];
  private broken: ChatMessage | undefined;
  private shown: readonly ChatMessage[] | undefined;

  constructor(start = emptyHistory) {
    this.sent = [...start.messages];
    this.known = start.knowledge;
    this.broken = start.broken;
  }

  /** Returns the same array until something changes. */
  messages(): readonly ChatMessage[] {
    return (this.shown ??= [...this.sent]);
  }

  /** Summaries of removed messages, oldest first: the Knowledge block (000-compress-2). */
  knowledge(): readonly string[] {
    return this.known.map(({ text }) => text);
  }

  addUser(message: Omit<UserMessage, 'role'>): void {
    this.add({ role: 'user', ...message });
  }

  /** Replaces the user's message that was added last, before anything follows it. */
  changeUser(message: Omit<UserMessage, 'role'>): void {
    this.sent.pop();
    this.add({ role: 'user', ...message });
  }

  addAnswer(said: AnswerText): void {
    if (said.text.trim() !== '') this.add(answer(said, []));
  }

  /** An answer that broke off: the model reads it unless the turn is resumed. */
  addBroken(said: AnswerText): void {
    if (said.text.trim() === '') return;
    this.broken = answer(said, []);
    this.add(this.broken);
  }

  addRound(
    said: AnswerText,
    calls: readonly AssistantCall[],
    answers: readonly ToolMessage[],
  ): void {
    const asked = uniqueCalls(calls);
    this.add(answer(said, asked), ...answerAll(asked, answers));
  }

  /** Removes an answer that broke off. False if no message waits for an answer. */
  resume(): boolean {
    const { sent, broken } = this;
    if (broken !== undefined && sent.at(-1) === broken) {
      this.put({ messages: sent.slice(0, -1), knowledge: this.known });
    }
    return (this.sent.at(-1)?.role ?? 'assistant') !== 'assistant';
  }

  /** A copy of everything before the user's message with this id; undefined if it is unknown. */
  before(messageId: string): MessageHistory | undefined {
    const { sent: messages, known: knowledge } = this;
    const at = messages.findLastIndex((each) => each.role === 'user' && each.id === messageId);
    if (at < 0) return undefined;
    return new MessageHistory({
      messages: messages.slice(0, at),
      knowledge: knowledgeBefore({ messages, knowledge }, at),
    });
  }

  /** Replaces complete rounds by a summary (000-compress-6). Throws for any other range. */
  compress(count: number, summary: string, from = 0): void {
    const { sent: messages, known: knowledge } = this;
    this.put(compressMessages({ messages, knowledge }, { from, to: count, summary }));
  }

  /** Replaces tool results by pruned ones. Throws if anything else differs. */
  replace(messages: readonly ChatMessage[]): void {
    if (!onlyAnswersDiffer(this.sent, messages)) {
      throw new Error('Only answers to the same calls can be replaced.');
    }
    this.put({ messages, knowledge: this.known });
  }

  clear(): void {
    this.put({ messages: [], knowledge: [] });
  }

  state(): HistoryState {
    return { messages: [...this.sent], knowledge: this.known, broken: this.broken };
  }

  private add(...added: readonly ChatMessage[]): void {
    this.sent.push(...added);
    this.shown = undefined;
  }

  private put({ messages, knowledge }: HistoryContent): void {
    this.sent = [...messages];
    this.known = knowledge;
    this.shown = undefined;
  }
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
  const unavailable = failure('cancelled', say`The result of this call is unavailable.`);
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

export interface KnowledgePart {
  readonly text: string;
  /** The user message whose rounds it covers, if that message was still there. */
  readonly after?: ChatMessage;
}

interface HistoryContent {
  readonly messages: readonly ChatMessage[];
  readonly knowledge: readonly KnowledgePart[];
}

/**
 * Replaces messages by a summary; the user's last message stays, so that the request is never known
 * from a summary alone.
 */
function compressMessages(
  { messages, knowledge }: HistoryContent,
  { from, to, summary }: { readonly from: number; readonly to: number; readonly summary: string },
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
function knowledgeBefore(
  { messages, knowledge }: HistoryContent,
  index: number,
): readonly KnowledgePart[] {
  const later = new Set(messages.slice(index));
  return knowledge.filter(({ after }) => after === undefined || !later.has(after));
}
