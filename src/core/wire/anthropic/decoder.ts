import type { JsonObject, UnknownObject } from '../../contracts/json';
import type { LlmEvent } from '../../ports/llm';
import { readList, readObject, readString, readValue, readCount } from '../codec/json-fields';
import { addWholeMessage, BlockAssembler } from './content-blocks';
import { isContent } from './request';
import type { WireDecoder } from '../codec/define-wire';
import { JsonDecoder } from '../codec/json-decoder';
import type { ToolNames } from '../codec/tool-names';
import type { TokenUsage } from '../../contracts/chats/messages';
import { usageOf } from '../codec/finish-event';

/** Reads one stream of message events; pings, unknown events and unknown keys are ignored. */
export function createAnthropicDecoder(wire: string, names: ToolNames): WireDecoder {
  const blocks = new BlockAssembler();
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

  return new JsonDecoder({
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

/** Figures of one stream: the later replace the earlier, and are never added. */
export interface UsageCollector {
  readonly add: (usage: unknown) => void;
  readonly usage: () => TokenUsage;
}

const usageKeys = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

function createUsageCollector(): UsageCollector {
  const counts = new Map<string, number>();
  const of = (key: (typeof usageKeys)[number]) => counts.get(key);
  return {
    add: (usage) => {
      for (const key of usageKeys) {
        const count = readCount(usage, key);
        if (count !== undefined) counts.set(key, count);
      }
    },
    usage: () => {
      const fresh = of('input_tokens');
      const cacheReadTokens = of('cache_read_input_tokens');
      const cacheWriteTokens = of('cache_creation_input_tokens');
      return usageOf({
        // The vendor leaves out what was cached.
        inputTokens:
          fresh === undefined
            ? undefined
            : fresh + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
        outputTokens: of('output_tokens'),
        cacheReadTokens,
        cacheWriteTokens,
      });
    },
  };
}
