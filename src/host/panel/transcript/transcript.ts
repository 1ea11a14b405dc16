import { isFinal } from '../../../core/contracts/calls/ending';
import type {
  ContentBlock,
  SessionUpdate,
  ToolCall,
  ToolCallUpdate,
} from '../../../core/contracts/chats/acp';
import type {
  AssistantItem,
  AttachmentItem,
  CallItem,
  TranscriptItem,
  UserItem,
} from '../../../core/contracts/panel/state';
import type { BackgroundCommand } from '../../../core/ports/terminals';
import type { PendingApproval } from '../../approvals/pending';
import {
  appendTail,
  applyUpdate,
  cardId,
  createCard,
  settledCopy,
  tailOnly,
  withStatus,
  type Card,
} from './card';
import {
  answered,
  askOn,
  cardOfApproval,
  withBackground,
  withQuestion,
  withUndo,
  type QuestionOf,
} from './card-status';
import { toPlainOutput } from '../../window/neutral-text';
import { readNotice, type Notice } from './acp-meta';
import { TranscriptNotices, TranscriptItems, type Changes } from './transcript-items';

/** Returns the new state of a card. */
export type CardChange = (item: CallItem) => CallItem;
type AssistantUpdate = Extract<
  SessionUpdate,
  { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }
>;

/** Cards whose text was cut or filtered and is kept whole; older ones are dropped. */
const maxFullTexts = 32;

/**
 * The transcript of one chat. Every method returns the changes it made. ACP promises no order: a
 * permission may come before its `tool_call`, which may repeat; updates may name unknown calls or
 * come after the end. So there is one upsert, keyed by call id.
 */
export class Transcript {
  readonly notices: TranscriptNotices;
  private readonly cards = new Map<string, Card>();
  /** The growing item, and the agent's id of its message. */
  private streaming: { readonly id: string; readonly messageId: string } | undefined;

  constructor(
    private readonly now: () => number,
    private readonly questionOf: QuestionOf = () => undefined,
    private readonly shown = new TranscriptItems(),
  ) {
    this.notices = new TranscriptNotices(shown);
  }

  items(): readonly TranscriptItem[] {
    return this.shown.all();
  }

  last(): TranscriptItem | undefined {
    return this.shown.last();
  }

  user(id: string): UserItem | undefined {
    const item = this.shown.get(id);
    return item?.type === 'user' ? item : undefined;
  }

  /** A message of the agent that is complete. */
  answer(id: string): AssistantItem | undefined {
    const item = this.shown.get(id);
    return item?.type === 'assistant' && !item.streaming ? item : undefined;
  }

  card(id: string): Card | undefined {
    return this.cards.get(id);
  }

  /** The card of the call with the agent's id. */
  cardOfCall(toolCallId: string): Card | undefined {
    return this.cards.get(cardId(toolCallId));
  }

  /** Removes actions from the cards that only the original window could perform. */
  settle(): Changes {
    const changes = this.endTurn();
    for (const card of this.cards.values()) {
      const { terminalId: _gone, ...item } = settledCopy(card, undefined, this.now()).item;
      this.putCard({ ...card, item });
    }
    return changes;
  }

  /** The card of every call, oldest first. */
  allCards(): readonly Card[] {
    return [...this.cards.values()];
  }

  /** The cards after this item, oldest first. */
  cardsAfter(itemId: string): readonly Card[] {
    return this.shown.after(itemId).flatMap(({ id }) => this.cards.get(id) ?? []);
  }

