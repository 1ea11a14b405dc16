import { defineWire } from './parts/define-wire';
import { createOpenAiChatDecoder } from './parts/openai-chat-decoder';
import { encodeOpenAiMessages } from './parts/openai-chat-messages';
import { encodeOpenAiTools } from './parts/openai-chat-tools';

/** OpenAI Chat Completions, as every compatible server speaks it (cogni-wink 5.1). */
export default defineWire({
  name: 'openai-chat',
  path: '/chat/completions',
  framing: 'sse',
  headers: {},
  exchange: ({ system, messages, tools }, { model }) => ({
    body: {
      model,
      messages: encodeOpenAiMessages(system.join('\n\n'), messages),
      ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools) } : {}),
      stream: true,
      stream_options: { include_usage: true },
    },
    decoder: createOpenAiChatDecoder,
  }),
});
