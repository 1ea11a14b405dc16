import type { ThinkingBlock, TokenUsage } from '../../contracts/chats/messages';
import type { LlmEvent } from '../../ports/llm';
import {
  readCount,
  readList,
  readObject,
  readString,
  readValue,
  type UnknownObject,
} from '../../base/json';
import { createCallAssembler } from '../codec/call-assembler';
import type { WireDecoder } from '../codec/define-wire';
import { createJsonDecoder, textEvents } from '../codec/json-decoder';
import { attachmentsBlock, createReasoningCollector, readContent } from './reasoning';
import { usageOf } from '../codec/finish-event';
import type { ToolNames } from '../codec/tool-names';

/** Reads one stream of chat completion chunks; unknown keys and event names are ignored. */
export function createOpenAiChatDecoder(wire: string, names: ToolNames): WireDecoder {
  const assembler = createCallAssembler();
  const reasoning = createReasoningCollector();
  let finishReason: string | undefined;
  let usage: TokenUsage = {};
  let refused = false;

  const readChoice = (choice: unknown): readonly LlmEvent[] => {
    finishReason = readString(choice, 'finish_reason') ?? finishReason;
    // `message` is what a server sends that does not stream.
    const delta = readObject(choice, 'delta') ?? readObject(choice, 'message');
    const refusal = readString(delta, 'refusal') ?? '';
    if (refusal !== '') refused = true;
    for (const piece of readList(delta, 'tool_calls')) assembler.add(piece);
    const { text, thought } = readContent(readValue(delta, 'content'));
    return [
      ...textEvents('thought', reasoning.add(delta)),
      ...textEvents('thought', thought),
      ...textEvents('text', text),
      ...textEvents('text', refusal),
    ];
  };

  /** Only what led to calls goes back. */
  const thinking = (): readonly ThinkingBlock[] => {
    const attached = assembler.attached();
    const blocks = attached.length === 0 ? [] : [reasoning.collected(), attachmentsBlock(attached)];
    return blocks.flatMap((block) => (block === undefined ? [] : [{ wire, block }]));
  };

  return createJsonDecoder({
    read: (chunk) => {
      usage = readUsage(chunk) ?? usage;
      return readChoice(
        readList(chunk, 'choices').find((each) => (readCount(each, 'index') ?? 0) === 0),
      );
    },
    state: () => (finishReason === undefined ? 'open' : 'finishing'),
    usage: () => usage,
    ending: () => {
      if (finishReason === undefined) return undefined;
      const reason = refused && finishReason !== 'length' ? 'refusal' : finishReason;
      const calls = assembler.calls().map((call) => ({ ...call, name: names.fromWire(call.name) }));
      return { reason, calls, usage, thinking: thinking() };
    },
  });
}

/** The last chunk carries it, with no choices; the others say null. */
function readUsage(chunk: UnknownObject): TokenUsage | undefined {
  const usage = readObject(chunk, 'usage');
  if (usage === undefined) return undefined;
  const read = readObject(usage, 'prompt_tokens_details');
  return usageOf({
    inputTokens: readCount(usage, 'prompt_tokens'),
    outputTokens: readCount(usage, 'completion_tokens'),
    // DeepSeek's own key.
    cacheReadTokens:
      readCount(read, 'cached_tokens') ?? readCount(usage, 'prompt_cache_hit_tokens'),
    cacheWriteTokens: readCount(read, 'cache_write_tokens'),
    reasoningTokens: readCount(readObject(usage, 'completion_tokens_details'), 'reasoning_tokens'),
  });
}
