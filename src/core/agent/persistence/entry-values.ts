import { toJson, type Json, toJsonObject } from '../../contracts/json';
import { jsonCopy, readCount, readList, readString, readValue } from '../../base/json';
import type {
  AssistantCall,
  ImagePart,
  ThinkingBlock,
  ToolMessage,
  UserMessage,
} from '../../contracts/chats/messages';

/** A value as an entry stores it: plain JSON, copied; null if it cannot be stored. */
export function toEntryValue(value: unknown): Json {
  return toJson(jsonCopy(value)) ?? null;
}

/** Reads what `history-entries.ts` wrote; undefined if invalid. */
export function readUser(value: unknown): UserMessage | undefined {
  const text = readString(value, 'text');
  if (text === undefined) return undefined;
  const id = readString(value, 'id');
  const images = readList(value, 'images').flatMap(readImage);
  const ranByHand = stringsOf(readList(value, 'ranByHand'));
  return {
    role: 'user',
    ...(id !== undefined && { id }),
    text,
    ...(ranByHand.length > 0 && { ranByHand }),
    ...(images.length > 0 && { images }),
  };
}

export interface StoredAnswerText {
  readonly text: string;
  readonly thinking?: readonly ThinkingBlock[];
}

export function readAnswerText(value: unknown): StoredAnswerText | undefined {
  const text = readString(value, 'text');
  if (text === undefined) return undefined;
  const thinking = readValue(value, 'thinking');
  return Array.isArray(thinking)
    ? { text, thinking: Array.from<unknown>(thinking).flatMap(readThinking) }
    : { text };
}

/** All calls, or undefined: an answer with unknown calls cannot be sent. */
export function readCalls(value: unknown): readonly AssistantCall[] | undefined {
  const calls = readList(value, 'calls').map(readCall);
  const read = calls.filter((call) => call !== undefined);
  return read.length > 0 && read.length === calls.length ? read : undefined;
}

export function readToolMessage(value: unknown): ToolMessage | undefined {
  const [toolCallId, wireId] = [readString(value, 'toolCallId'), readString(value, 'wireId')];
  const [name, text] = [readString(value, 'name'), readString(value, 'text')];
  const status = statuses.find((each) => each === readString(value, 'status'));
  if (toolCallId === undefined || wireId === undefined || name === undefined) return undefined;
  if (text === undefined || status === undefined) return undefined;
  const ranAs = readString(value, 'ranAs');
  const exitCode = readValue(value, 'exitCode');
  return {
    role: 'tool',
    toolCallId,
    ...(ranAs !== undefined && { ranAs }),
    wireId,
    name,
    text,
    status,
    ...(typeof exitCode === 'number' && { exitCode }),
  };
}

const statuses = ['completed', 'failed', 'cancelled'] as const;

function readCall(value: unknown): AssistantCall | undefined {
  const [toolCallId, wireId] = [readString(value, 'toolCallId'), readString(value, 'wireId')];
  const [name, argsText] = [readString(value, 'name'), readString(value, 'argsText')];
  if (toolCallId === undefined || wireId === undefined) return undefined;
  if (name === undefined || argsText === undefined) return undefined;
  return { toolCallId, wireId, name, argsText };
}

/** Left out if invalid: vendors refuse signed thinking that was changed. */
function readThinking(value: unknown): readonly ThinkingBlock[] {
  const wire = readString(value, 'wire');
  const block = toJsonObject(readValue(value, 'block'));
  if (wire === undefined || block === undefined) return [];
  return isRedacted(JSON.stringify(block)) ? [] : [{ wire, block }];
}

function readImage(value: unknown): readonly ImagePart[] {
  const [mediaType, data] = [readString(value, 'mediaType'), readString(value, 'data')];
  if (mediaType === undefined || data === undefined || isRedacted(data)) return [];
  return [{ mediaType, data }];
}

function isRedacted(text: string): boolean {
  return text.includes('[REDACTED:');
}

export function stringsOf(values: readonly unknown[]): readonly string[] {
  return values.filter((each) => typeof each === 'string');
}

/** The number after the colon of a name such as `round:5`. */
export function keyNumber(key: string): number {
  return readCount({ number: Number(key.slice(key.indexOf(':') + 1)) }, 'number') ?? 0;
}
