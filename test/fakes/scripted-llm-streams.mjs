// @ts-check
/** A step of a script as stream messages of each wire. */

/** @typedef {import('./scripted-llm.d.mts').ScriptedStep} ScriptedStep */
/** @typedef {import('./scripted-llm.d.mts').ScriptedCall} ScriptedCall */
/** @typedef {import('./scripted-llm.d.mts').ScriptedUsage} ScriptedUsage */
/** @typedef {import('./scripted-llm.d.mts').ScriptedWire} ScriptedWire */

/** @type {Required<Pick<ScriptedUsage, 'input' | 'output'>>} */
const usualUsage = { input: 10, output: 5 };

/** @type {import('./scripted-llm.d.mts').scriptedStream} */
export function scriptedStream(wire, step, count = 1) {
  const { messages, ending } = dialects[wire](step, count);
  const cutShort =
    step.cut ||
    step.hang ||
    step.unfinished ||
    step.garbage !== undefined ||
    step.error !== undefined;
  return [
    ...messages,
    ...(cutShort ? [] : ending),
    ...(step.garbage === undefined ? [] : [framed(wire, step.garbage)]),
    ...(step.error === undefined ? [] : [errorMessage(wire, step.error)]),
  ];
}

/** @type {Record<ScriptedWire, (step: ScriptedStep, count: number) => { messages: string[]; ending: string[] }>} */
const dialects = {
  openai: openAiMessages,
  anthropic: anthropicMessages,
  ollama: ollamaMessages,
};

/** @type {Record<ScriptedWire, string>} */
export const contentTypes = {
  openai: 'text/event-stream',
  anthropic: 'text/event-stream; charset=utf-8',
  ollama: 'application/x-ndjson',
};

/** @param {ScriptedWire} wire @param {string} text */
function framed(wire, text) {
  return wire === 'ollama' ? `${text}\n` : `data: ${text}\n\n`;
}

/** @param {ScriptedWire} wire @param {unknown} error */
function errorMessage(wire, error) {
  if (wire !== 'anthropic') return framed(wire, JSON.stringify({ error }));
  return `event: error\n${framed(wire, JSON.stringify({ type: 'error', error }))}`;
}

/** @param {ScriptedStep} step @param {number} count */
function openAiMessages(step, count) {
  const { text = '', thought = '', calls = [] } = step;
  const deltas = [
    { role: 'assistant', content: '' },
    ...words(thought).map((word) => ({ reasoning_content: word })),
    ...words(text).map((word) => ({ content: word })),
    ...calls.flatMap((call, index) => callDeltas(call, index, `call_${count}_${index + 1}`)),
  ];
  const base = { id: `chatcmpl-${count}`, object: 'chat.completion.chunk', model: 'scripted' };
  /** @param {unknown} chunk */
  const send = (chunk) => framed('openai', JSON.stringify(chunk));
  const reason = step.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return {
    messages: deltas.map((delta) =>
      send({ ...base, choices: [{ index: 0, delta, finish_reason: null }] }),
    ),
    ending: [
      send({ ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
      send({ ...base, choices: [], usage: openAiUsage(step.usage) }),
      'data: [DONE]\n\n',
    ],
  };
}

/** @param {ScriptedUsage | undefined} usage */
function openAiUsage(usage = usualUsage) {
  const { input, output, cacheRead, reasoning } = usage;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cacheRead === undefined ? {} : { prompt_tokens_details: { cached_tokens: cacheRead } }),
    ...(reasoning === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

/**
 * Arguments arrive in two pieces, as from real servers.
 *
 * @param {ScriptedCall} call @param {number} index @param {string} id
 */
function callDeltas(call, index, id) {
  const [first, second] = argumentPieces(call);
  const header = { index, id: call.id ?? id, type: 'function' };
  return [
    { tool_calls: [{ ...header, function: { name: call.name, arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: first } }] },
    { tool_calls: [{ index, function: { arguments: second } }] },
  ];
}

/** @param {ScriptedStep} step @param {number} count */
function anthropicMessages(step, count) {
  const { text = '', thought = '', calls = [], usage = usualUsage } = step;
  /** @type {{ start: object; deltas: object[] }[]} */
  const blocks = [];
  if (thought !== '') {
    const deltas = words(thought).map((word) => ({ type: 'thinking_delta', thinking: word }));
    const signature = { type: 'signature_delta', signature: `signed-${count}` };
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [...deltas, signature],
    });
  }
  if (text !== '') {
    const deltas = words(text).map((word) => ({ type: 'text_delta', text: word }));
    blocks.push({ start: { type: 'text', text: '' }, deltas });
  }
  for (const [index, call] of calls.entries()) {
    const id = call.id ?? `toolu_${count}_${index + 1}`;
    const deltas = ['', ...argumentPieces(call)].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    }));
    blocks.push({ start: { type: 'tool_use', id, name: call.name, input: {} }, deltas });
  }
  const reason = step.finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
  return {
    messages: [
      anthropicEvent('message_start', { message: anthropicMessage(count, usage) }),
      anthropicEvent('ping', {}),
      ...blocks.flatMap(({ start, deltas }, index) => [
        anthropicEvent('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => anthropicEvent('content_block_delta', { index, delta })),
        anthropicEvent('content_block_stop', { index }),
      ]),
    ],
    ending: [
      anthropicEvent('message_delta', {
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      anthropicEvent('message_stop', {}),
    ],
  };
}

/** @param {number} count @param {ScriptedUsage} usage */
function anthropicMessage(count, { input, cacheRead = 0, cacheWrite = 0 }) {
  return {
    id: `msg_${count}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    usage: {
      input_tokens: input - cacheRead - cacheWrite,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWrite,
      output_tokens: 1,
    },
  };
}

/** @param {string} type @param {object} more */
function anthropicEvent(type, more) {
  return `event: ${type}\n${framed('anthropic', JSON.stringify({ type, ...more }))}`;
}

/** @param {ScriptedStep} step @param {number} count */
function ollamaMessages(step, count) {
  const { text = '', thought = '', calls = [], usage = usualUsage } = step;
  const base = { model: 'scripted', created_at: '2026-01-02T03:04:05Z' };
  /** @param {object} more */
  const line = (more) => framed('ollama', JSON.stringify({ ...base, ...more }));
  /** @param {object} message */
  const said = (message) =>
    line({ message: { role: 'assistant', content: '', ...message }, done: false });
  return {
    messages: [
      ...words(thought).map((word) => said({ thinking: word })),
      ...words(text).map((word) => said({ content: word })),
      ...calls.map((call, index) => {
        const id = call.id ?? `call_${count}_${index + 1}`;
        const args = call.args ?? {};
        return said({
          tool_calls: [{ id, function: { index, name: call.name, arguments: args } }],
        });
      }),
    ],
    ending: [
      line({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: step.finish ?? 'stop',
        prompt_eval_count: usage.input,
        eval_count: usage.output,
      }),
    ],
  };
}

/** @param {ScriptedCall} call */
function argumentPieces(call) {
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {});
  const half = Math.floor(args.length / 2);
  return [args.slice(0, half), args.slice(half)];
}

/** @param {string} text */
function words(text) {
  return text.match(/\s*\S+\s*/gu) ?? [];
}
