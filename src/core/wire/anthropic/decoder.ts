import {
  isObject,
  jsonObjects,
  parseJson,
  type JsonObject,
  type UnknownObject,
} from '../../contracts/json';
import type { LlmEvent } from '../../ports/llm';
import { readList, readObject, readString, readValue, readCount } from '../codec/json-fields';
import { isContent } from './request';
import { textEvents, type MessageReader } from '../codec/json-decoder';
import type { TokenUsage, ToolRequest } from '../../contracts/chats/messages';
import { usageOf, type StreamEnding } from '../codec/finish-event';
import { readArguments, withoutBlank } from '../codec/call-assembler';

interface Block {
  readonly index: number;
  readonly first: UnknownObject;
  /** The text of its pieces, by its key in the whole block. */
  readonly pieces: Map<string, string>;
  whole: boolean;
}

/** The key of a piece, and the key of the block that it extends; others, such as citations, are omitted. */
const extendedBy: ReadonlyMap<string, readonly [piece: string, block: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
  ['input_json_delta', ['partial_json', 'input']],
]);

/** Content blocks of one message, put together from their pieces. */
class BlockAssembler {
  private readonly blocks: Block[] = [];
  private readonly open = new Map<number, Block>();

  start(message: UnknownObject): readonly LlmEvent[] {
    const index = readCount(message, 'index') ?? this.blocks.length;
    const first = readObject(message, 'content_block') ?? {};
    const block: Block = { index, first, pieces: new Map(), whole: false };
    this.blocks.push(block);
    this.open.set(index, block);
    return [
      ...textEvents('text', readString(first, 'text')),
      ...textEvents('thought', readString(first, 'thinking')),
    ];
  }

  add(message: UnknownObject): readonly LlmEvent[] {
    const block = this.openBlock(message);
    const delta = readObject(message, 'delta');
    const extended = extendedBy.get(readString(delta, 'type') ?? '');
    if (block === undefined || extended === undefined) return [];
    const [from, to] = extended;
    const piece = readString(delta, from) ?? '';
    block.pieces.set(to, (block.pieces.get(to) ?? '') + piece);
    if (to === 'text') return textEvents('text', piece);
    return to === 'thinking' ? textEvents('thought', piece) : [];
  }

  stop(message: UnknownObject): void {
    const block = this.openBlock(message);
    if (block !== undefined) block.whole = true;
  }

  /** All that began; none of them may run when one of them was cut. */
  calls(): readonly ToolRequest[] {
    return this.uses().map(toRequest);
  }

  hasCutCall(): boolean {
    return this.uses().some(({ whole }) => !whole);
  }

  /** Sent back unchanged: thoughts with their signatures, or everything except the calls. */
  retained(what: 'thoughts' | 'content'): readonly JsonObject[] {
    const whole = this.ordered().filter((each) => each.whole && each.first['type'] !== 'tool_use');
    return jsonObjects(whole.map(joinPieces))
      .filter((block) => (what === 'content' || !isContent(block)) && canBeSentBack(block))
      .map(withoutCacheMark);
  }

  private openBlock(message: UnknownObject): Block | undefined {
    return this.open.get(readCount(message, 'index') ?? -1);
  }

  private ordered(): readonly Block[] {
    return this.blocks.toSorted((a, b) => a.index - b.index);
  }

  private uses(): readonly Block[] {
    return this.ordered().filter(({ first }) => first['type'] === 'tool_use');
  }
}

function toRequest({ first, pieces }: Block): ToolRequest {
  // Some compatible servers send the input whole, in the first piece.
  const streamed = pieces.get('input') ?? '';
  const argsText = streamed.trim() === '' ? readArguments(readValue(first, 'input')) : streamed;
  return {
    wireId: readString(first, 'id') ?? '',
    name: readString(first, 'name') ?? '',
    argsText: withoutBlank(argsText),
  };
}

/** The block as it would have come in one piece. */
function joinPieces({ first, pieces }: Block): UnknownObject {
  const whole = new Map(Object.entries(first));
  for (const [key, text] of pieces) {
    const said = (readString(first, key) ?? '') + text;
    whole.set(key, key === 'input' ? (parseJson(text) ?? {}) : said);
  }
  return Object.fromEntries(whole);
}

/** Models do not write these; the vendor rejects a conversation that contains one. */
const userOnlyTypes: ReadonlySet<unknown> = new Set(['image', 'document', 'tool_result']);

/** The vendor rejects thoughts without signature, blank texts, and blocks without type. */
function canBeSentBack(block: JsonObject): boolean {
  const { type } = block;
  const needed = neededOf.get(type);
  if (needed !== undefined) return isPresent(block[needed]);
  return isPresent(type) && !userOnlyTypes.has(type);
}

const neededOf: ReadonlyMap<unknown, string> = new Map([
  ['thinking', 'signature'],
  ['redacted_thinking', 'data'],
  ['text', 'text'],
]);

/** Cache marks are ours to set: with one more than four, the vendor refuses the request. */
function withoutCacheMark(block: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'cache_control'));
}

function isPresent(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Gives a whole message, as a server sends it that does not stream, piece by piece. */
function addWholeMessage(blocks: BlockAssembler, content: readonly unknown[]): readonly LlmEvent[] {
  return content.filter(isObject).flatMap((block, index) => {
    const events = blocks.start({ index, content_block: block });
    blocks.stop({ index });
    return events;
  });
}

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
