import { defineWire, type WireOptions } from './codec/define-wire';
import { createOpenAiChatDecoder } from './openai/decoder';
import { encodeOpenAiMessages, encodeOpenAiTools } from './openai/request';
import { repairHistory } from './codec/repair-history';
import { createToolNames } from './codec/tool-names';

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
