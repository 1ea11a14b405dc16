import type { ToolRequest } from '../../contracts/chats/messages';
import type { LlmEvent } from '../../ports/llm';
import { readCount, readObject, readString, readValue } from '../codec/json-fields';
import {
  type JsonObject,
  type UnknownObject,
  isObject,
  jsonObjects,
  parseJson,
} from '../../contracts/json';
import { readArguments, withoutBlank } from '../codec/call-assembler';
import { isContent } from './request';
import { textEvents } from '../codec/json-decoder';

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
export class BlockAssembler {
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

  /** Some call began and did not end. */
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
export function addWholeMessage(
  blocks: BlockAssembler,
  content: readonly unknown[],
): readonly LlmEvent[] {
  return content.filter(isObject).flatMap((block, index) => {
    const events = blocks.start({ index, content_block: block });
    blocks.stop({ index });
    return events;
  });
}
