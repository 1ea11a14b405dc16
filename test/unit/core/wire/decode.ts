import type { LlmEvent, LlmRequest } from '../../../../src/core/ports/llm';
import type { Wire } from '../../../../src/core/wire/codec/define-wire';
import { createStreamReader } from '../../../../src/core/wire/codec/stream-reader';
import { requestOf, wireOptions } from './wire-options';

export interface Decoded {
  readonly text: string;
  readonly thought: string;
  readonly end: LlmEvent;
}

/** Everything a body says, as one value. */
export function decodeText(
  wire: Wire,
  pieces: readonly string[],
  request: Partial<LlmRequest> = {},
): Decoded {
  return decodeWith(wire.exchange(requestOf(request), wireOptions()).decoder(), wire, pieces);
}

/** The same by a decoder at hand. */
export function decodeWith(
  decoder: ReturnType<ReturnType<Wire['exchange']>['decoder']>,
  { framing }: Wire,
  pieces: readonly string[],
): Decoded {
  const reader = createStreamReader(framing, decoder);
  const events = [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()];
  const spoken = (type: 'text' | 'thought') =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
  return { text: spoken('text'), thought: spoken('thought'), end: decoder.end() };
}
