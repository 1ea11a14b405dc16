import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import { askJson, notJson } from './ask-json';
import { endpointUrl } from './endpoint-url';
import { wireOf } from './providers';
import {
  readAnthropicModel,
  readModelList,
  readOllamaModel,
  type ServedModel,
} from './served-model';
import type { ModelServer } from './server';

/** Milliseconds that a chat waits for what a server says of its model: it goes on without. */
const describeMs = 2_500;
const listMs = 10_000;

/** Milliseconds that an answer holds: a server may be started anew with another context. */
const freshMs = 10 * 60_000;
/** Milliseconds until a server that did not answer is asked again. */
const silentMs = 30_000;

/** Models whose details are asked for: more than anybody has pulled. */
const maxDetailed = 200;
/** Models with details that are asked for at once. */
const askedAtOnce = 4;

/** What servers say of their models; kept for each base URL and model. */
export interface ServedModels {
  /** Undefined when the server does not say, or not in time. Never fails. */
  describe(server: ModelServer, model: string, signal: AbortSignal): Promise<ServedModel | undefined>;
  list(server: ModelServer, signal: AbortSignal): Promise<Result<readonly ServedModel[]>>;
}

interface CachedModel {
  readonly model: ServedModel | undefined;
  readonly until: number;
}

export function createServedModels(clock: Clock): ServedModels {
  const kept = new Map<string, CachedModel>();
  const keep = (server: ModelServer, name: string, model: ServedModel | undefined) => {
    const until = clock.monotonic() + (model === undefined ? silentMs : freshMs);
    kept.set(keyOf(server, name), { model, until });
  };
  const models: ServedModels = {
    describe: async (server, name, signal) => {
      const known = kept.get(keyOf(server, name));
      if (known !== undefined && known.until > clock.monotonic()) return known.model;
      const model = await askOf(server, name, signal);
      if (!signal.aborted) keep(server, name, model);
      return model;
    },
    list: async (server, signal) => {
      const { provider } = server;
      const { headers } = wireOf(provider);
      const path = `${provider.listPath}${provider.id === 'anthropic' ? '?limit=1000' : ''}`;
      const answer = await askJson(server, { path, headers, ms: listMs, model: '' }, signal);
      if (!answer.ok) return answer;
      const listed = readModelList(provider.id, answer.value);
      if (listed === undefined) return fail(notAList(server));
      if (provider.id === 'ollama') {
        return succeed(await withDetails(models, server, listed, signal));
      }
      for (const model of listed) keep(server, model.name, model);
      return succeed(listed);
    },
  };
  return models;
}

function keyOf({ provider, baseUrl }: ModelServer, model: string): string {
  return JSON.stringify([provider.id, baseUrl, model]);
}

async function askOf(server: ModelServer, model: string, signal: AbortSignal) {
  const { headers } = wireOf(server.provider);
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await askJson(server, { path, body, headers, ms: describeMs, model }, signal);
    // Not to know is no failure: the chat goes on with what is assumed.
    return answer.ok ? answer.value : undefined;
  };
  switch (server.provider.id) {
    case 'openai':
      return readModelList('openai', await ask('/models'))?.find(({ name }) => name === model);
    case 'anthropic':
      return readAnthropicModel(await ask(`/v1/models/${encodeURIComponent(model)}`));
    case 'ollama':
      return readOllamaModel(model, await ask('/api/show', { model }));
  }
}

/** Ollama's list says neither context nor capabilities: each model is asked, a few at a time. */
async function withDetails(
  models: ServedModels,
  server: ModelServer,
  listed: readonly ServedModel[],
  signal: AbortSignal,
): Promise<readonly ServedModel[]> {
  const detailed = [...listed];
  const waiting = listed.slice(0, maxDetailed).entries();
  const work = async () => {
    for (const [at, model] of waiting) {
      if (signal.aborted) return;
      detailed[at] = { ...model, ...(await models.describe(server, model.name, signal)) };
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, work));
  return detailed;
}

function notAList(server: ModelServer) {
  const url = endpointUrl(server.baseUrl, server.provider.listPath, server.provider);
  return notJson(server, url.ok ? url.value : server.baseUrl);
}
