import type { LlmRequest } from '../../core/ports/llm';
import { repairHistory, type WireTurn } from '../../core/wire/parts/repair-history';
import { sortedTools, withoutDialect } from '../../core/wire/parts/tool-list';
import type { ToolNames } from '../../core/wire/parts/tool-names';
import type { VscodeMessage, VscodePart, VscodeTool } from './vscode-chat';

/**
 * The conversation as VS Code takes it: the system prompt is what the person says first, and every
 * call is answered exactly once, directly after it (DESIGN decision 21).
 */
export function encodeVscodeMessages(
  { system, messages }: Pick<LlmRequest, 'system' | 'messages'>,
  names: ToolNames,
  images: boolean,
): readonly VscodeMessage[] {
  // Whatever provider stands behind the model may refuse the same id twice.
  const rules = { wire: 'vscode', ids: { uniqueIn: 'request' }, images } as const;
  return [
    { role: 'user' as const, parts: texts(system) },
    ...repairHistory(messages, rules).flatMap((turn) => encodeTurn(turn, names)),
  ].filter(({ parts }) => parts.length > 0);
}

function encodeTurn(turn: WireTurn, names: ToolNames): readonly VscodeMessage[] {
  if (turn.role === 'user') {
    const images = turn.images.map((image) => ({ kind: 'image', ...image }) as const);
    return [{ role: 'user', parts: [...texts([turn.text]), ...images] }];
  }
  const calls = turn.calls.map(
    ({ id, name, args }) =>
      ({ kind: 'call', callId: id, name: names.toWire(name), input: args }) as const,
  );
  const answers = turn.calls.map(
    ({ id, answer }) => ({ kind: 'result', callId: id, text: answer.text }) as const,
  );
  return [
    { role: 'assistant', parts: [...texts([turn.text]), ...calls] },
    { role: 'user', parts: answers },
  ];
}

function texts(all: readonly string[]): readonly VscodePart[] {
  return all.filter((text) => text.trim() !== '').map((text) => ({ kind: 'text', text }));
}

/** The tools, under names that providers take. */
export function encodeVscodeTools(
  tools: LlmRequest['tools'],
  names: ToolNames,
): readonly VscodeTool[] {
  return sortedTools(tools).map(({ name, description, inputSchema }) => {
    return { name: names.toWire(name), description, inputSchema: withoutDialect(inputSchema) };
  });
}
