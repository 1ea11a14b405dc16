import type {
  AssistantMessage,
  ChatMessage,
  ImagePart,
  ThinkingBlock,
  UserMessage,
  AssistantCall,
  ToolMessage,
} from '../../contracts/chats/messages';
import { type JsonObject, parseJson, toJsonObject, wellFormed } from '../../contracts/json';

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
 * The history as every vendor takes it: each call is answered directly after it, exactly once
 * (decision 21); no role speaks twice in a row, except with calls and their answers between;
 * nothing is blank; the user begins, and the model never has the last word, unless the vendor
 * itself paused it.
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
  // What broke off and what followed. Thinking of the first is complete only with its calls.
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

/** A call of the history with its one answer, both under the id that the wire carries. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** `args` as the model wrote them, where that can be sent. */
  readonly argsText: string;
  readonly answer: CallAnswer;
}

export interface CallAnswer {
  readonly text: string;
  readonly failed: boolean;
}

interface CallIdRules {
  /** Where a vendor refuses the same id twice. */
  readonly uniqueIn: 'message' | 'request';
  /** Ids it takes; by default all. */
  readonly pattern?: RegExp;
}

/** Neutral on purpose: blaming anybody misleads the model (decision 21). */
const unavailable: CallAnswer = { text: 'The result of this call is unavailable.', failed: true };
/** Some servers refuse a message without content. */
const emptyAnswer = '(empty)';

/**
 * Gives each call of a history exactly one answer (decision 21): the first that carries its
 * id, at any position; calls without one get a neutral one, answers without a call are dropped.
 */
function createCallAnswering(
  messages: readonly ChatMessage[],
  rules: CallIdRules,
): (calls: readonly AssistantCall[]) => readonly AnsweredCall[] {
  const answers = queueAnswers(messages);
  const used = new Set<string>();
  return (calls) => {
    if (rules.uniqueIn === 'message') used.clear();
    return calls.map((call) => {
      const message = answers.get(call.toolCallId)?.shift();
      return {
        id: takeId(call, used, rules.pattern),
        name: call.name,
        ...readArguments(call.argsText),
        answer: message === undefined ? unavailable : read(message),
      };
    });
  };
}

function queueAnswers(messages: readonly ChatMessage[]): ReadonlyMap<string, ToolMessage[]> {
  const answers = new Map<string, ToolMessage[]>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    const queue = answers.get(message.toolCallId);
    if (queue === undefined) answers.set(message.toolCallId, [message]);
    else queue.push(message);
  }
  return answers;
}

function read({ text, status }: ToolMessage): CallAnswer {
  return {
    text: text.trim() === '' ? emptyAnswer : wellFormed(text),
    failed: status !== 'completed',
  };
}

/**
 * The provider's own id (decision 36), or ours where it gave none, repeats itself, or another
 * provider gave one that this vendor refuses.
 */
function takeId(call: AssistantCall, used: Set<string>, pattern = /./s): string {
  const fits = (id: string) => pattern.test(id) && !used.has(id);
  let id = [call.wireId, call.toolCallId].find(fits);
  for (let n = used.size + 1; id === undefined; n += 1) id = [`call_${String(n)}`].find(fits);
  used.add(id);
  return id;
}

/** Servers that parse the history refuse arguments that are not an object; the answer says why. */
function readArguments(argsText: string): Pick<AnsweredCall, 'args' | 'argsText'> {
  const args = toJsonObject(parseJson(argsText));
  if (args === undefined) return { args: {}, argsText: '{}' };
  return { args, argsText: halfCharacter.test(argsText) ? JSON.stringify(args) : argsText };
}

/** Half a character as it is, or what may be one as JSON writes it. */
const halfCharacter = /\p{Surrogate}|\\u[dD][89a-fA-F]/u;
