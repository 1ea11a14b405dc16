import { defineWire } from './codec/define-wire';
import { LineReader } from './ollama/decoder';
import { encodeOllamaMessages, ollamaParameters } from './ollama/request';
import { encodeOpenAiTools } from './openai/request';

/** Ollama's own chat; its OpenAI layer swallows errors in a stream. */
export default defineWire({
  name: 'ollama-chat',
  path: '/api/chat',
  framing: 'ndjson',
  headers: {},
  ids: { uniqueIn: 'message' },
  body: ({ system, tools, turns, names }, { facts }) => ({
    messages: encodeOllamaMessages(system, turns, names),
    ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools, names, ollamaParameters) } : {}),
    think: facts.reasoning,
    options: {
      // Without it, the server silently cuts the prompt at a few thousand tokens.
      num_ctx: facts.contextTokens,
      ...(facts.maxOutputTokens === undefined ? {} : { num_predict: facts.maxOutputTokens }),
    },
    stream: true,
  }),
  reader: (turns) => new LineReader(turns),
});
