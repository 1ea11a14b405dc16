import type { JsonObject, UnknownObject } from '../../contracts/json';
import type { LlmEvent } from '../../ports/llm';
import { readList, readObject, readString, readValue, readCount } from '../codec/json-fields';
import { addWholeMessage, BlockAssembler } from './content-blocks';
import { isContent } from './request';
import type { WireDecoder } from '../codec/define-wire';
import { JsonDecoder, type MessageReader } from '../codec/json-decoder';
import type { ToolNames } from '../codec/tool-names';
import type { TokenUsage } from '../../contracts/chats/messages';
import { usageOf, type StreamEnding } from '../codec/finish-event';

export function createAnthropicDecoder(wire: string, names: ToolNames): WireDecoder {
  return new JsonDecoder(new EventReader(wire, names));
}

/** Reads one stream of message events; pings, unknown events and unknown keys are ignored. */
class EventReader implements MessageReader {
  private readonly blocks = new BlockAssembler();
  private readonly counts = createUsageCollector();
  private stopReason: string | undefined;
  private isDone = false;

  constructor(
    private readonly wire: string,
    private readonly names: ToolNames,
  ) {}

  read(message: UnknownObject): readonly LlmEvent[] {
    switch (message['type']) {
      case 'message':
        return this.readMessage(message);
      case 'message_start':
        return this.readMessage(readObject(message, 'message'));
      case 'content_block_start':
        return this.blocks.start(message);
      case 'content_block_delta':
        return this.blocks.add(message);
      case 'content_block_stop':
        this.blocks.stop(message);
        return [];
      case 'message_delta':
        this.counts.add(readValue(message, 'usage'));
        this.setStopReason(readObject(message, 'delta'));
        return [];
      case 'message_stop':
        this.isDone = true;
        return [];
      default:
        return [];
    }
  }

  state(): ReturnType<MessageReader['state']> {
    if (this.isDone) return 'done';
    return this.stopReason === undefined ? 'open' : 'finishing';
  }

  usage(): TokenUsage {
    return this.counts.usage();
  }

  ending(): StreamEnding | undefined {
    if (this.stopReason === undefined) return undefined;
    const { blocks, names, wire } = this;
    const content = this.stopReason === 'pause_turn' ? blocks.retained('content') : [];
    // Without work of the server's own there is nothing to go on with but words: they are text.
    const kept = content.some(isWork) ? content : blocks.retained('thoughts');
    return {
      reason: this.stopReason,
      calls: blocks.calls().map((call) => ({ ...call, name: names.fromWire(call.name) })),
      cutCall: blocks.hasCutCall(),
      usage: this.usage(),
      thinking: kept.map((block) => ({ wire, block })),
    };
  }

  private readMessage(message: UnknownObject | undefined): readonly LlmEvent[] {
    this.counts.add(readValue(message, 'usage'));
    this.setStopReason(message);
    return addWholeMessage(this.blocks, readList(message, 'content'));
  }

  private setStopReason(from: UnknownObject | undefined): void {
    this.stopReason = readString(from, 'stop_reason') ?? this.stopReason;
  }
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
        // The vendor does not count cached tokens here.
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
