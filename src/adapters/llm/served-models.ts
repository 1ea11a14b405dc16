import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import { askJson, notJson } from './ask-json';
import { endpointUrl, type ModelServer } from './server';
import { wireOf } from './providers';
import {
  isObject,
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../core/base/json';
import type { HttpProvider } from '../../core/contracts/models';
import type { ListedModel } from '../../core/ports/llm';

/** Milliseconds that a chat waits for model facts before it starts without them. */
const describeMs = 2_500;
const listMs = 10_000;

/** Milliseconds that facts are valid: a server may restart with another context size. */
const freshMs = 10 * 60_000;
/** Milliseconds until a silent server is asked again. */
const silentMs = 30_000;

/** Models whose details are requested: more than anyone has installed. */
const maxDetailed = 200;
/** Concurrent requests for model details. */
const askedAtOnce = 4;

/** Model facts reported by servers; cached for each base URL and model. */
export interface ServedModels {
  /** Undefined if the server does not report it in time. Never fails. */
  describe(
    server: ModelServer,
    model: string,
    signal: AbortSignal,
  ): Promise<ServedModel | undefined>;
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
    // Missing facts are not a failure: the chat continues with assumptions.
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

/**
 * Ollama's list contains neither context nor capabilities, so details are requested, a few at a
 * time.
 */
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

/** Facts about a model as its server reports them. */
export interface ServedModel extends ListedModel {
  readonly maxOutputTokens?: number;
  /** True for a remote model: its context takes no memory on this machine. */
  readonly isRemote?: boolean;
}

type Said = { readonly [Key in keyof Omit<ServedModel, 'name'>]: ServedModel[Key] | undefined };

/** The models in a list; undefined if the response is not a list. */
export function readModelList(
  provider: HttpProvider,
  body: unknown,
): readonly ServedModel[] | undefined {
  const entries = readValue(body, provider === 'ollama' ? 'models' : 'data');
  // Some compatible servers return a bare list.
  const list: unknown = entries ?? body;
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, maxListed).flatMap((entry: unknown) => {
    const model = readEntry[provider](entry);
    return model === undefined || model.name.length > maxName ? [] : [model];
  });
}

/** More than any server has. */
const maxListed = 5_000;
/** Limit for a name in `gatehouse.models.options`, without the provider. */
const maxName = 280;

const readEntry: Readonly<Record<HttpProvider, (entry: unknown) => ServedModel | undefined>> = {
  openai: readOpenAiModel,
  anthropic: readAnthropicModel,
  ollama: (entry) => readOllamaTag(entry),
};

/**
 * An entry of an OpenAI-compatible list. The standard defines only the name; other fields differ:
 * `context_length` (OpenRouter, Together), `max_model_len` (vLLM), `meta` (llama.cpp), and
 * capabilities as a list or as flags.
 */
function readOpenAiModel(entry: unknown): ServedModel | undefined {
  const name = readString(entry, 'id') ?? readString(entry, 'name');
  if (name === undefined || name === '') return undefined;
  const meta = readObject(entry, 'meta');
  const can = readCapabilities(entry);
  return served(name, {
    contextTokens: firstPositive(
      readCount(meta, 'n_ctx'),
      readCount(entry, 'max_model_len'),
      readCount(entry, 'context_length'),
      readCount(entry, 'max_context_length'),
      readCount(entry, 'context_window'),
      readCount(meta, 'n_ctx_train'),
    ),
    tools: can('tools', 'tool_use', 'function_calling'),
    images: can('vision', 'image', 'multimodal', 'image_input'),
    reasoning: can('reasoning', 'thinking'),
  });
}

/** True or false if the entry reports the capability, otherwise undefined. */
function readCapabilities(entry: unknown): (...names: readonly string[]) => boolean | undefined {
  const flags = readObject(entry, 'capabilities');
  if (flags !== undefined) {
    return (...names) => {
      const values = names.map((name) => readFlag(readValue(flags, name)));
      return values.includes(true) ? true : values.find((value) => value !== undefined);
    };
  }
  const words = [
    ...readList(entry, 'capabilities'),
    ...readList(entry, 'supported_parameters'),
    ...readList(readObject(entry, 'architecture'), 'input_modalities'),
  ];
  return (...names) => {
    if (words.length === 0) return undefined;
    // A list with only "completion", as in llama.cpp, says nothing about tools.
    if (names.some((name) => words.includes(name))) return true;
    return words.some((word) => detailed.has(word)) ? false : undefined;
  };
}

/** Words that occur only in complete capability lists. */
const detailed: ReadonlySet<unknown> = new Set(['tools', 'temperature', 'text']);

/** `true`, or `{supported: true}`. */
function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const supported = readValue(value, 'supported');
  return typeof supported === 'boolean' ? supported : undefined;
}

/** An entry of Anthropic's list; newer versions include limits and capabilities. */
export function readAnthropicModel(entry: unknown): ServedModel | undefined {
  const name = readString(entry, 'id');
  if (name === undefined || name === '') return undefined;
  const can = readCapabilities(entry);
  return served(name, {
    contextTokens: firstPositive(readCount(entry, 'max_input_tokens')),
    maxOutputTokens: firstPositive(readCount(entry, 'max_tokens')),
    images: can('image_input', 'vision'),
    reasoning: can('thinking'),
    detail: readString(entry, 'display_name'),
  });
}

/** An entry of `/api/tags`; `/api/show` reports the model's capabilities. */
function readOllamaTag(entry: unknown): ServedModel | undefined {
  const name = readString(entry, 'model') ?? readString(entry, 'name');
  if (name === undefined || name === '') return undefined;
  const details = readObject(entry, 'details');
  const sizes = [readString(details, 'parameter_size'), readString(details, 'quantization_level')];
  const detail = sizes.filter((size) => size !== undefined && size !== '').join(' · ');
  return served(name, { detail: detail === '' ? undefined : detail });
}

/** The response of `/api/show`. Older versions omit capabilities. */
export function readOllamaModel(name: string, body: unknown): ServedModel | undefined {
  if (!isObject(body)) return undefined;
  const info = readObject(body, 'model_info') ?? {};
  const length = Object.keys(info).find((key) => key.endsWith('.context_length'));
  const words = readValue(body, 'capabilities');
  const can = (word: string) => (Array.isArray(words) ? words.includes(word) : undefined);
  return served(name, {
    contextTokens: firstPositive(length === undefined ? undefined : readCount(info, length)),
    tools: can('tools'),
    images: can('vision'),
    reasoning: can('thinking'),
    isRemote: (readString(body, 'remote_host') ?? '') === '' ? undefined : true,
  });
}

function firstPositive(...counts: readonly (number | undefined)[]): number | undefined {
  return counts.find((count) => count !== undefined && count > 0);
}

function served(name: string, said: Partial<Said>): ServedModel {
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  return { name, ...Object.fromEntries(known) };
}
