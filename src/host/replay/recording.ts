import { isFinal } from '../../core/contracts/calls/ending';
import { redactText } from '../../core/base/redact/redact';
import { errorCodes } from '../../core/contracts/failure';
import type { CallItem, TranscriptItem } from '../../core/contracts/panel/state';
import { recordedDecision } from '../../core/contracts/calls/decision';
import { type JsonObject, isObject, parseJson } from '../../core/contracts/json';
import type {
  RecordedCall,
  RecordedStep,
  RecordedTurn,
  Recording,
} from '../../core/wire/replay/recording';
import type { AnnouncedCall } from '../panel/transcript/card';

/** A chat, as the panel has shown it. */
export interface ShownChat {
  readonly title: string;
  readonly items: readonly TranscriptItem[];
  /** Call of a card; undefined until it was announced. */
  readonly callOf: (itemId: string) => AnnouncedCall | undefined;
}

/**
 * The conversation with the model as a recording, free of credentials; undefined when there is
 * none. Calls that the user typed and unfinished calls are left out. Each call is a separate step:
 * a replay then makes them in their original order.
 */
export function toRecording(chat: ShownChat): Recording | undefined {
  const turns = turnsOf(chat.items).flatMap((turn) => recordedTurn(turn, chat) ?? []);
  if (turns.length === 0) return undefined;
  return { title: clean(chat.title).trim() || 'Conversation', turns };
}

interface ShownTurn {
  readonly user: string;
  readonly items: readonly TranscriptItem[];
}

function turnsOf(items: readonly TranscriptItem[]): readonly ShownTurn[] {
  const starts = items.flatMap((item, index) => (item.type === 'user' ? [{ item, index }] : []));
  return starts.map(({ item, index }, at) => ({
    user: item.text,
    items: items.slice(index + 1, starts[at + 1]?.index),
  }));
}

/** Undefined for a turn in which no model took part. */
function recordedTurn({ user, items }: ShownTurn, chat: ShownChat): RecordedTurn | undefined {
  const steps: RecordedStep[] = [];
  let text = '';
  for (const item of items) {
    if (item.type === 'assistant' && !item.thought) text = joined(text, clean(item.text));
    const call = item.type === 'call' ? recordedCall(item, chat) : undefined;
    if (call === undefined) continue;
    steps.push({ text, calls: [call] });
    text = '';
  }
  if (text !== '') steps.push({ text, calls: [] });
  return steps.length === 0 ? undefined : { user: clean(user), steps };
}

function joined(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`;
}

function recordedCall(item: CallItem, { callOf }: ShownChat): RecordedCall | undefined {
  const call = callOf(item.id);
  const { status, origin } = item;
  if (call === undefined || origin === 'user') return undefined;
  if (!isFinal(status)) return undefined;
  const errorCode = errorCodes.find((code) => code === item.failure?.errorCode);
  const decided = call.decision && recordedDecision(call.decision, errorCode);
  return {
    tool: call.tool,
    args: argumentsOf(call.argsJson),
    expect: {
      status,
      ...exitCodeOf(item),
      ...(decided === undefined ? {} : { decision: decided }),
    },
  };
}

/**
 * For a command that continued in the background, the card shows the real end, not the answer's.
 */
function exitCodeOf({ exitCode, background, ranInBackground }: CallItem): { exitCode?: number } {
  const isOfAnswer = background === undefined && ranInBackground !== true;
  return exitCode === undefined || !isOfAnswer ? {} : { exitCode };
}

/** Redacted before they were announced. */
function argumentsOf(argsJson: string): JsonObject {
  const value = parseJson(argsJson);
  return isJsonObject(value) ? value : {};
}

/** Parsed JSON contains only JSON values. */
function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

function clean(text: string): string {
  return redactText(text).text;
}

/** The text of a recording's file. */
export function replayText(recording: Recording): string {
  return `${JSON.stringify({ version: 1, ...recording }, null, 2)}\n`;
}

const maxName = 60;

/** A name that says what is in the file. */
export function replayFileName(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxName)
    .replace(/^-+|-+$/g, '');
  return `${words || 'conversation'}.replay.json`;
}
