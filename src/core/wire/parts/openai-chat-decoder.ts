import type { FinishReason, ToolRequest, Usage } from '../../contracts/chat';
import { failure, type Failure } from '../../contracts/failure';
import type { LlmEvent } from '../../ports/llm';
import {
  isObject,
  parseJson,
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../base/json-read';
import { createCallAssembler } from './call-assembler';
import type { WireDecoder } from './define-wire';
import { oneLine, readServerError, streamFailure } from './server-error';

/** Reads one stream of chat completion chunks; unknown keys and event names are ignored. */
export function createOpenAiChatDecoder(): WireDecoder {
  const assembler = createCallAssembler();
  let finishReason: string | undefined;
  let usage: Usage = {};
  let refused = false;
  let done = false;
  let broken: Failure | undefined;

  const stopWith = (failed: Failure): readonly LlmEvent[] => {
    broken = failed;
    done = true;
    return [];
  };

  const readChoice = (choice: unknown): readonly LlmEvent[] => {
    finishReason = readString(choice, 'finish_reason') ?? finishReason;
    // `message` is what a server sends that does not stream.
    const delta = readObject(choice, 'delta') ?? readObject(choice, 'message');
    const refusal = readString(delta, 'refusal') ?? '';
    if (refusal !== '') refused = true;
    for (const piece of readList(delta, 'tool_calls')) assembler.add(piece);
    return [
      ...spoken(
        'thought',
        readString(delta, 'reasoning_content') ?? readString(delta, 'reasoning'),
      ),
      ...spoken('text', readString(delta, 'content')),
      ...spoken('text', refusal),
    ];
  };

  return {
    feed: (data, event) => {
      const text = data.trim();
      if (done || text === '') return [];
      if (text === '[DONE]') {
        done = true;
        return [];
      }
      const chunk = parseJson(text)?.value;
      if (!isObject(chunk)) return stopWith(notJson(text));
      if (event === 'error' || isPresent(readValue(chunk, 'error'))) {
        return stopWith(streamFailure(readServerError(chunk) ?? unnamed));
      }
      usage = readUsage(chunk) ?? usage;
      const choice = readList(chunk, 'choices').find(
        (each) => (readCount(each, 'index') ?? 0) === 0,
      );
      return readChoice(choice);
    },
    state: () => (done ? 'done' : finishReason === undefined ? 'open' : 'finishing'),
    end: () => {
      if (broken !== undefined) return { type: 'error', failure: broken };
      if (finishReason === undefined) return { type: 'error', failure: cutOff };
      return finish({ reason: finishReason, refused, calls: assembler.calls(), usage });
    },
  };
}

const unnamed = { message: 'it did not say which', codes: [] };

const cutOff = failure(
  'execution',
  'The connection to the model ended in the middle of its answer.',
  {
    category: 'network_error',
  },
);

function notJson(text: string): Failure {
  return failure(
    'execution',
    `The model's server sent something that is no JSON: ${excerpt(text)}`,
    {
      category: 'server_error',
    },
  );
}

function excerpt(text: string): string {
  return oneLine(text.slice(0, 80));
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function spoken(type: 'text' | 'thought', text: string | undefined): readonly LlmEvent[] {
  return text === undefined || text === '' ? [] : [{ type, text }];
}

/** The last chunk carries it, with no choices; the others say null. */
function readUsage(chunk: unknown): Usage | undefined {
  const usage = readObject(chunk, 'usage');
  if (usage === undefined) return undefined;
  const inputTokens = readCount(usage, 'prompt_tokens');
  const outputTokens = readCount(usage, 'completion_tokens');
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

interface Ending {
  readonly reason: string;
  readonly refused: boolean;
  readonly calls: readonly ToolRequest[];
  readonly usage: Usage;
}

/** Only `tool_calls` may start execution (cogni-wink 5.5): cut or filtered calls are dropped. */
function finish({ reason, refused, calls, usage }: Ending): LlmEvent {
  const stopped = (why: FinishReason): LlmEvent => ({
    type: 'finish',
    reason: why,
    calls: [],
    usage,
  });
  if (['length', 'max_tokens', 'model_context_window_exceeded'].includes(reason)) {
    return stopped('length');
  }
  if (refused || ['content_filter', 'refusal'].includes(reason)) return stopped('filtered');
  if (calls.length === 0) return stopped('stop');
  if (!wholeReasons.has(reason)) return broken(`the unknown finish reason "${oneLine(reason)}"`);
  if (calls.some((call) => call.name === '')) return broken('a tool call without a name');
  return { type: 'finish', reason: 'tool_calls', calls, usage };
}

/** Servers say `stop` beside whole calls; that calls are there decides, not which of these it is. */
const wholeReasons: ReadonlySet<string> = new Set([
  'tool_calls',
  'tool_use',
  'stop',
  'end_turn',
  'function_call',
]);

function broken(what: string): LlmEvent {
  const message = `The model's answer holds ${what}; nothing was run.`;
  return { type: 'error', failure: failure('execution', message, { category: 'server_error' }) };
}
