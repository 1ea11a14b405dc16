import type { LlmEvent } from '../../../../src/core/ports/llm';
import type { WireDecoder } from '../../../../src/core/wire/parts/define-wire';
import { createStreamReader } from '../../../../src/core/wire/parts/stream-reader';

/** Everything a stream says, as one value. */
export function decodeText(
  decoder: WireDecoder,
  pieces: readonly string[],
): { text: string; thought: string; end: LlmEvent } {
  const reader = createStreamReader(decoder);
  const events = pieces.flatMap((piece) => reader.feed(piece));
  const spoken = (type: 'text' | 'thought') =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
  return { text: spoken('text'), thought: spoken('thought'), end: decoder.end() };
}
