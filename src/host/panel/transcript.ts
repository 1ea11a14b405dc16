import type {
  ContentBlock,
  SessionUpdate,
  ToolCall,
  ToolCallUpdate,
} from '../../core/contracts/acp';
import type {
  AssistantItem,
  CardRollback,
  PanelChange,
  TranscriptItem,
} from '../../core/contracts/panel';
import type { BackgroundCommand } from '../../core/ports/background-commands';
import type { PendingApproval } from '../approvals/types';
import {
  appendTail,
  applyUpdate,
  createCard,
  isFinal,
  tailOnly,
  withStatus,
  type Card,
} from './call-card';
import { answered, askOn, cardOfApproval } from './card-approval';
import { withBackground } from './card-background';
import { readNoticeLevel, type NoticeLevel } from './card-meta';
import { toPlainOutput } from './card-text';

type Changes = readonly PanelChange[];
type AssistantUpdate = Extract<
  SessionUpdate,
  { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }
>;

/** Full texts kept of cards whose text was cut; older ones are let go. */
const maxFullTexts = 32;

/**
 * What one chat has shown so far. Every method answers the changes it made. ACP promises no order:
 * a permission may come before its `tool_call`, which may repeat; updates may name unknown calls
 * or come after the end. So there is one upsert, keyed by call id.
 */
export class Transcript {
  private readonly shown = new Map<string, TranscriptItem>();
  private readonly cards = new Map<string, Card>();
  /** The item that grows, and the agent's id of its message. */
  private streaming: { readonly id: string; readonly messageId: string } | undefined;
  private count = 0;

  constructor(private readonly now: () => number) {}

  items(): readonly TranscriptItem[] {
    return [...this.shown.values()];
  }

  card(id: string): Card | undefined {
    return this.cards.get(id);
  }

  /** The card of every call, oldest first. */
  allCards(): readonly Card[] {
    return [...this.cards.values()];
  }

  /** Takes any update; what the panel does not show changes nothing. */
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

  addUser(text: string): Changes {
    return [...this.endStreaming(), ...this.put({ type: 'user', id: this.freshId(), text })];
  }

  /** Saying the same twice in a row adds nothing. */
  addNotice(level: NoticeLevel, text: string): Changes {
    const last = [...this.shown.values()].at(-1);
    if (last?.type === 'notice' && last.level === level && last.text === text) return [];
    const ended = this.endStreaming();
    return [...ended, ...this.put({ type: 'notice', id: this.freshId(), level, text })];
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

  /** Makes the cards show how their commands in the background do. */
  setBackground(commands: readonly BackgroundCommand[]): Changes {
    return commands.flatMap((command) => {
      const card = this.cards.get(cardId(command.toolCallId));
      const next = card && withBackground(card, command);
      return next === undefined || next === card ? [] : this.putCard(next);
    });
  }

  /** Says that a command can be rolled back, or was; undefined takes the offer back. */
  setRollback(id: string, rollback: CardRollback | undefined): Changes {
    const card = this.cards.get(id);
    if (card === undefined) return [];
    const { rollback: _before, ...item } = card.item;
    return this.putCard({ ...card, item: rollback === undefined ? item : { ...item, rollback } });
  }

  /** Ends streaming and closes every open card as cancelled. */
  endTurn(): Changes {
    const open = [...this.cards.values()].filter((card) => !isFinal(card.base));
    return [
      ...this.endStreaming(),
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
    const level = readNoticeLevel(update._meta);
    return level === undefined ? this.addMessage(update, text) : this.addNotice(level, text);
  }

  private addMessage(update: AssistantUpdate, text: string): Changes {
    const thought = update.sessionUpdate === 'agent_thought_chunk';
    const messageId = update.messageId ?? '';
    const current = this.growing();
    if (current?.thought === thought && this.streaming?.messageId === messageId) {
      this.shown.set(current.id, { ...current, text: current.text + text });
      return [{ op: 'append', id: current.id, text }];
    }
    const ended = this.endStreaming();
    const id = this.freshId();
    this.streaming = { id, messageId };
    return [...ended, ...this.put({ type: 'assistant', id, text, thought, streaming: true })];
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
    this.shown.set(id, next.item);
    return [{ op: 'tail', id, text: toPlainOutput(tail) }];
  }

  private growing(): AssistantItem | undefined {
    const item = this.streaming && this.shown.get(this.streaming.id);
    return item?.type === 'assistant' ? item : undefined;
  }

  private endStreaming(): Changes {
    const item = this.growing();
    this.streaming = undefined;
    return item ? this.put({ ...item, streaming: false }) : [];
  }

  private putCard(card: Card): Changes {
    const { item } = card;
    const ended = this.shown.has(item.id) ? [] : this.endStreaming();
    this.cards.set(item.id, card);
    if (card.fullText !== undefined) this.forgetOldTexts();
    return [...ended, ...this.put(item)];
  }

  private put(item: TranscriptItem): Changes {
    this.shown.set(item.id, item);
    return [{ op: 'item', item }];
  }

  private forgetOldTexts(): void {
    const long = [...this.cards.values()].filter((card) => card.fullText !== undefined);
    for (const { fullText: _forgotten, ...card } of long.slice(0, -maxFullTexts)) {
      this.cards.set(card.item.id, card);
    }
  }

  private freshId(): string {
    this.count += 1;
    return `#${this.count}`;
  }
}

/** Tool call ids come from models; `#` keeps the transcript's own ids apart from them. */
function cardId(toolCallId: string): string {
  return toolCallId.startsWith('#') ? `call:${toolCallId}` : toolCallId;
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource_link' ? block.uri : '';
}
