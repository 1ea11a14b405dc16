import type { JsonObject, UnknownObject } from '../../contracts/json';
import type { LlmEvent } from '../../ports/llm';
import { readList, readObject, readString, readValue, readCount } from '../codec/json-fields';
import { addWholeMessage, BlockAssembler } from './content-blocks';
import { isContent } from './request';
import type { MessageReader } from '../codec/json-decoder';
import type { TokenUsage } from '../../contracts/chats/messages';
import { usageOf, type StreamEnding } from '../codec/finish-event';

/** Reads one stream of message events; pings, unknown events and unknown keys are ignored. */
export class EventReader implements MessageReader {
  private readonly blocks = new BlockAssembler();
  private readonly counts = new UsageCollector();
  private stopReason: string | undefined;
  private isDone = false;

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
    const { blocks } = this;
    const content = this.stopReason === 'pause_turn' ? blocks.retained('content') : [];
    return {
      reason: this.stopReason,
      calls: blocks.calls(),
      cutCall: blocks.hasCutCall(),
      // Without work of the server's own there is nothing to go on with but words: they are text.
      thinking: content.some(isWork) ? content : blocks.retained('thoughts'),
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

const usageKeys = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

/** Figures of one stream: the later replace the earlier, and are never added. */
class UsageCollector {
  private readonly counts = new Map<(typeof usageKeys)[number], number>();

  add(usage: unknown): void {
    for (const key of usageKeys) {
      const count = readCount(usage, key);
      if (count !== undefined) this.counts.set(key, count);
    }
  }

  usage(): TokenUsage {
    const fresh = this.counts.get('input_tokens');
    const cacheReadTokens = this.counts.get('cache_read_input_tokens');
    const cacheWriteTokens = this.counts.get('cache_creation_input_tokens');
    // The vendor does not count cached tokens here.
    const cached = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
    return usageOf({
      inputTokens: fresh === undefined ? undefined : fresh + cached,
      outputTokens: this.counts.get('output_tokens'),
      cacheReadTokens,
      cacheWriteTokens,
    });
  }
}
