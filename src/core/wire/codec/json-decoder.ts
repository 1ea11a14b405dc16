import type { TokenUsage } from '../../contracts/chats/messages';
import { failure, type Failure } from '../../contracts/failure';
import type { LlmEvent } from '../../ports/llm';
import { isObject, parseJson, type UnknownObject } from '../../contracts/json';
import { readValue } from './json-fields';
import type { WireDecoder } from './define-wire';
import { errorEvent, finishEvent, type StreamEnding } from './finish-event';
import { oneLine, readServerError, streamFailure } from './server-error';

/** What one vendor's messages mean. */
export interface MessageReader {
  read(message: UnknownObject): readonly LlmEvent[];
  state(): 'open' | 'finishing' | 'done';
  usage(): TokenUsage;
  /** Undefined while the model has not said why it stopped. */
  ending(): StreamEnding | undefined;
}

/**
 * A decoder of messages that are JSON objects, as all of them are: whatever comes, it ends with
 * exactly one finish or error, and calls of a broken stream are dropped (INV-08).
 */
export function createJsonDecoder(reader: MessageReader): WireDecoder {
  let done = false;
  let broken: Failure | undefined;

  const take = (text: string, event: string | undefined): readonly LlmEvent[] => {
    const message = parseJson(text);
    broken = isObject(message) ? readError(message, event) : notJson(text);
    done = broken !== undefined;
    return done || !isObject(message) ? [] : reader.read(message);
  };

  return {
    feed: (data, event) => {
      const text = data.trim();
      if (done || text === '') return [];
      if (text === '[DONE]') {
        done = true;
        return [];
      }
      const events = take(text, event);
      if (reader.state() === 'done') done = true;
      return events;
    },
    state: () => (done ? 'done' : reader.state()),
    end: () => {
      const ending = broken === undefined ? reader.ending() : undefined;
      if (ending !== undefined) return finishEvent(ending);
      return errorEvent(broken ?? cutOff, reader.usage());
    },
  };
}

/** Text that a model said or thought, if it is any. */
export function textEvents(
  type: 'text' | 'thought',
  text: string | undefined,
): readonly LlmEvent[] {
  return text === undefined || text === '' ? [] : [{ type, text }];
}

function readError(message: UnknownObject, event: string | undefined): Failure | undefined {
  const error = readValue(message, 'error');
  if (event !== 'error' && (error === undefined || error === null)) return undefined;
  return streamFailure(readServerError(message) ?? unnamedError);
}

const unnamedError = { message: 'it did not say which', codes: [] };

const cutOff = failure(
  'execution',
  'The connection to the model ended in the middle of its answer.',
  { category: 'network_error' },
);

function notJson(text: string): Failure {
  const message = `The model's server sent something that is no JSON: ${oneLine(text.slice(0, 80))}`;
  return failure('execution', message, { category: 'server_error' });
}
