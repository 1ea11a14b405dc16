import { createAnthropicDecoder } from './anthropic/decoder';
import {
  encodeAnthropicMessages,
  encodeAnthropicSystem,
  isContent,
  markLast,
  planOutput,
  encodeAnthropicTools,
} from './anthropic/request';
import { defineWire } from './codec/define-wire';
import { repairHistory } from './codec/repair-history';
import { createToolNames } from './codec/tool-names';

const name = 'anthropic-messages';

/** Anthropic Messages. */
export default defineWire({
  name,
  path: '/v1/messages',
  framing: 'sse',
  headers: { 'anthropic-version': '2023-06-01' },
  exchange: (request, options) => {
    const { system, messages, tools } = request;
    const names = createToolNames(request, options.hash);
    const turns = repairHistory(messages, {
      wire: name,
      ids: { uniqueIn: 'request', pattern: /^[a-zA-Z0-9_-]+$/ },
      images: options.facts.images,
      isContent,
    });
    const { maxTokens, thinking, returnsThoughts } = planOutput(options, turns);
    const blocks = encodeAnthropicSystem(system);
    return {
      body: {
        model: options.model,
        max_tokens: maxTokens,
        ...(blocks.length > 0 ? { system: markLast(blocks) } : {}),
        messages: encodeAnthropicMessages(turns, names, returnsThoughts),
        ...(tools.length > 0 ? { tools: markLast(encodeAnthropicTools(tools, names)) } : {}),
        ...(thinking === undefined ? {} : { thinking }),
        stream: true,
      },
      decoder: () => createAnthropicDecoder(name, names),
    };
  },
});
