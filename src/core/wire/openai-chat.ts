import { defineWire, type WireOptions } from './codec/define-wire';
import { encodeOpenAiMessages, encodeOpenAiTools } from './openai/request';
import type { TokenUsage } from '../contracts/chats/messages';
import type { LlmEvent } from '../ports/llm';
import type { JsonObject, UnknownObject } from '../contracts/json';
import { readCount, readList, readObject, readString, readValue } from './codec/json-fields';
import { CallAssembler } from './codec/call-assembler';
import { textEvents, type MessageReader } from './codec/json-decoder';
import { attachmentsBlock, ReasoningCollector, readContent } from './openai/reasoning';
import { usageOf, type StreamEnding } from './codec/finish-event';

/** OpenAI Chat Completions, as every compatible server speaks it (decision model-retry). */
export default defineWire({
  name: 'openai-chat',
  path: '/chat/completions',
  framing: 'sse',
  headers: {},
  ids: { uniqueIn: 'message' },
  body: ({ system, tools, turns, names }, options) => ({
    messages: encodeOpenAiMessages(system, turns, names),
    ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools, names) } : {}),
    ...answerLimit(options),
    stream: true,
    stream_options: { include_usage: true },
  }),
  reader: () => new ChunkReader(),
});

/** OpenAI's own models that think refuse `max_tokens`; they are known by name. */
const wantsNewKey = /(?:^|\/)(?:o\d|gpt-[5-9]|codex)/;

/** Every compatible server knows `max_tokens`; sent only if set, since too much is refused. */
function answerLimit({ model, facts: { maxOutputTokens } }: WireOptions) {
  if (maxOutputTokens === undefined) return {};
  return wantsNewKey.test(model)
    ? { max_completion_tokens: maxOutputTokens }
    : { max_tokens: maxOutputTokens };
}

/** Reads one stream of chat completion chunks; unknown keys and event names are ignored. */
class ChunkReader implements MessageReader {
  private readonly assembler = new CallAssembler();
  private readonly reasoning = new ReasoningCollector();
  private finishReason: string | undefined;
  private used: TokenUsage = {};
  private isRefused = false;

  read(chunk: UnknownObject): readonly LlmEvent[] {
    this.used = readUsage(chunk) ?? this.used;
    return this.readChoice(
      readList(chunk, 'choices').find((each) => (readCount(each, 'index') ?? 0) === 0),
    );
  }

  state(): 'open' | 'finishing' {
    return this.finishReason === undefined ? 'open' : 'finishing';
  }

  usage(): TokenUsage {
    return this.used;
  }

  ending(): StreamEnding | undefined {
    if (this.finishReason === undefined) return undefined;
    const isRefusal = this.isRefused && this.finishReason !== 'length';
    return {
      reason: isRefusal ? 'refusal' : this.finishReason,
      calls: this.assembler.calls(),
      thinking: this.thinking(),
    };
  }

  private readChoice(choice: unknown): readonly LlmEvent[] {
    this.finishReason = readString(choice, 'finish_reason') ?? this.finishReason;
    // Servers without streaming send `message`.
    const delta = readObject(choice, 'delta') ?? readObject(choice, 'message');
    const refusal = readString(delta, 'refusal') ?? '';
    if (refusal !== '') this.isRefused = true;
    for (const piece of readList(delta, 'tool_calls')) this.assembler.add(piece);
    const { text, thought } = readContent(readValue(delta, 'content'));
    return [
      ...textEvents('thought', this.reasoning.add(delta)),
      ...textEvents('thought', thought),
      ...textEvents('text', text),
      ...textEvents('text', refusal),
    ];
  }

  /** Only thoughts that led to calls are sent back. */
  private thinking(): readonly JsonObject[] {
    const attached = this.assembler.attached();
    if (attached.length === 0) return [];
    const blocks = [this.reasoning.collected(), attachmentsBlock(attached)];
    return blocks.filter((block) => block !== undefined);
  }
}

/** The last chunk has it, without choices; in the others it is null. */
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
