import { defineWire, type WireOptions, type WireDecoder } from './codec/define-wire';
import { encodeOpenAiMessages, encodeOpenAiTools } from './openai/request';
import { repairHistory } from './codec/repair-history';
import { createToolNames, type ToolNames } from './codec/tool-names';
import type { ThinkingBlock, TokenUsage } from '../contracts/chats/messages';
import type { LlmEvent } from '../ports/llm';
import type { UnknownObject } from '../contracts/json';
import { readCount, readList, readObject, readString, readValue } from './codec/json-fields';
import { CallAssembler } from './codec/call-assembler';
import { JsonDecoder, textEvents } from './codec/json-decoder';
import { attachmentsBlock, createReasoningCollector, readContent } from './openai/reasoning';
import { usageOf } from './codec/finish-event';

const name = 'openai-chat';

/** OpenAI Chat Completions, as every compatible server speaks it (decision model-retry). */
export default defineWire({
  name,
  path: '/chat/completions',
  framing: 'sse',
  headers: {},
  exchange: (request, options) => {
    const { system, messages, tools } = request;
    const names = createToolNames(request, options.hash);
    const turns = repairHistory(messages, {
      wire: name,
      ids: { uniqueIn: 'message' },
      images: options.facts.images,
    });
    return {
      body: {
        model: options.model,
        messages: encodeOpenAiMessages(system, turns, names),
        ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools, names) } : {}),
        ...answerLimit(options),
        stream: true,
        stream_options: { include_usage: true },
      },
      decoder: () => createOpenAiChatDecoder(name, names),
    };
  },
});

/** OpenAI's own models that think refuse `max_tokens`; they are known by name. */
const wantsNewKey = /(?:^|\/)(?:o\d|gpt-[5-9]|codex)/;

/**
 * `max_tokens` is the key that every compatible server knows; some ignore or refuse the newer one.
 * Nothing is sent unless a number is set, since too high a limit is refused as well.
 */
function answerLimit({ model, facts: { maxOutputTokens } }: WireOptions) {
  if (maxOutputTokens === undefined) return {};
  return wantsNewKey.test(model)
    ? { max_completion_tokens: maxOutputTokens }
    : { max_tokens: maxOutputTokens };
}

/** Reads one stream of chat completion chunks; unknown keys and event names are ignored. */
function createOpenAiChatDecoder(wire: string, names: ToolNames): WireDecoder {
  const assembler = new CallAssembler();
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

  return new JsonDecoder({
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
