// @ts-check
/**
 * A model server without a model: speaks the wires of OpenAI, Anthropic and Ollama on 127.0.0.1 by a
 * script, one step for each request, and refuses a history whose calls are not each answered exactly
 * once.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findImages, findProblem } from './scripted-llm-history.mjs';
import { answerAboutModels } from './scripted-llm-models.mjs';
import { contentTypes, scriptedStream } from './scripted-llm-streams.mjs';

export { scriptedStream };

/** @typedef {import('./scripted-llm.d.mts').ScriptedStep} ScriptedStep */
/** @typedef {import('./scripted-llm.d.mts').ScriptedWire} ScriptedWire */
/** @typedef {import('./scripted-llm.d.mts').RecordedRequest} RecordedRequest */
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {import('./scripted-llm.d.mts').startScriptedLlm} */
export async function startScriptedLlm(options = {}) {
  const steps = [...(options.steps ?? [])];
  const models = options.models ?? [{ name: 'scripted' }];
  /** @type {RecordedRequest[]} */
  const requests = [];
  /** @param {IncomingMessage} request @param {ServerResponse} response */
  const handle = async (request, response) => {
    const { headers, method = '' } = request;
    const path = request.url ?? '';
    const { pathname } = new URL(path, 'http://localhost');
    const isAnthropic = headers['anthropic-version'] !== undefined;
    const wire = wireOf(pathname);
    if (options.key !== undefined && keyOf(headers, isAnthropic) !== options.key) {
      sendError(response, wire, { status: 401, message: 'Incorrect API key provided' });
      return;
    }
    const text = await readAll(request);
    const body = text === '' ? undefined : JSON.parse(text);
    const about = answerAboutModels({ method, path: pathname, isAnthropic, body }, models);
    if (about !== undefined) {
      sendJson(response, about.status, about.body);
      return;
    }
    if (wire === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    const problem = findProblem[wire](body);
    requests.push({ wire, path, headers, body, images: findImages[wire](body), problem });
    if (problem !== undefined) {
      sendError(response, wire, { status: 400, message: problem });
      return;
    }
    const step = steps.shift();
    if (step === undefined) {
      sendError(response, wire, { status: 400, message: 'The script is over.' });
    } else await play({ step, wire, count: requests.length }, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      // The client is gone, or the test sent no JSON: nothing to respond to.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const rootUrl = `http://127.0.0.1:${port}`;
  return {
    port,
    baseUrl: `${rootUrl}/v1`,
    rootUrl,
    requests,
    push: (...more) => {
      steps.push(...more);
    },
    forget: () => {
      steps.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {string} path @returns {ScriptedWire | undefined} */
function wireOf(path) {
  if (path.endsWith('/chat/completions')) return 'openai';
  if (path.endsWith('/v1/messages')) return 'anthropic';
  return path === '/api/chat' ? 'ollama' : undefined;
}

/** @param {import('node:http').IncomingHttpHeaders} headers @param {boolean} isAnthropic */
function keyOf(headers, isAnthropic) {
  return isAnthropic ? headers['x-api-key'] : headers.authorization?.replace(/^Bearer /, '');
}

/** @param {{ step: ScriptedStep; wire: ScriptedWire; count: number }} played @param {ServerResponse} response */
async function play({ step, wire, count }, response) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal: gone.signal });
  if (step.status !== undefined) {
    const { status, body, headers } = step;
    if (body === undefined) {
      sendError(response, wire, { status, message: `Scripted ${status}`, headers });
    } else sendJson(response, status, body, headers);
    return;
  }
  response.writeHead(200, { 'content-type': contentTypes[wire], ...step.headers });
  let sent = 0;
  for (const message of scriptedStream(wire, step, count)) {
    if (sent === step.hold?.after) await step.hold.until;
    response.write(message);
    sent += 1;
    const pause = step.chunkMs ?? 0;
    if (pause > 0) await sleep(pause, undefined, { signal: gone.signal });
  }
  if (step.hang === true) return;
  if (step.cut === true) {
    // Sends the written data before the connection breaks.
    await sleep(20);
    response.destroy();
    return;
  }
  response.end();
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

/**
 * An error in the vendor's format.
 *
 * @param {ServerResponse} response @param {ScriptedWire | undefined} wire
 * @param {{ status: number; message: string; headers?: Record<string, string> }} said
 */
function sendError(response, wire, { status, message, headers }) {
  const error = { message, type: 'invalid_request_error' };
  const bodies = {
    openai: { error },
    anthropic: { type: 'error', error },
    ollama: { error: message },
  };
  sendJson(response, status, bodies[wire ?? 'openai'], headers);
}
