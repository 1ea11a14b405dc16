import { defineWire } from './define-wire';
import { createOpenAiChatDecoder } from './openai-chat-decoder';
import { encodeOpenAiMessages } from './openai-chat-messages';
import { encodeOpenAiTools } from './openai-chat-tools';

/** OpenAI Chat Completions, as every compatible server speaks it (cogni-wink 5.1). */
export const openAiChat = defineWire({
  path: '/chat/completions',
  encode: ({ system, messages, tools }, model) => ({
    model,
    messages: encodeOpenAiMessages(system, messages),
    ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools) } : {}),
    stream: true,
    stream_options: { include_usage: true },
  }),
  decoder: createOpenAiChatDecoder,
});
