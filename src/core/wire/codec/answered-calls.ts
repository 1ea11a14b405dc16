import type { AssistantCall, ChatMessage, ToolMessage } from '../../contracts/chats/messages';
import { type JsonObject, parseJson, toJsonObject, wellFormed } from '../../contracts/json';

/** A call of the history with its one answer, both under the id that the wire carries. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** `args` as the model wrote them, where that can be sent. */
  readonly argsText: string;
  readonly answer: CallAnswer;
}

interface CallAnswer {
  readonly text: string;
  readonly failed: boolean;
}

export interface CallIdRules {
  /** Where a vendor refuses the same id twice. */
  readonly uniqueIn: 'message' | 'request';
  readonly pattern?: RegExp;
}

/** Neutral on purpose: blaming anybody misleads the model (decision 21). */
const unavailable: CallAnswer = { text: 'The result of this call is unavailable.', failed: true };
/** Some servers refuse a message without content. */
const emptyAnswer = '(empty)';

/** The first answer by id, else a neutral one (decision 21); answers without a call are dropped. */
export function createCallAnswering(
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

/** The provider's id (decision 36), or ours if that is missing, repeated or refused here. */
function takeId(call: AssistantCall, used: Set<string>, pattern = /./s): string {
  const fits = (id: string) => pattern.test(id) && !used.has(id);
  let id = [call.wireId, call.toolCallId].find(fits);
  for (let n = used.size + 1; id === undefined; n += 1) id = [`call_${String(n)}`].find(fits);
  used.add(id);
  return id;
}

/** Servers that parse the history reject arguments that are not an object; the answer explains why. */
function readArguments(argsText: string): Pick<AnsweredCall, 'args' | 'argsText'> {
  const args = toJsonObject(parseJson(argsText));
  if (args === undefined) return { args: {}, argsText: '{}' };
  return { args, argsText: halfCharacter.test(argsText) ? JSON.stringify(args) : argsText };
}

/** Half a character, or what may be one in JSON. */
const halfCharacter = /\p{Surrogate}|\\u[dD][89a-fA-F]/u;
