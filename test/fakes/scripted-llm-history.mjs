// @ts-check
/**
 * The rules by which each vendor rejects a history: the results of the calls in a message are
 * directly after it, one for each call and no other.
 */

/** @typedef {import('./scripted-llm.d.mts').ScriptedWire} ScriptedWire */

/** @type {Record<ScriptedWire, (body: any) => string | undefined>} */
export const findProblem = {
  openai: ({ messages = [] }) => findOpenAiProblem(messages),
  anthropic: findAnthropicProblem,
  ollama: ({ messages = [] }) => findOllamaProblem(messages),
};

/** @param {readonly { role: string; tool_call_id?: string; tool_calls?: { id: string }[] }[]} messages */
function findOpenAiProblem(messages) {
  /** @type {string[]} */
  let open = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const at = open.indexOf(message.tool_call_id ?? '');
      if (at < 0) return `A tool message answers no open call: ${message.tool_call_id}`;
      open.splice(at, 1);
      continue;
    }
    if (open.length > 0) break;
    open = (message.tool_calls ?? []).map((call) => call.id);
  }
  return open.length === 0
    ? undefined
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${open.join(', ')}`;
}

/** @param {any} body */
function findAnthropicProblem(body) {
  /** @type {{ role: string; blocks: any[] }[]} */
  const messages = (body.messages ?? []).map((/** @type {any} */ { role, content }) => ({
    role,
    blocks: blocksOf(content),
  }));
  const problems = messages.map(
    ({ role, blocks }, at) =>
      findBadMessage(role, blocks) ??
      findUnanswered(callsOf(blocks), messages[at + 1]?.blocks ?? []) ??
      findStray(blocks, callsOf(messages[at - 1]?.blocks ?? [])),
  );
  return findBadRequest(body, messages) ?? problems.find((problem) => problem !== undefined);
}

/** @param {any} body @param {{ role: string; blocks: any[] }[]} messages */
function findBadRequest({ max_tokens: maxTokens, tools = [] }, messages) {
  if (!Number.isInteger(maxTokens)) return 'max_tokens: Field required';
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const ids = callsOf(messages.flatMap(({ blocks }) => blocks));
  if (new Set(ids).size < ids.length) return 'messages: `tool_use` ids must be unique';
  return ids.length > 0 && tools.length === 0
    ? 'Requests which include `tool_use` or `tool_result` blocks must define tools'
    : undefined;
}

/** @param {string} role @param {any[]} blocks */
function findBadMessage(role, blocks) {
  if (role !== 'user' && role !== 'assistant') return "role: Input should be 'user' or 'assistant'";
  if (blocks.length === 0) return 'content must be non-empty';
  if (blocks.some(({ type, text }) => type === 'text' && text.trim() === '')) {
    return 'text content blocks must contain non-whitespace text';
  }
  const strange = callsOf(blocks).some((id) => !/^[a-zA-Z0-9_-]+$/.test(id));
  if (strange) return 'tool_use.id should match pattern';
  const results = blocks.filter(isResult).length;
  return blocks.slice(0, results).every(isResult)
    ? undefined
    : 'tool_result blocks must come first';
}

/** @param {any[]} blocks @param {string[]} before */
function findStray(blocks, before) {
  const stray = blocks.filter(isResult).find(({ tool_use_id: id }) => !before.includes(id));
  return stray === undefined ? undefined : `unexpected \`tool_use_id\`: ${stray.tool_use_id}`;
}

/** @param {any} block */
function isResult({ type }) {
  return type === 'tool_result';
}

/** @param {any[]} blocks @returns {string[]} */
function callsOf(blocks) {
  return blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
}

/** @param {string[]} calls @param {any[]} next */
function findUnanswered(calls, next) {
  const answered = next.filter(isResult).map(({ tool_use_id: id }) => id);
  const missing = calls.filter((id) => !answered.includes(id));
  if (missing.length > 0) {
    return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}`;
  }
  const twice = answered.find((id, index) => answered.indexOf(id) !== index);
  return twice === undefined ? undefined : `each tool_use must have a single result: ${twice}`;
}

/** @param {unknown} content @returns {any[]} */
function blocksOf(content) {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [];
}

/** @param {readonly any[]} messages */
function findOllamaProblem(messages) {
  /** @type {{ id?: string; name: string }[]} */
  let open = [];
  for (const { role, tool_calls: calls = [], tool_call_id: id, tool_name: name } of messages) {
    if (role === 'tool') {
      const at = open.findIndex((call) => (id === undefined ? call.name === name : call.id === id));
      if (at < 0) return `tool message answers no open call: ${id ?? name}`;
      open.splice(at, 1);
      continue;
    }
    if (open.length > 0) break;
    const wrong = calls.find(
      (/** @type {any} */ call) => typeof call.function.arguments !== 'object',
    );
    if (wrong !== undefined) return 'json: cannot unmarshal string into Go struct field .arguments';
    open = calls.map((/** @type {any} */ call) => ({ id: call.id, name: call.function.name }));
  }
  return open.length === 0
    ? undefined
    : `tool calls without an answer: ${open.map(({ name }) => name).join(', ')}`;
}

/** @type {Record<ScriptedWire, (body: any) => import('./scripted-llm.d.mts').RecordedImage[]>} */
export const findImages = {
  openai: ({ messages = [] }) =>
    partsOf(messages).flatMap(({ image_url: image }) => {
      const [, mediaType, data] = /^data:([^;]+);base64,(.*)$/.exec(image?.url ?? '') ?? [];
      return mediaType === undefined || data === undefined ? [] : [{ mediaType, data }];
    }),
  anthropic: ({ messages = [] }) =>
    partsOf(messages).flatMap(({ source }) =>
      source?.type === 'base64' ? [{ mediaType: source.media_type, data: source.data }] : [],
    ),
  ollama: ({ messages = [] }) =>
    messages.flatMap((/** @type {any} */ { images = [] }) =>
      images.map((/** @type {string} */ data) => ({ data })),
    ),
};

/** @param {readonly any[]} messages @returns {any[]} */
function partsOf(messages) {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
}
