import { say } from '../../base/sentence';
import type { AssistantCall, ChatMessage, ToolMessage } from '../../contracts/chats/messages';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import type { KnowledgePart, AnswerText, HistoryState } from '../history/message-history';
import { keyNumber, toEntryValue } from './entry-values';
import { failure, formatToolError } from '../../contracts/failure';
import {
  isStoredAsBroken,
  readStored,
  storedKnowledge,
  storedRound,
  storedSaid,
  storedToolMessage,
  storedUser,
} from '../../contracts/chats/stored-entries';

/** `user:3`, `said:4` …, in the order of the history; `answer:<toolCallId>` is at any position. */
const historyKinds = ['user', 'said', 'round', 'knowledge'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export function userEntry(key: string, message: ChatMessage): ConversationEntry {
  const { role: _, ...said } = message;
  return historyEntry(key, said);
}

export function answerTextEntry(
  key: string,
  said: AnswerText,
  isBroken: boolean,
): ConversationEntry {
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

/** `after`: the name of the user's message that it follows. */
export function knowledgeEntry(
  key: string,
  { text }: KnowledgePart,
  after: string | undefined,
): ConversationEntry {
  return historyEntry(key, { text, after });
}

function historyEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'history', key, value: toEntryValue(value) };
}

export interface RestoredHistory {
  readonly state: HistoryState;
  readonly names: ReadonlyMap<ChatMessage, string>;
  readonly last: number;
  /** Answers that a crash kept from being stored; `state` has substitutes. */
  readonly interrupted: readonly ToolMessage[];
  readonly callIds: readonly string[];
  readonly unread: number;
}

/** Restores the history from its entries: every call has exactly one answer. */
export function restoreHistory(entries: readonly ConversationEntry[]): RestoredHistory {
  const answers = readAnswers(entries);
  const reading: HistoryReading = {
    answers: answers.byCall,
    messages: [],
    names: new Map(),
    knowledge: [],
    interrupted: [],
    callIds: new Set(),
    broken: undefined,
  };
  const rest = entries.filter(({ key }) => !key.startsWith('answer:'));
  const unread = rest.filter((entry) => !readerOf(entry.key)?.(reading, entry)).length;
  const { messages, names, interrupted, callIds, broken } = reading;
  return {
    state: { messages, knowledge: toKnowledge(reading), broken },
    names,
    last: rest.reduce((most, { key }) => Math.max(most, keyNumber(key)), 0),
    interrupted,
    callIds: [...callIds],
    unread: unread + answers.unread,
  };
}

function readerOf(key: string): ReadEntry | undefined {
  const kind = historyKinds.find((each) => key.startsWith(`${each}:`));
  return kind === undefined ? undefined : readers[kind];
}

interface HistoryReading {
  readonly answers: ReadonlyMap<string, ToolMessage>;
  readonly messages: ChatMessage[];
  readonly names: Map<ChatMessage, string>;
  readonly knowledge: { readonly text: string; readonly after?: string | undefined }[];
  readonly interrupted: ToolMessage[];
  readonly callIds: Set<string>;
  broken: ChatMessage | undefined;
}

/** False if the entry cannot be read. */
type ReadEntry = (reading: HistoryReading, entry: ConversationEntry) => boolean;

const readers: Readonly<Record<HistoryKind, ReadEntry>> = {
  user: (reading, { key, value }) => {
    const user = readStored(storedUser, value);
    // Keeps the place of the user message, or later answers would belong to the one before.
    add(reading, key, user ?? { role: 'user', text: unreadableMessage });
    return user !== undefined;
  },
  said: (reading, { key, value }) => {
    const said = readStored(storedSaid, value);
    if (said === undefined) return false;
    add(reading, key, said);
    if (isStoredAsBroken(value)) reading.broken = said;
    return true;
  },
  round: (reading, { key, value }) => {
    const { callIds, answers, messages, interrupted } = reading;
    const round = readStored(storedRound, value);
    if (round === undefined) return false;
    if (round.calls.some(({ toolCallId }) => callIds.has(toolCallId))) return false;
    add(reading, key, round);
    for (const call of round.calls) {
      callIds.add(call.toolCallId);
      const stored = answers.get(call.toolCallId);
      const answer = stored ?? interruptedAnswer(call);
      if (stored === undefined) interrupted.push(answer);
      messages.push(answer);
    }
    return true;
  },
  knowledge: ({ knowledge }, { value }) => {
    const read = readStored(storedKnowledge, value);
    if (read !== undefined) knowledge.push(read);
    return read !== undefined;
  },
};

function add({ messages, names }: HistoryReading, key: string, message: ChatMessage): void {
  messages.push(message);
  names.set(message, key);
}

function toKnowledge({ knowledge, names }: HistoryReading): readonly KnowledgePart[] {
  const byName = new Map([...names].map(([message, name]) => [name, message]));
  return knowledge.map(({ text, after }) => {
    const message = after === undefined ? undefined : byName.get(after);
    return message === undefined ? { text } : { text, after: message };
  });
}

const unreadableMessage = '[This message of the user could not be read from storage.]';

function readAnswers(entries: readonly ConversationEntry[]) {
  const byCall = new Map<string, ToolMessage>();
  let unread = 0;
  for (const { key, value } of entries) {
    if (!key.startsWith('answer:')) continue;
    const answer = readStored(storedToolMessage, value);
    if (answer === undefined) unread += 1;
    else byCall.set(answer.toolCallId, answer);
  }
  return { byCall, unread };
}

/** The model must know that the call may have run, since its next step depends on it. */
function interruptedAnswer({ toolCallId, wireId, name }: AssistantCall): ToolMessage {
  return {
    role: 'tool',
    toolCallId,
    wireId,
    name,
    text: formatToolError(interruptedFailure),
    status: 'cancelled',
  };
}

export const interruptedFailure = failure(
  'cancelled',
  say`Interrupted: the window closed or crashed while this call ran, so its result is unknown. It may have had effects.`,
  { suggestion: 'Check what took effect before you repeat the call.' },
);
