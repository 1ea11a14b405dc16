import { EventReader } from './anthropic/decoder';
import {
  encodeAnthropicMessages,
  encodeAnthropicSystem,
  isContent,
  markLast,
  planOutput,
  encodeAnthropicTools,
} from './anthropic/request';
import { defineWire } from './codec/define-wire';

export default defineWire({
  name: 'anthropic-messages',
  path: '/v1/messages',
  framing: 'sse',
  headers: { 'anthropic-version': '2023-06-01' },
  ids: { uniqueIn: 'request', pattern: /^[a-zA-Z0-9_-]+$/ },
  isContent,
  body: ({ system, tools, turns, names }, options) => {
    const { maxTokens, thinking, returnsThoughts } = planOutput(options, turns);
    const blocks = encodeAnthropicSystem(system);
    return {
      max_tokens: maxTokens,
      ...(blocks.length > 0 ? { system: markLast(blocks) } : {}),
      messages: encodeAnthropicMessages(turns, names, returnsThoughts),
      ...(tools.length > 0 ? { tools: markLast(encodeAnthropicTools(tools, names)) } : {}),
      ...(thinking === undefined ? {} : { thinking }),
      stream: true,
    };
  },
  reader: () => new EventReader(),
});
