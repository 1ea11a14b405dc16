import type { AssistantCall, ChatMessage, ToolMessage } from '../../contracts/chats/messages';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import {
  uniqueCalls,
  type MessageHistory,
  type AnswerText,
  type HistoryState,
} from '../history/message-history';
import type { SaveQueue } from './save-queue';
import {
  toolMessageEntry,
  knowledgeEntry,
  roundEntry,
  answerTextEntry,
  userEntry,
  type HistoryKeys,
} from './history-entries';

/** A history that stages every change for the store. */
export interface PersistentHistory extends MessageHistory {
  /** Stores a round before its calls run, so that a crash cannot hide that they ran. */
  beginRound(said: AnswerText, calls: readonly AssistantCall[]): void;
  /** Call when a call of that round has ended. */
  answered(answer: ToolMessage): void;
  /** Stages everything, for a chat that is not stored yet. */
  saveAll(): void;
}

interface OpenRound {
  readonly said: AnswerText;
  readonly calls: readonly AssistantCall[];
  readonly answers: Map<string, ToolMessage>;
}

/** `names`: those of messages that are already stored. */
export function createPersistentHistory(
  inner: MessageHistory,
  writer: Pick<SaveQueue, 'stage'>,
  keys: HistoryKeys,
  names: ReadonlyMap<ChatMessage, string> = new Map(),
): PersistentHistory {
  const keyOf = new WeakMap<ChatMessage, string>(names);
  const put = (...entries: readonly ConversationEntry[]) => {
    writer.stage({ put: entries });
  };
  const rounds = createRounds(inner, keys, put);
  const keepAll = () => {
    const entries = [...entriesOf(inner.state(), keys, keyOf), ...rounds.open()];
    writer.stage({ drop: ['history'], put: entries });
  };
  return {
    ...inner,
    ...persistTexts(inner, { keys, keyOf, put }),
    beginRound: rounds.begin,
    answered: rounds.answered,
    addRound: rounds.end,
    resume: () => {
      const last = inner.messages().at(-1);
      const waits = inner.resume();
      const key = last === undefined ? undefined : keyOf.get(last);
      if (key !== undefined && inner.messages().at(-1) !== last) {
        writer.stage({ remove: [{ part: 'history', key }] });
      }
      return waits;
    },
    compress: (count, summary, from) => {
      inner.compress(count, summary, from);
      keepAll();
    },
    replace: (messages) => {
      const before = new Set(inner.messages());
      inner.replace(messages);
      const others = inner.messages().filter((each) => !before.has(each));
      put(...others.flatMap((each) => (each.role === 'tool' ? [toolMessageEntry(each)] : [])));
    },
    clear: () => {
      inner.clear();
      keepAll();
    },
    saveAll: keepAll,
  };
}

interface EntryNames {
  readonly keys: HistoryKeys;
  readonly keyOf: WeakMap<ChatMessage, string>;
  readonly put: (...entries: readonly ConversationEntry[]) => void;
}

/** Messages and answers without calls. */
function persistTexts(
  inner: MessageHistory,
  { keys, keyOf, put }: EntryNames,
): Pick<MessageHistory, 'addUser' | 'addAnswer' | 'addBroken'> {
  /** A blank answer adds no message. */
  const added = (change: () => void): ChatMessage | undefined => {
    const before = inner.messages().length;
    change();
    return inner.messages().length > before ? inner.messages().at(-1) : undefined;
  };
  const keepSaid = (message: ChatMessage | undefined, isBroken: boolean) => {
    if (message?.role !== 'assistant') return;
    const key = keys.next('said');
    keyOf.set(message, key);
    put(answerTextEntry(key, message, isBroken));
  };
  return {
    addUser: (message) => {
      const user = added(() => {
        inner.addUser(message);
      });
      if (user === undefined) return;
      const key = keys.next('user');
      keyOf.set(user, key);
      put(userEntry(key, user));
    },
    addAnswer: (said) => {
      const message = added(() => {
        inner.addAnswer(said);
      });
      keepSaid(message, false);
    },
    addBroken: (said) => {
      const message = added(() => {
        inner.addBroken(said);
      });
      keepSaid(message, true);
    },
  };
}

function createRounds(inner: MessageHistory, keys: HistoryKeys, put: EntryNames['put']) {
  let running: OpenRound | undefined;
  const begin = (said: AnswerText, calls: readonly AssistantCall[]): OpenRound => {
    running = { said, calls: uniqueCalls(calls), answers: new Map() };
    put(...openEntries(running, keys));
    return running;
  };
  return {
    begin: (said: AnswerText, calls: readonly AssistantCall[]): void => {
      begin(said, calls);
    },
    answered: (answer: ToolMessage): void => {
      running?.answers.set(answer.toolCallId, answer);
      put(toolMessageEntry(answer));
    },
    end: (
      said: AnswerText,
      calls: readonly AssistantCall[],
      answers: readonly ToolMessage[],
    ): void => {
      const { answers: kept } = running ?? begin(said, calls);
      running = undefined;
      inner.addRound(said, calls, answers);
      put(...newAnswers(inner.messages(), kept).map(toolMessageEntry));
    },
    /** The entries of a running round. */
    open: () => (running === undefined ? [] : openEntries(running, keys)),
  };
}

/** Answers of the last round whose stored form differs. */
function newAnswers(
  messages: readonly ChatMessage[],
  kept: ReadonlyMap<string, ToolMessage>,
): readonly ToolMessage[] {
  const start = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  return messages
    .slice(start)
    .flatMap((each) => (each.role === 'tool' && kept.get(each.toolCallId) !== each ? [each] : []));
}

function openEntries(
  { said, calls, answers }: OpenRound,
  keys: HistoryKeys,
): readonly ConversationEntry[] {
  return [
    roundEntry(keys.next('round'), said, calls),
    ...[...answers.values()].map(toolMessageEntry),
  ];
}

/** The current state as entries; messages get new names. */
function entriesOf(
  { messages, knowledge, broken }: HistoryState,
  keys: HistoryKeys,
  keyOf: WeakMap<ChatMessage, string>,
): readonly ConversationEntry[] {
  const sent = messages.map((message): ConversationEntry => {
    if (message.role === 'tool') return toolMessageEntry(message);
    if (message.role === 'user') {
      const key = keys.next('user');
      keyOf.set(message, key);
      return userEntry(key, message);
    }
    const { calls } = message;
    if (calls.length > 0) return roundEntry(keys.next('round'), message, calls);
    const key = keys.next('said');
    keyOf.set(message, key);
    return answerTextEntry(key, message, message === broken);
  });
  const known = knowledge.map((each) =>
    knowledgeEntry(
      keys.next('knowledge'),
      each,
      each.after === undefined ? undefined : keyOf.get(each.after),
    ),
  );
  return [...sent, ...known];
}
