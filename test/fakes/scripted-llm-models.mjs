// @ts-check
/** The model lists of a scripted server in each wire format. */

/** @typedef {import('./scripted-llm.d.mts').ScriptedModel} ScriptedModel */

/**
 * The response to a request for models; undefined for other requests.
 *
 * @param {{ method: string; path: string; isAnthropic: boolean; body: any }} asked
 * @param {readonly ScriptedModel[]} models
 * @returns {{ status: number; body: unknown } | undefined}
 */
export function answerAboutModels({ method, path, isAnthropic, body }, models) {
  const ok = (/** @type {unknown} */ answer) => ({ status: 200, body: answer });
  if (method === 'POST' && path === '/api/show') {
    const model = models.find(({ name }) => name === body?.model);
    return model === undefined
      ? { status: 404, body: { error: `model '${body?.model}' not found` } }
      : ok(ollamaDetails(model));
  }
  if (method !== 'GET') return undefined;
  if (path === '/api/tags') return ok({ models: models.map(ollamaTag) });
  const list = models.map(isAnthropic ? anthropicEntry : openAiEntry);
  if (path.endsWith('/models')) return ok({ object: 'list', data: list });
  const [, id] = /\/models\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const found = list.find((entry) => entry.id === decodeURIComponent(id));
  const missing = { type: 'error', error: { type: 'not_found_error', message: `model: ${id}` } };
  return found === undefined ? { status: 404, body: missing } : ok(found);
}

/** @param {ScriptedModel} model */
function openAiEntry({ name, contextTokens, tools, images }) {
  const capabilities = { function_calling: tools, vision: images };
  return {
    id: name,
    object: 'model',
    ...(contextTokens === undefined ? {} : { context_length: contextTokens }),
    ...(tools === undefined && images === undefined ? {} : { capabilities }),
  };
}

/** @param {ScriptedModel} model */
function anthropicEntry({ name, contextTokens }) {
  return {
    type: 'model',
    id: name,
    display_name: name,
    ...(contextTokens === undefined ? {} : { max_input_tokens: contextTokens }),
  };
}

/** @param {ScriptedModel} model */
function ollamaTag({ name }) {
  const details = { family: 'scripted', parameter_size: '7.6B', quantization_level: 'Q4_K_M' };
  return { name, model: name, size: 1, details };
}

/** @param {ScriptedModel} model */
function ollamaDetails({ contextTokens, tools = true, images = false, reasoning = false }) {
  const capabilities = [
    'completion',
    ...(tools ? ['tools'] : []),
    ...(images ? ['vision'] : []),
    ...(reasoning ? ['thinking'] : []),
  ];
  const info = contextTokens === undefined ? {} : { 'scripted.context_length': contextTokens };
  return { capabilities, details: { family: 'scripted' }, model_info: info };
}
