import type { ChatMessage } from '../../contracts/chats/messages';
import type { AnsweredCall } from '../codec/answered-calls';
import { isBlank, repairHistory } from '../codec/repair-history';
import { generalBlock, readFencedCalls } from './fenced-calls';

/**
 * The history as plain messages, for a model that knows neither calls nor answers. Each call is
 * answered exactly once, directly after it (decision 21).
 */
export function plainMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  // Images are the inner wire's to judge; thoughts are bound to calls that it never sees.
  const rules = { wire: '', ids: { uniqueIn: 'message' }, images: true } as const;
  return repairHistory(messages, rules).flatMap((turn): readonly ChatMessage[] => {
    if (turn.role === 'user') return [turn];
    const said = { role: 'assistant', text: withCalls(turn.text, turn.calls), calls: [] } as const;
    if (turn.calls.length === 0) return [said];
    return [said, { role: 'user', text: turn.calls.map(resultText).join('\n\n') }];
  });
}

/** The model wrote its calls itself, unless another model made them. */
function withCalls(text: string, calls: readonly AnsweredCall[]): string {
  const names = new Set(calls.map(({ name }) => name));
  const written = new Set(readFencedCalls(text, names).map(callKey));
  const rest = calls.filter((call) => !written.has(callKey(call)));
  if (rest.length === 0) return text;
  return [text, ...rest.map(callBlock)].filter((part) => !isBlank(part)).join('\n\n');
}

function callKey({ name, argsText }: { readonly name: string; readonly argsText: string }): string {
  return `${name} ${argsText}`;
}

function callBlock({ name, args }: AnsweredCall): string {
  return ['```' + generalBlock, JSON.stringify({ name, arguments: args }), '```'].join('\n');
}

function resultText({ name, answer }: AnsweredCall): string {
  const status = answer.failed ? 'failed' : 'completed';
  const text = escapeTag(answer.text, 'tool_result');
  return `<tool_result name=${JSON.stringify(name)} status="${status}">\n${text}\n</tool_result>`;
}

/** Escapes foreign text so that it cannot end its part of a message. */
export function escapeTag(text: string, tag: string): string {
  return text.replace(new RegExp(`<(?=/?${tag}\\b)`, 'gi'), '&lt;');
}
