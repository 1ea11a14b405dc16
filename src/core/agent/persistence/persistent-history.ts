import type {
  AssistantCall,
  ChatMessage,
  ToolMessage,
  UserMessage,
} from '../../contracts/chats/messages';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import {
  uniqueCalls,
  MessageHistory,
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
  type HistoryKind,
} from './history-entries';

interface OpenRound {
  readonly said: AnswerText;
  readonly calls: readonly AssistantCall[];
  readonly answers: Map<string, ToolMessage>;
}

export class PersistentHistory extends MessageHistory {
  private readonly names: WeakMap<ChatMessage, string>;
  private round: OpenRound | undefined;

  constructor(
    start: HistoryState,
    private readonly writer: Pick<SaveQueue, 'stage'>,
    /** The highest number used in a name: each is used once in the life of a conversation. */
    private lastName: number,
    stored: ReadonlyMap<ChatMessage, string> = new Map(),
  ) {
    super(start);
    this.names = new WeakMap(stored);
  }

  override addUser(message: Omit<UserMessage, 'role'>): void {
    super.addUser(message);
    const user = this.messages().at(-1);
    if (user !== undefined) this.stage(userEntry(this.nameOf(user, 'user'), user));
  }

  override changeUser(message: Omit<UserMessage, 'role'>): void {
    const before = this.messages().at(-1);
    super.changeUser(message);
    const user = this.messages().at(-1);
    if (before === undefined || user === undefined) return;
    const name = this.names.get(before) ?? this.nextName('user');
    this.names.set(user, name);
    this.stage(userEntry(name, user));
  }

  override addAnswer(said: AnswerText): void {
    this.stageAnswer(() => super.addAnswer(said), false);
  }

  override addBroken(said: AnswerText): void {
    this.stageAnswer(() => super.addBroken(said), true);
  }

  /** Stores a round before its calls run, so that a crash cannot hide that they ran. */
  beginRound(said: AnswerText, calls: readonly AssistantCall[]): void {
    this.round = { said, calls: uniqueCalls(calls), answers: new Map() };
    this.stage(...this.entriesOfRound());
  }

  answered(answer: ToolMessage): void {
    this.round?.answers.set(answer.toolCallId, answer);
    this.stage(toolMessageEntry(answer));
  }

  override addRound(
    said: AnswerText,
    calls: readonly AssistantCall[],
    answers: readonly ToolMessage[],
  ): void {
    if (this.round === undefined) this.beginRound(said, calls);
    const kept = this.round?.answers;
    this.round = undefined;
    super.addRound(said, calls, answers);
    this.stage(...newAnswers(this.messages(), kept).map(toolMessageEntry));
  }

  override resume(): boolean {
    const last = this.messages().at(-1);
    const waits = super.resume();
    const key = last === undefined ? undefined : this.names.get(last);
    if (key !== undefined && this.messages().at(-1) !== last) {
      this.writer.stage({ remove: [{ part: 'history', key }] });
    }
    return waits;
  }

  override compress(count: number, summary: string, from?: number): void {
    super.compress(count, summary, from);
    this.saveAll();
  }

  override replace(messages: readonly ChatMessage[]): void {
    const before = new Set(this.messages());
    super.replace(messages);
    const others = this.messages().filter((each) => !before.has(each));
    this.stage(...others.flatMap((each) => (each.role === 'tool' ? [toolMessageEntry(each)] : [])));
  }

  override clear(): void {
    super.clear();
    this.saveAll();
  }

  /** Stages everything, with new names; call it for a chat that is not stored yet. */
  saveAll(): void {
    const { messages, knowledge, broken } = this.state();
    const sent = messages.map((each) => this.entryOf(each, each === broken));
    const known = knowledge.map((each) =>
      knowledgeEntry(
        this.nextName('knowledge'),
        each,
        each.after === undefined ? undefined : this.names.get(each.after),
      ),
    );
    const put = [...sent, ...known, ...this.entriesOfRound()];
    this.writer.stage({ drop: ['history'], put });
  }

  private stage(...put: readonly ConversationEntry[]): void {
    this.writer.stage({ put });
  }

  /** A blank answer adds no message. */
  private stageAnswer(add: () => void, isBroken: boolean): void {
    const before = this.messages().length;
    add();
    const message = this.messages().length > before ? this.messages().at(-1) : undefined;
    if (message !== undefined) this.stage(this.entryOf(message, isBroken));
  }

  private entryOf(message: ChatMessage, isBroken: boolean): ConversationEntry {
    if (message.role === 'tool') return toolMessageEntry(message);
    if (message.role === 'user') return userEntry(this.nameOf(message, 'user'), message);
    const { calls } = message;
    if (calls.length > 0) return roundEntry(this.nextName('round'), message, calls);
    return answerTextEntry(this.nameOf(message, 'said'), message, isBroken);
  }

  private nextName(kind: HistoryKind): string {
    return `${kind}:${String((this.lastName += 1))}`;
  }

  private nameOf(message: ChatMessage, kind: 'user' | 'said'): string {
    const name = this.nextName(kind);
    this.names.set(message, name);
    return name;
  }

  private entriesOfRound(): readonly ConversationEntry[] {
    if (this.round === undefined) return [];
    const { said, calls, answers } = this.round;
    return [
      roundEntry(this.nextName('round'), said, calls),
      ...[...answers.values()].map(toolMessageEntry),
    ];
  }
}

function newAnswers(
  messages: readonly ChatMessage[],
  kept: ReadonlyMap<string, ToolMessage> | undefined,
): readonly ToolMessage[] {
  const start = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  return messages
    .slice(start)
    .flatMap((each) => (each.role === 'tool' && kept?.get(each.toolCallId) !== each ? [each] : []));
}
