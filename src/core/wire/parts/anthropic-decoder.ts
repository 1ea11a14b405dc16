import type { JsonObject } from '../../contracts/tool-spec';
import type { LlmEvent } from '../../ports/llm';
import {
  readList,
  readObject,
  readString,
  readValue,
  type UnknownObject,
} from '../../base/json-read';
import { addWholeMessage, createBlockAssembler } from './anthropic-blocks';
import { isContent } from './anthropic-messages';
import { createUsageCollector } from './anthropic-usage';
import type { WireDecoder } from './define-wire';
import { createJsonDecoder } from './json-decoder';
import type { ToolNames } from './tool-names';

/** Reads one stream of message events; pings, unknown events and unknown keys are ignored. */
export function createAnthropicDecoder(wire: string, names: ToolNames): WireDecoder {
  const blocks = createBlockAssembler();
  const usage = createUsageCollector();
  let stopReason: string | undefined;
  let done = false;

  const readMessage = (message: UnknownObject | undefined): readonly LlmEvent[] => {
    usage.add(readValue(message, 'usage'));
    stopReason = readString(message, 'stop_reason') ?? stopReason;
    return addWholeMessage(blocks, readList(message, 'content'));
  };

  const read = (message: UnknownObject): readonly LlmEvent[] => {
    switch (message['type']) {
      case 'message':
        return readMessage(message);
      case 'message_start':
        return readMessage(readObject(message, 'message'));
      case 'content_block_start':
        return blocks.start(message);
      case 'content_block_delta':
        return blocks.add(message);
      case 'content_block_stop':
        blocks.stop(message);
        return [];
      case 'message_delta':
        usage.add(readValue(message, 'usage'));
        stopReason = readString(readObject(message, 'delta'), 'stop_reason') ?? stopReason;
        return [];
      case 'message_stop':
        done = true;
        return [];
      default:
        return [];
    }
  };

  return createJsonDecoder({
    read,
    state: () => (done ? 'done' : stopReason === undefined ? 'open' : 'finishing'),
    usage: usage.usage,
    ending: () => {
      if (stopReason === undefined) return undefined;
      const content = stopReason === 'pause_turn' ? blocks.retained('content') : [];
      // Without work of the server's own there is nothing to go on with but words: they are text.
      const kept = content.some(isWork) ? content : blocks.retained('thoughts');
      return {
        reason: stopReason,
        calls: blocks.calls().map((call) => ({ ...call, name: names.fromWire(call.name) })),
        cutCall: blocks.hasCutCall(),
        usage: usage.usage(),
        thinking: kept.map((block) => ({ wire, block })),
      };
    },
  });
}

function isWork(block: JsonObject): boolean {
  return isContent(block) && block['type'] !== 'text';
}
