import type { ThinkingBlock, ToolRequest, TokenUsage } from '../../contracts/chats/messages';
import type { LlmEvent } from '../../ports/llm';
import type { UnknownObject } from '../../contracts/json';
import { readCount, readList, readObject, readString, readValue } from '../codec/json-fields';
import { readArguments, withoutBlank } from '../codec/call-assembler';
import type { WireDecoder } from '../codec/define-wire';
import { maxCalls, usageOf } from '../codec/finish-event';
import { JsonDecoder, textEvents } from '../codec/json-decoder';
import type { ToolNames } from '../codec/tool-names';

/**
 * Reads the lines of one answer. Each call comes whole in one line and is a new one: servers count
 * them all as number 0. Without `done` the stream is broken.
 */
export function createOllamaDecoder(
  wire: string,
  names: ToolNames,
  usedIds: ReadonlySet<string>,
): WireDecoder {
  const calls: ToolRequest[] = [];
  const thoughts: string[] = [];
  const nextId = createIdCounter(usedIds);
  let usage: TokenUsage = {};
  let reason: string | undefined;

  const addCall = (call: unknown) => {
    if (calls.length > maxCalls) return;
    const used = readObject(call, 'function');
    const id = readString(call, 'id') ?? '';
    calls.push({
      wireId: id === '' ? nextId() : id,
      name: names.fromWire(readString(used, 'name') ?? ''),
      argsText: withoutBlank(readArguments(readValue(used, 'arguments'))),
    });
  };

  /** Kept for the calls they led to; templates read no others. */
  const thinking = (): readonly ThinkingBlock[] =>
    thoughts.length === 0 || calls.length === 0
      ? []
      : [{ wire, block: { thinking: thoughts.join('') } }];

  return new JsonDecoder({
    read: (line): readonly LlmEvent[] => {
      const message = readObject(line, 'message');
      for (const call of readList(message, 'tool_calls')) addCall(call);
      const thought = readString(message, 'thinking') ?? '';
      if (thought !== '') thoughts.push(thought);
      if (line['done'] === true) {
        usage = readUsage(line);
        reason = readString(line, 'done_reason') ?? '';
      }
      return [
        ...textEvents('thought', thought),
        ...textEvents('text', readString(message, 'content')),
      ];
    },
    state: () => (reason === undefined ? 'open' : 'done'),
    usage: () => usage,
    ending: () =>
      reason === undefined
        ? undefined
        : // Older servers give no reason.
          { reason: reason === '' ? 'stop' : reason, calls, usage, thinking: thinking() },
  });
}

/** Absent is unknown: a prompt that was cached is not counted. */
function readUsage(line: UnknownObject): TokenUsage {
  return usageOf({
    inputTokens: readCount(line, 'prompt_eval_count'),
    outputTokens: readCount(line, 'eval_count'),
  });
}

/** Ids for servers that give none, unlike any that the request holds. */
function createIdCounter(used: ReadonlySet<string>): () => string {
  let count = used.size;
  return () => {
    let id: string;
    do {
      count += 1;
      id = `call_${String(count)}`;
    } while (used.has(id));
    return id;
  };
}
