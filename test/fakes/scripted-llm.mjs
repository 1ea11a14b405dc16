// @ts-check
/**
 * A model server without a model: speaks the OpenAI chat wire on 127.0.0.1 by a script, one step
 * for each request, and refuses a history whose calls are not each answered exactly once.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./scripted-llm.d.mts').ScriptedStep} ScriptedStep */
/** @typedef {import('./scripted-llm.d.mts').RecordedRequest} RecordedRequest */
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {import('./scripted-llm.d.mts').startScriptedLlm} */
export async function startScriptedLlm(options = {}) {
  const steps = [...(options.steps ?? [])];
  /** @type {RecordedRequest[]} */
  const requests = [];
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  const handle = async (request, response) => {
    const { headers } = request;
    const path = request.url ?? '';
    if (options.key !== undefined && headers.authorization !== `Bearer ${options.key}`) {
      sendError(response, 401, 'Incorrect API key provided', 'invalid_request_error');
      return;
    }
    if (request.method === 'GET' && path.endsWith('/models')) {
      sendJson(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      return;
    }
    const body = JSON.parse(await readAll(request));
    const problem = findUnanswered(body.messages ?? []);
    requests.push({ path, headers, body, problem });
    if (problem !== undefined) {
      sendError(response, 400, problem, 'invalid_request_error');
      return;
    }
    const step = steps.shift();
    if (step === undefined) sendError(response, 400, 'The script is over.', 'script_over');
    else await play(step, requests.length, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      // The client has gone, or the test sent no JSON: nothing is left to tell it.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    push: (...more) => {
      steps.push(...more);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {ScriptedStep} step @param {number} count @param {ServerResponse} response */
async function play(step, count, response) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal: gone.signal });
  if (step.status !== undefined) {
    const body = step.body ?? { error: { message: `Scripted ${step.status}`, type: 'scripted' } };
    sendJson(response, step.status, body, step.headers);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...step.headers });
  for (const chunk of chunksOf(step, count)) {
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    const pause = step.chunkMs ?? 0;
    if (pause > 0) await sleep(pause, undefined, { signal: gone.signal });
  }
  if (step.garbage !== undefined) response.write(`data: ${step.garbage}\n\n`);
  if (step.error !== undefined) {
    response.write(`data: ${JSON.stringify({ error: step.error })}\n\n`);
  }
  if (step.hang === true) return;
  if (step.cut === true) {
    // Lets what was written leave before the connection breaks.
    await sleep(20);
    response.destroy();
    return;
  }
  response.end('data: [DONE]\n\n');
}

/** @param {ScriptedStep} step @param {number} count */
function chunksOf(step, count) {
  const { text = '', thought = '', calls = [] } = step;
  const deltas = [
    { role: 'assistant', content: '' },
    ...words(thought).map((word) => ({ reasoning_content: word })),
    ...words(text).map((word) => ({ content: word })),
    ...calls.flatMap((call, index) => callDeltas(call, index, `call_${count}_${index + 1}`)),
  ];
  const base = { id: `chatcmpl-${count}`, object: 'chat.completion.chunk', model: 'scripted' };
  const chunks = deltas.map((delta) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: null }],
  }));
  const ends = !(step.cut || step.hang || step.garbage !== undefined || step.error !== undefined);
  if (!ends) return chunks;
  const reason = step.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return [
    ...chunks,
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...base, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  ];
}

/** Arguments come in two pieces, as real servers cut them. */
/** @param {import('./scripted-llm.d.mts').ScriptedCall} call @param {number} index @param {string} id */
function callDeltas(call, index, id) {
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {});
  const half = Math.floor(args.length / 2);
  const header = { index, id: call.id ?? id, type: 'function' };
  return [
    { tool_calls: [{ ...header, function: { name: call.name, arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: args.slice(0, half) } }] },
    { tool_calls: [{ index, function: { arguments: args.slice(half) } }] },
  ];
}

/** @param {string} text */
function words(text) {
  return text.match(/\s*\S+\s*/gu) ?? [];
}

/**
 * The rule every provider enforces: the answers to an assistant message stand directly after it, one
 * for each call and no other.
 *
 * @param {readonly { role: string; tool_call_id?: string; tool_calls?: { id: string }[] }[]} messages
 */
function findUnanswered(messages) {
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

/** @param {IncomingMessage} request */
async function readAll(request) {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += String(part);
  return text;
}

/** @param {ServerResponse} response @param {number} status @param {unknown} body @param {Record<string, string>} [headers] */
function sendJson(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** @param {ServerResponse} response @param {number} status @param {string} message @param {string} type */
function sendError(response, status, message, type) {
  sendJson(response, status, { error: { message, type } });
}
