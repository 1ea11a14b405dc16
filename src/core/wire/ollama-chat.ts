import { defineWire } from './codec/define-wire';
import { createOllamaDecoder } from './ollama/decoder';
import { encodeOllamaMessages, ollamaParameters } from './ollama/request';
import { encodeOpenAiTools } from './openai/request';
import { repairHistory } from './codec/repair-history';
import { createToolNames } from './codec/tool-names';

const name = 'ollama-chat';

/** Ollama's own chat; its OpenAI layer swallows errors in a stream. */
export default defineWire({
  name,
  path: '/api/chat',
  framing: 'ndjson',
  headers: {},
  exchange: (request, { model, facts, hash }) => {
    const { system, messages, tools } = request;
    const names = createToolNames(request, hash);
    const turns = repairHistory(messages, {
      wire: name,
      ids: { uniqueIn: 'message' },
      images: facts.images,
    });
    const used = turns.flatMap((turn) =>
      turn.role === 'assistant' ? turn.calls.map(({ id }) => id) : [],
    );
    return {
      body: {
        model,
        messages: encodeOllamaMessages(system, turns, names),
        ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools, names, ollamaParameters) } : {}),
        think: facts.reasoning,
        options: {
          // Without it, the server silently cuts the prompt at a few thousand tokens.
          num_ctx: facts.contextTokens,
          ...(facts.maxOutputTokens === undefined ? {} : { num_predict: facts.maxOutputTokens }),
        },
        stream: true,
      },
      decoder: () => createOllamaDecoder(name, names, new Set(used)),
    };
  },
});
