import type { ToolRequest, TokenUsage } from '../../contracts/chats/messages';
import type { LlmEvent } from '../../ports/llm';
import type { JsonObject, UnknownObject } from '../../contracts/json';
import { readCount, readList, readObject, readString, readValue } from '../codec/json-fields';
import { readArguments, withoutBlank } from '../codec/call-assembler';
import { maxCalls, usageOf, type StreamEnding } from '../codec/finish-event';
import { textEvents, type MessageReader } from '../codec/json-decoder';
import type { WireTurn } from '../codec/repair-history';

/** Each call comes whole and is a new one: servers count them all as 0. Broken without `done`. */
export class LineReader implements MessageReader {
  private readonly calls: ToolRequest[] = [];
  private readonly thoughts: string[] = [];
  private used: TokenUsage = {};
  private reason: string | undefined;

  private readonly nextId: () => string;

  constructor(turns: readonly WireTurn[]) {
    const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls : []));
    this.nextId = createIdCounter(new Set(calls.map(({ id }) => id)));
  }

  read(line: UnknownObject): readonly LlmEvent[] {
    const message = readObject(line, 'message');
    for (const call of readList(message, 'tool_calls')) this.addCall(call);
    const thought = readString(message, 'thinking') ?? '';
    if (thought !== '') this.thoughts.push(thought);
    if (line['done'] === true) {
      this.used = readUsage(line);
      this.reason = readString(line, 'done_reason') ?? '';
    }
    return [
      ...textEvents('thought', thought),
      ...textEvents('text', readString(message, 'content')),
    ];
  }

  state(): 'open' | 'done' {
    return this.reason === undefined ? 'open' : 'done';
  }

  usage(): TokenUsage {
    return this.used;
  }

  ending(): StreamEnding | undefined {
    if (this.reason === undefined) return undefined;
    return {
      // Older servers give no reason.
      reason: this.reason === '' ? 'stop' : this.reason,
      calls: this.calls,
      thinking: this.thinking(),
    };
  }

  private addCall(call: unknown): void {
    if (this.calls.length > maxCalls) return;
    const used = readObject(call, 'function');
    const id = readString(call, 'id') ?? '';
    this.calls.push({
      wireId: id === '' ? this.nextId() : id,
      name: readString(used, 'name') ?? '',
      argsText: withoutBlank(readArguments(readValue(used, 'arguments'))),
    });
  }

  /** Kept for the calls they led to; templates read no others. */
  private thinking(): readonly JsonObject[] {
    if (this.thoughts.length === 0 || this.calls.length === 0) return [];
    return [{ thinking: this.thoughts.join('') }];
  }
}

/** Absent is unknown: a prompt that was cached is not counted. */
function readUsage(line: UnknownObject): TokenUsage {
  return usageOf({
    inputTokens: readCount(line, 'prompt_eval_count'),
    outputTokens: readCount(line, 'eval_count'),
  });
}

/** Ids for servers that give none, unlike any that the request holds. */
function createIdCounter(used: ReadonlySet<string>): () => string {
  let count = used.size;
  return () => {
    let id: string;
    do {
      count += 1;
      id = `call_${String(count)}`;
    } while (used.has(id));
    return id;
  };
}
