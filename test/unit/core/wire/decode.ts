import { createParser } from 'eventsource-parser';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import type { WireDecoder } from '../../../../src/core/wire/define-wire';

/** Everything a stream says, as one value. */
export function decodeText(
  decoder: WireDecoder,
  pieces: readonly string[],
): { text: string; thought: string; end: LlmEvent } {
  const events: LlmEvent[] = [];
  const parser = createParser({
    onEvent: ({ data, event }) => events.push(...decoder.feed(data, event)),
  });
  for (const piece of pieces) parser.feed(piece);
  const spoken = (type: 'text' | 'thought') =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
  return { text: spoken('text'), thought: spoken('thought'), end: decoder.end() };
}
