import fc from 'fast-check';

/** JSON of every kind; made by hand, since making it at random is slow. */
const odd = fc.constantFrom<unknown[]>(
  null,
  true,
  -1,
  1.5,
  'x',
  [],
  [[null]],
  {},
  { '': [{}] },
  { type: { text: 'x' }, index: [], function: 'x', name: 1 },
);

const index = fc.oneof(fc.nat(3), fc.integer(), fc.double(), fc.string(), fc.constant(null));
const id = fc.constantFrom('', 'a', 'b', 'call_1');
const text = fc.oneof(fc.string(), fc.constant('{"path":'), fc.constant('"a"}'), odd);
const used = fc.record({ name: text, arguments: text }, { requiredKeys: [] });
const call = fc.record({ index, id, function: used, extra_content: odd }, { requiredKeys: [] });
const reason = fc.oneof(
  fc.constantFrom(
    'stop',
    'tool_calls',
    'tool_use',
    'length',
    'max_tokens',
    'pause_turn',
    'refusal',
  ),
  fc.string(),
);
const delta = fc.record(
  {
    content: text,
    tool_calls: fc.oneof(fc.array(call), odd),
    reasoning_content: text,
    reasoning_details: fc.array(odd),
    refusal: text,
  },
  { requiredKeys: [] },
);

const chunk = fc.record(
  {
    choices: fc.array(
      fc.record({ index, delta, message: delta, finish_reason: reason }, { requiredKeys: [] }),
    ),
    usage: odd,
  },
  { requiredKeys: [] },
);

const block = fc.record(
  {
    type: fc.constantFrom('text', 'tool_use', 'thinking', 'redacted_thinking', 'other'),
    id,
    name: text,
    input: fc.oneof(odd, text),
    text,
    thinking: text,
    signature: text,
  },
  { requiredKeys: [] },
);
const piece = fc.record(
  {
    type: fc.constantFrom('text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta'),
    text,
    thinking: text,
    signature: text,
    partial_json: text,
    stop_reason: reason,
  },
  { requiredKeys: [] },
);
const messageEvent = fc.record(
  {
    type: fc.constantFrom(
      'message',
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
      'ping',
    ),
    index,
    message: fc.record({ content: fc.array(block), usage: odd }),
    content_block: block,
    content: fc.array(block),
    delta: piece,
    usage: fc.record({ input_tokens: index, output_tokens: index }),
    stop_reason: reason,
  },
  { requiredKeys: ['type'] },
);

const line = fc.record(
  {
    message: fc.record(
      { content: text, thinking: text, tool_calls: fc.oneof(fc.array(call), odd) },
      { requiredKeys: [] },
    ),
    done: fc.oneof(fc.boolean(), odd),
    done_reason: reason,
    prompt_eval_count: index,
    eval_count: index,
  },
  { requiredKeys: [] },
);

/** What any server might send, in the shapes of all of them and in none. */
export const hostileMessage = fc.record({
  data: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.oneof(chunk, messageEvent, line).map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json(), fc.constant('[DONE]')) },
  ),
  event: fc.constantFrom(undefined, 'message', 'ping', 'content_block_delta'),
});
