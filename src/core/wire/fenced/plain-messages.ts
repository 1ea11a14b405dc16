import type { ChatMessage } from '../../contracts/chats/messages';
import { escapeTag } from '../../base/escape-tag';
import type { AnsweredCall } from '../codec/answered-calls';
import { isBlank, repairHistory, type AssistantTurn } from '../codec/repair-history';
import { generalBlock, openingOf, readFencedCalls } from './fenced-calls';

/** Calls are blocks with the word of the chat, each answered directly after it (decision 21). */
export function plainMessages(
  messages: readonly ChatMessage[],
  word?: string,
): readonly ChatMessage[] {
  // Images are the inner wire's to judge; thoughts are bound to calls that it never sees.
  const rules = { wire: '', ids: { uniqueIn: 'message' }, images: true } as const;
  return repairHistory(messages, rules).flatMap((turn): readonly ChatMessage[] => {
    if (turn.role === 'user') return [turn];
    const said = { role: 'assistant', text: withCalls(turn, word), calls: [] } as const;
    if (turn.calls.length === 0) return [said];
    return [said, { role: 'user', text: turn.calls.map(resultText).join('\n\n') }];
  });
}

/** The model wrote its calls itself, unless another model made them. */
function withCalls(
  { text, calls }: Pick<AssistantTurn, 'text' | 'calls'>,
  word: string | undefined,
): string {
  if (calls.length === 0) return text;
  const names = new Set(calls.map(({ name }) => name));
  const written = new Set(readFencedCalls(text, { names }).map(callKey));
  const rest = calls.filter((call) => !written.has(callKey(call)));
  const blocks = rest.map((call) => callBlock(call, word));
  return [withWord(text, word), ...blocks].filter((part) => !isBlank(part)).join('\n\n');
}

/** A chat that was opened again has another word. */
function withWord(text: string, word: string | undefined): string {
  return word === undefined
    ? text
    : text.replace(/^( {0,3}(?:`{3,}|~{3,})[a-z]+ )[0-9a-f]{8}$/gm, `$1${word}`);
}

function callKey({ name, argsText }: { readonly name: string; readonly argsText: string }): string {
  return `${name} ${argsText}`;
}

function callBlock({ name, args }: AnsweredCall, word: string | undefined): string {
  return [openingOf(generalBlock, word), JSON.stringify({ name, arguments: args }), '```'].join(
    '\n',
  );
}

function resultText({ name, answer }: AnsweredCall): string {
  const status = answer.failed ? 'failed' : 'completed';
  const text = escapeTag(answer.text, 'tool_result');
  return `<tool_result name=${JSON.stringify(name)} status="${status}">\n${text}\n</tool_result>`;
}
