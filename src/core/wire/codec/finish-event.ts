import { say, type Sentence } from '../../base/sentence';
import { dense } from '../../contracts/schema-parts';
import type {
  FinishReason,
  ThinkingBlock,
  ToolRequest,
  TokenUsage,
} from '../../contracts/chats/messages';
import { failure, type Failure } from '../../contracts/failure';
import type { JsonObject } from '../../contracts/json';
import type { LlmEvent } from '../../ports/llm';
import { oneLine } from './server-error';

export interface StreamEnding {
  readonly reason: string;
  /** Under the names of the wire. */
  readonly calls: readonly ToolRequest[];
  /** Some call began and did not end. */
  readonly cutCall?: boolean;
  /** Blocks that go back unchanged. */
  readonly thinking: readonly JsonObject[];
}

interface Ending extends Omit<StreamEnding, 'thinking'> {
  readonly usage: TokenUsage;
  readonly thinking?: readonly ThinkingBlock[];
}

/** More than any vendor makes in one answer. */
export const maxCalls = 128;

const stops: ReadonlyMap<string, FinishReason> = new Map([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'filtered'],
  ['refusal', 'filtered'],
  ['pause_turn', 'paused'],
]);

/** Some servers send `stop` with complete calls: the calls decide, not which of these it is. */
const wholeReasons: ReadonlySet<string> = new Set([
  'tool_calls',
  'tool_use',
  'stop',
  'end_turn',
  'stop_sequence',
  'function_call',
]);

/** Only `tool_calls` may start execution (decision model-finish): others are dropped. */
export function finishEvent({ reason, calls, cutCall, usage, thinking = [] }: Ending): LlmEvent {
  const finish = (why: FinishReason, kept: readonly ToolRequest[] = []): LlmEvent => ({
    type: 'finish',
    reason: why,
    calls: kept,
    usage,
    ...(thinking.length > 0 ? { thinking } : {}),
  });
  const stopped = stops.get(reason);
  if (stopped !== undefined) return finish(stopped);
  if (cutCall === true) {
    return broken(
      say`The model's answer holds a tool call that is not whole; nothing was run.`,
      usage,
    );
  }
  if (calls.length === 0) return finish('stop');
  if (!wholeReasons.has(reason)) {
    return broken(
      say`The model's answer holds the unknown finish reason "${oneLine(reason)}"; nothing was run.`,
      usage,
    );
  }
  if (calls.some(({ name }) => name === '')) {
    return broken(
      say`The model's answer holds a tool call without a name; nothing was run.`,
      usage,
    );
  }
  if (calls.length > maxCalls) {
    return broken(
      say`The model's answer holds more than ${maxCalls} tool calls; nothing was run.`,
      usage,
    );
  }
  return finish('tool_calls', calls);
}

function broken(message: Sentence, usage: TokenUsage): LlmEvent {
  return errorEvent(failure('execution', message, { category: 'server_error' }), usage);
}

/** Reports the usage of a broken answer where it is known. */
export function errorEvent(failed: Failure, usage: TokenUsage): LlmEvent {
  const known = Object.keys(usage).length > 0;
  return { type: 'error', failure: failed, ...(known ? { usage } : {}) };
}

type Counts = { readonly [Key in keyof TokenUsage]: TokenUsage[Key] | undefined };

/** Only what the server reported: unknown is not 0. */
export function usageOf(counts: Counts): TokenUsage {
  return dense(counts);
}
