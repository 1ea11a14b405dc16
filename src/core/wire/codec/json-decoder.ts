import { say } from '../../base/sentence';
import type { TokenUsage } from '../../contracts/chats/messages';
import { failure, type Failure } from '../../contracts/failure';
import type { LlmEvent } from '../../ports/llm';
import { isObject, parseJson, type UnknownObject } from '../../contracts/json';
import { readValue } from './json-fields';
import { errorEvent, finishEvent, type StreamEnding } from './finish-event';
import { oneLine, readServerError, streamFailure } from './server-error';
import type { ToolNames } from './tool-names';

export interface WireDecoder {
  /** One message: the `data` of an event with its name, or one line. Calls wait for the end. */
  feed(data: string, event?: string): readonly LlmEvent[];
  /** finishing: the model has stopped, only bookkeeping may follow. done: the rest is ignored. */
  state(): 'open' | 'finishing' | 'done';
  /** The one `finish` or `error` of this stream; nothing may be fed after it. */
  end(): LlmEvent;
}

export interface MessageReader {
  read(message: UnknownObject): readonly LlmEvent[];
  state(): 'open' | 'finishing' | 'done';
  usage(): TokenUsage;
  /** Undefined until the model has reported why it stopped. */
  ending(): StreamEnding | undefined;
}

/** Ends with exactly one finish or error; calls of a broken stream are dropped (INV-08). */
export class JsonDecoder implements WireDecoder {
  private isDone = false;
  private broken: Failure | undefined;

  constructor(
    private readonly reader: MessageReader,
    private readonly wire: string,
    private readonly names: ToolNames,
  ) {}

  feed(data: string, event?: string): readonly LlmEvent[] {
    const text = data.trim();
    if (this.isDone || text === '') return [];
    if (text === '[DONE]') {
      this.isDone = true;
      return [];
    }
    const events = this.take(text, event);
    if (this.reader.state() === 'done') this.isDone = true;
    return events;
  }

  state(): ReturnType<MessageReader['state']> {
    return this.isDone ? 'done' : this.reader.state();
  }

  end(): LlmEvent {
    const { reader, wire, names } = this;
    const ending = this.broken === undefined ? reader.ending() : undefined;
    if (ending === undefined) return errorEvent(this.broken ?? cutOff, reader.usage());
    return finishEvent({
      ...ending,
      calls: ending.calls.map((call) => ({ ...call, name: names.fromWire(call.name) })),
      usage: reader.usage(),
      thinking: ending.thinking.map((block) => ({ wire, block })),
    });
  }

  private take(text: string, event: string | undefined): readonly LlmEvent[] {
    const message = parseJson(text);
    this.broken = isObject(message) ? readError(message, event) : notJson(text);
    this.isDone = this.broken !== undefined;
    return this.isDone || !isObject(message) ? [] : this.reader.read(message);
  }
}

/** Text or thought of a model, unless it is empty. */
export function textEvents(
  type: 'text' | 'thought',
  text: string | undefined,
): readonly LlmEvent[] {
  return text === undefined || text === '' ? [] : [{ type, text }];
}

function readError(message: UnknownObject, event: string | undefined): Failure | undefined {
  const error = readValue(message, 'error');
  if (event !== 'error' && (error === undefined || error === null)) return undefined;
  const read = readServerError(message);
  return read === undefined ? unnamedError : streamFailure(read);
}

const unnamedError = failure(
  'execution',
  say`The model's server stopped with an error and did not say which.`,
  { category: 'server_error' },
);

const cutOff = failure(
  'execution',
  say`The connection to the model ended in the middle of its answer.`,
  { category: 'network_error' },
);

function notJson(text: string): Failure {
  const message = say`The model's server sent something that is no JSON: ${oneLine(text.slice(0, 80))}`;
  return failure('execution', message, { category: 'server_error' });
}
