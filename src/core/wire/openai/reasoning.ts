import { readList, readString, readValue } from '../codec/json-fields';
import { type Json, type JsonObject, isObject, jsonObjects } from '../../contracts/json';

/** Keys under which servers send thoughts, in order of preference. */
const textKeys = ['reasoning_content', 'reasoning'] as const;
const detailsKey = 'reasoning_details';
const returnedKeys: ReadonlySet<string> = new Set([...textKeys, detailsKey]);

export class ReasoningCollector {
  private readonly texts = new Map<string, string>();
  private readonly details: JsonObject[] = [];

  add(delta: unknown): string {
    const fresh = jsonObjects(readList(delta, detailsKey));
    for (const detail of fresh) addDetail(this.details, detail);
    let shown: string | undefined;
    for (const key of textKeys) {
      const text = readString(delta, key) ?? '';
      if (text === '') continue;
      this.texts.set(key, (this.texts.get(key) ?? '') + text);
      shown ??= text;
    }
    return shown ?? fresh.map(detailText).join('');
  }

  /** What the message carries when it is sent back; undefined when nothing was thought. */
  collected(): JsonObject | undefined {
    // Details hold the text too, and signatures that the text alone has lost.
    if (this.details.length > 0) return { [detailsKey]: this.details };
    const key = textKeys.find((each) => this.texts.has(each));
    return key === undefined ? undefined : { [key]: this.texts.get(key) ?? '' };
  }
}

export function reasoningOf(blocks: readonly JsonObject[]): JsonObject {
  const entries = blocks.flatMap((block) => Object.entries(block));
  return Object.fromEntries(entries.filter(([key]) => returnedKeys.has(key)));
}

/** Pieces of one text share an index; anything else is a separate block. */
function addDetail(details: JsonObject[], piece: JsonObject): void {
  const last = details.at(-1);
  const key = textKeyOf(piece);
  const continues =
    last !== undefined &&
    key !== undefined &&
    last['type'] === piece['type'] &&
    last['index'] === piece['index'];
  if (!continues) {
    details.push(piece);
    return;
  }
  const text = (readString(last, key) ?? '') + (readString(piece, key) ?? '');
  details.splice(-1, 1, { ...last, ...present(piece), [key]: text });
}

function textKeyOf(detail: JsonObject): string | undefined {
  return textOfType.get(readString(detail, 'type') ?? '');
}

const textOfType: ReadonlyMap<string, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
]);

function present(piece: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== null));
}

function detailText(detail: JsonObject): string {
  return readString(detail, textKeyOf(detail) ?? '') ?? '';
}

/** Content as text, or as the parts that some servers send: texts, and thoughts next to them. */
export function readContent(content: unknown): { readonly text: string; readonly thought: string } {
  if (typeof content === 'string') return { text: content, thought: '' };
  const parts: readonly unknown[] = Array.isArray(content) ? Array.from<unknown>(content) : [];
  const texts = (of: readonly unknown[]) =>
    of.map((part) => readString(part, 'text') ?? '').join('');
  const thinks = (part: unknown) => isObject(part) && Array.isArray(readValue(part, 'thinking'));
  return {
    text: texts(parts.filter((part) => !thinks(part))),
    thought: texts(parts.filter(thinks).flatMap((part) => readList(part, 'thinking'))),
  };
}

/** What a server attached to each call and wants back with it; undefined when to none. */
export function attachmentsBlock(
  attached: readonly (JsonObject | undefined)[],
): JsonObject | undefined {
  const list: readonly Json[] = attached.map((each) => each ?? null);
  return list.every((each) => each === null) ? undefined : { extra_content: list };
}

export function attachmentOf(blocks: readonly JsonObject[], index: number): JsonObject {
  const [first] = jsonObjects(blocks.map((block) => readList(block, 'extra_content')[index]));
  return first === undefined ? {} : { extra_content: first };
}
