import { createAnthropicDecoder } from './parts/anthropic-decoder';
import {
  encodeAnthropicMessages,
  encodeAnthropicSystem,
  isContent,
  markLast,
} from './parts/anthropic-messages';
import { planOutput } from './parts/anthropic-thinking';
import { encodeAnthropicTools } from './parts/anthropic-tools';
import { defineWire } from './parts/define-wire';
import { repairHistory } from './parts/repair-history';
import { createToolNames } from './parts/tool-names';

const name = 'anthropic-messages';

/** Anthropic Messages (cogni-wink 5.2). */
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
