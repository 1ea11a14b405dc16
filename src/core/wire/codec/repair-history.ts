import type {
  AssistantMessage,
  ChatMessage,
  ImagePart,
  ThinkingBlock,
  UserMessage,
} from '../../contracts/chats/messages';
import { type JsonObject, wellFormed } from '../../contracts/json';
import { type AnsweredCall, type CallIdRules, createCallAnswering } from './answered-calls';

export interface UserTurn {
  readonly role: 'user';
  /** Never blank where there are no images. */
  readonly text: string;
  readonly images: readonly ImagePart[];
}

export interface AssistantTurn {
  readonly role: 'assistant';
  /** May be blank next to calls or content blocks. */
  readonly text: string;
  /** Blocks of this wire, in the order they were made. */
  readonly thinking: readonly JsonObject[];
  readonly calls: readonly AnsweredCall[];
}

export type WireTurn = UserTurn | AssistantTurn;

export interface HistoryRules {
  /** Thinking blocks of other wires are left out. */
  readonly wire: string;
  readonly ids: CallIdRules;
  /** Whether the model reads images. */
  readonly images: boolean;
  /** Whether a kept block is content of the message rather than thinking. */
  readonly isContent?: (block: JsonObject) => boolean;
}

/** Placeholder where a vendor requires user text and there is none. */
const continueTurn: UserTurn = { role: 'user', text: 'Go on.', images: [] };

/**
 * Each call is answered once, directly after it (decision 21). Roles alternate, nothing is blank,
 * the user begins, and the model never has the last word, unless the vendor paused it.
 */
export function repairHistory(
  messages: readonly ChatMessage[],
  rules: HistoryRules,
): readonly WireTurn[] {
  const answerCalls = createCallAnswering(messages, rules.ids);
  const turns: WireTurn[] = [];
  for (const message of messages) {
    if (message.role === 'user') addUser(turns, message, rules);
    if (message.role === 'assistant') {
      const calls = answerCalls(message.calls);
      addAssistant(turns, { message, calls, thinking: ownBlocks(message, rules.wire) }, rules);
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift(continueTurn);
  if (endsWithModel(turns.at(-1), rules)) turns.push(continueTurn);
  return turns;
}

/** Index of the last user text: the work of the model after it is in progress. */
export function lastUserIndex(turns: readonly WireTurn[]): number {
  return turns.findLastIndex(({ role }) => role === 'user');
}

function addUser(turns: WireTurn[], { text, images = [] }: UserMessage, rules: HistoryRules): void {
  const taken = rules.images ? images : [];
  const said = joined([wellFormed(text), leftOut(images.length - taken.length)]);
  if (isBlank(said) && taken.length === 0) return;
  const last = turns.at(-1);
  if (last?.role !== 'user') {
    turns.push({ role: 'user', text: said, images: taken });
    return;
  }
  // Some vendors and many chat templates refuse two in a row, as a stopped turn leaves them.
  const merged = { text: joined([last.text, said]), images: [...last.images, ...taken] };
  turns.splice(-1, 1, { role: 'user', ...merged });
}

function leftOut(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '[One image is left out: this model reads none.]'
    : `[${String(count)} images are left out: this model reads none.]`;
}

interface AssistantPart {
  readonly message: AssistantMessage;
  readonly calls: readonly AnsweredCall[];
  readonly thinking: readonly JsonObject[];
}

function addAssistant(
  turns: WireTurn[],
  { message, calls, thinking }: AssistantPart,
  rules: HistoryRules,
) {
  // Blocks that are content hold the text as well.
  const text = hasContent(thinking, rules) ? '' : wellFormed(message.text);
  if (isBlank(text) && calls.length === 0 && !hasContent(thinking, rules)) return;
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || last.calls.length > 0) {
    turns.push({ role: 'assistant', text, thinking, calls });
    return;
  }
  // The interrupted message and the one after it. Thinking of the first is complete only with its calls.
  const before = hasContent(last.thinking, rules) ? last.thinking : [];
  turns.splice(-1, 1, {
    role: 'assistant',
    text: joined([last.text, text]),
    thinking: [...before, ...thinking],
    calls,
  });
}

function ownBlocks({ thinking = [] }: AssistantMessage, wire: string): readonly JsonObject[] {
  return thinking.filter((each) => each.wire === wire).map(({ block }: ThinkingBlock) => block);
}

function hasContent(blocks: readonly JsonObject[], { isContent }: HistoryRules): boolean {
  return isContent !== undefined && blocks.some(isContent);
}

function endsWithModel(last: WireTurn | undefined, rules: HistoryRules): boolean {
  return last?.role === 'assistant' && last.calls.length === 0 && !hasContent(last.thinking, rules);
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => !isBlank(text)).join('\n\n');
}