  /** Accepts any update; updates that the panel does not show change nothing. */
  update(update: SessionUpdate): Changes {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return this.addChunk(update);
      case 'tool_call':
      case 'tool_call_update':
        return this.updateCard(update);
      default:
        return [];
    }
  }

  /** Also returns the new item, whose id identifies the message from then on. */
  addUser(
    text: string,
    attachments: readonly AttachmentItem[],
    canEdit: boolean,
  ): { readonly item: UserItem; readonly changes: Changes } {
    const id = this.shown.freshUserId();
    const more = attachments.length > 0 ? { attachments } : {};
    const item: UserItem = { type: 'user', id, text, ...more, ...(canEdit ? { canEdit } : {}) };
    return { item, changes: [...this.endStreaming(), ...this.shown.put(item)] };
  }

  /** The id for a restored message. */
  restoredUserId(messageId: string): string {
    return this.shown.restoredUserId(messageId);
  }

  /** Adds a stored user message. */
  putUser(item: UserItem): Changes {
    return [...this.endStreaming(), ...this.shown.put(item)];
  }

  addNotice(notice: Notice): Changes {
    return this.notices.add(notice, () => this.endStreaming());
  }

  /** Clears the transcript; ids continue. */
  clear(): void {
    for (const each of [this.shown, this.cards, this.notices]) each.clear();
    this.streaming = undefined;
  }

  /** Everything before this item, for a chat that continues from there. */
  before(itemId: string, sessionId: string | undefined): Transcript {
    const copy = new Transcript(this.now, this.questionOf, this.shown.before(itemId));
    for (const { id } of copy.items()) {
      const card = this.cards.get(id);
      if (card) copy.putCard(settledCopy(card, sessionId, this.now()));
    }
    return copy;
  }

  /** Makes the cards show exactly these approvals. */
  setApprovals(pending: readonly PendingApproval[]): Changes {
    const wanted = new Map(pending.map((item) => [cardId(item.toolCallId), item]));
    const gone = [...this.cards.values()].filter(({ item }) => {
      const { approval } = item;
      return approval && wanted.get(item.id)?.approvalId !== approval.approvalId;
    });
    return [
      ...gone.flatMap((card) => this.putCard(answered(card, this.now()))),
      ...[...wanted].flatMap(([id, item]) => this.ask(id, item)),
    ];
  }

  /** Updates the cards with the state of their background commands. */
  setBackground(commands: readonly BackgroundCommand[]): Changes {
    return commands.flatMap((command) => {
      const card = this.cards.get(cardId(command.toolCallId));
      const next = card && withBackground(card, command);
      return next === undefined || next === card ? [] : this.putCard(next);
    });
  }

  /** Sets the undo state of the cards, or of the one card of this call. */
  setUndo(undoOf: (card: Card) => CallItem['undo'], toolCallId?: string): Changes {
    const one = toolCallId === undefined ? undefined : this.cards.get(cardId(toolCallId));
    const cards = toolCallId === undefined ? [...this.cards.values()] : one ? [one] : [];
    return cards.flatMap((card) => {
      const next = withUndo(card, undoOf(card));
      return next === card ? [] : this.putCard(next);
    });
  }

  changeCard(id: string, change: CardChange): Changes {
    const card = this.cards.get(id);
    return card === undefined ? [] : this.putCard({ ...card, item: change(card.item) });
  }

  /** Ends streaming and waiting, and closes every open card as cancelled. */
  endTurn(): Changes {
    const open = [...this.cards.values()].filter((card) => !isFinal(card.base));
    return [
      ...this.endStreaming(),
      ...this.notices.endWait(),
      ...open.flatMap((card) => this.putCard(withStatus(card, 'cancelled', this.now()))),
    ];
  }

  private ask(id: string, pending: PendingApproval): Changes {
    const card = this.cards.get(id) ?? cardOfApproval({ ...pending, toolCallId: id });
    const isShown = card.item.approval?.approvalId === pending.approvalId;
    return isShown || isFinal(card.base) ? [] : this.putCard(askOn(card, pending, this.now()));
  }

  private addChunk(update: AssistantUpdate): Changes {
    const text = toPlainOutput(textOf(update.content));
    if (text === '') return [];
    const notice = readNotice(update._meta, text);
    if (notice === undefined) return this.addMessage(update, text);
    const { messageId } = update;
    return this.addNotice(messageId ? { ...notice, messageId } : notice);
  }

  private addMessage(update: AssistantUpdate, text: string): Changes {
    const thought = update.sessionUpdate === 'agent_thought_chunk';
    const messageId = update.messageId ?? '';
    const current = this.growing();
    if (current?.thought === thought && this.streaming?.messageId === messageId) {
      this.shown.put({ ...current, text: current.text + text });
      return [{ op: 'append', id: current.id, text }];
    }
    const ended = this.endStreaming();
    const id = this.shown.freshId();
    this.streaming = { id, messageId };
    return [...ended, ...this.shown.put({ type: 'assistant', id, text, thought, streaming: true })];
  }

  private updateCard(update: ToolCall | ToolCallUpdate): Changes {
    const id = cardId(update.toolCallId);
    const known = this.cards.get(id);
    const tail = known && tailOnly(known, update);
    if (known === undefined || tail === undefined) {
      return this.putCard(applyUpdate(known ?? createCard(id), update, this.now()));
    }
    const next = appendTail(known, tail);
    this.cards.set(id, next);
    this.shown.put(next.item);
    return [{ op: 'tail', id, text: toPlainOutput(tail) }];
  }

  private growing(): AssistantItem | undefined {
    const item = this.streaming && this.shown.get(this.streaming.id);
    return item?.type === 'assistant' ? item : undefined;
  }

  private endStreaming(): Changes {
    const item = this.growing();
    this.streaming = undefined;
    return item ? this.shown.put({ ...item, streaming: false }) : [];
  }

  private putCard(changed: Card): Changes {
    const card = withQuestion(changed, this.questionOf);
    const { item } = card;
    const ended = this.shown.get(item.id) ? [] : this.endStreaming();
    this.cards.set(item.id, card);
    if (hasLongText(card)) this.forgetOldTexts();
    return [...ended, ...this.shown.put(item)];
  }

  private forgetOldTexts(): void {
    const long = [...this.cards.values()].filter(hasLongText);
    for (const { fullText: _f, rawText: _r, ...card } of long.slice(0, -maxFullTexts)) {
      this.cards.set(card.item.id, card);
    }
  }
}

function hasLongText({ fullText, rawText }: Card): boolean {
  return fullText !== undefined || rawText !== undefined;
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource_link' ? block.uri : '';
}
