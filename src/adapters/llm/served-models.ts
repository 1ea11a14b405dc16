import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import { askJson, notJson } from './ask-json';
import { endpointUrl, type ModelServer } from './server';
import { wireOf } from './providers';
import * as z from 'zod';
import { anyObject, count, dense, lenient } from '../../core/contracts/schema-parts';
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

const listSchema = z.array(z.unknown());

/** Some compatible servers return a bare list. */
const dataSchema = z.union([
  listSchema,
  z.object({ data: listSchema }).transform(({ data }) => data),
]);
const tagsSchema = z.union([
  listSchema,
  z.object({ models: listSchema }).transform(({ models }) => models),
]);

/** The models in a list; undefined if the response is not a list. */
export function readModelList(
  provider: HttpProvider,
  body: unknown,
): readonly ServedModel[] | undefined {
  const list = (provider === 'ollama' ? tagsSchema : dataSchema).safeParse(body).data;
  return list?.slice(0, maxListed).flatMap((entry) => {
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

const text = lenient(z.string());
const tokens = lenient(count);
const words = lenient(listSchema);

const capabilitiesSchema = z.object({
  /** Words, or flags by name. */
  capabilities: lenient(z.union([listSchema, anyObject])),
  supported_parameters: words,
  architecture: lenient(z.object({ input_modalities: words })),
});

const openAiSchema = capabilitiesSchema.extend({
  id: text,
  name: text,
  meta: lenient(z.object({ n_ctx: tokens, n_ctx_train: tokens })),
  max_model_len: tokens,
  context_length: tokens,
  max_context_length: tokens,
  context_window: tokens,
});

/**
 * An entry of an OpenAI-compatible list. The standard defines only the name; other fields differ:
 * `context_length` (OpenRouter, Together), `max_model_len` (vLLM), `meta` (llama.cpp), and
 * capabilities as a list or as flags.
 */
function readOpenAiModel(value: unknown): ServedModel | undefined {
  const entry = openAiSchema.safeParse(value).data;
  const name = entry?.id ?? entry?.name;
  if (entry === undefined || name === undefined || name === '') return undefined;
  const can = readCapabilities(entry);
  return served(name, {
    contextTokens: firstPositive(
      entry.meta?.n_ctx,
      entry.max_model_len,
      entry.context_length,
      entry.max_context_length,
      entry.context_window,
      entry.meta?.n_ctx_train,
    ),
    tools: can('tools', 'tool_use', 'function_calling'),
    images: can('vision', 'image', 'multimodal', 'image_input'),
    reasoning: can('reasoning', 'thinking'),
  });
}

/** `true`, or `{supported: true}`. */
const flagSchema = lenient(
  z.union([
    z.boolean(),
    z.object({ supported: z.boolean() }).transform(({ supported }) => supported),
  ]),
);

/** True or false if the entry reports the capability, otherwise undefined. */
function readCapabilities({
  capabilities = [],
  supported_parameters: parameters = [],
  architecture,
}: z.infer<typeof capabilitiesSchema>): (...names: readonly string[]) => boolean | undefined {
  if (!Array.isArray(capabilities)) {
    const flags = new Map(Object.entries(capabilities));
    return (...names) => {
      const values = names.map((name) => flagSchema.parse(flags.get(name)));
      return values.includes(true) ? true : values.find((value) => value !== undefined);
    };
  }
  const said: readonly unknown[] = [
    ...Array.from<unknown>(capabilities),
    ...parameters,
    ...(architecture?.input_modalities ?? []),
  ];
  return (...names) => {
    if (said.length === 0) return undefined;
    // A list with only "completion", as in llama.cpp, says nothing about tools.
    if (names.some((name) => said.includes(name))) return true;
    return said.some((word) => detailed.has(word)) ? false : undefined;
  };
}

/** Words that occur only in complete capability lists. */
const detailed: ReadonlySet<unknown> = new Set(['tools', 'temperature', 'text']);

const anthropicSchema = capabilitiesSchema.extend({
  id: z.string().min(1),
  display_name: text,
  max_input_tokens: tokens,
  max_tokens: tokens,
});

/** An entry of Anthropic's list; newer versions include limits and capabilities. */
export function readAnthropicModel(value: unknown): ServedModel | undefined {
  const entry = anthropicSchema.safeParse(value).data;
  if (entry === undefined) return undefined;
  const can = readCapabilities(entry);
  return served(entry.id, {
    contextTokens: firstPositive(entry.max_input_tokens),
    maxOutputTokens: firstPositive(entry.max_tokens),
    images: can('image_input', 'vision'),
    reasoning: can('thinking'),
    detail: entry.display_name,
  });
}

const tagSchema = z.object({
  model: text,
  name: text,
  details: lenient(z.object({ parameter_size: text, quantization_level: text })),
});

/** An entry of `/api/tags`; `/api/show` reports the model's capabilities. */
function readOllamaTag(value: unknown): ServedModel | undefined {
  const { model, name = '', details } = tagSchema.safeParse(value).data ?? {};
  const known = model ?? name;
  if (known === '') return undefined;
  const sizes = [details?.parameter_size, details?.quantization_level];
  const detail = sizes.filter((size) => size !== undefined && size !== '').join(' · ');
  return served(known, { detail: detail === '' ? undefined : detail });
}

const showSchema = z.object({
  model_info: lenient(anyObject),
  capabilities: words,
  remote_host: text,
});

/** The response of `/api/show`. Older versions omit capabilities. */
export function readOllamaModel(name: string, body: unknown): ServedModel | undefined {
  const shown = showSchema.safeParse(body).data;
  if (shown === undefined) return undefined;
  const info = Object.entries(shown.model_info ?? {});
  const [, length] = info.find(([key]) => key.endsWith('.context_length')) ?? [];
  const can = (word: string) => shown.capabilities?.includes(word);
  return served(name, {
    contextTokens: firstPositive(tokens.parse(length)),
    tools: can('tools'),
    images: can('vision'),
    reasoning: can('thinking'),
    isRemote: shown.remote_host ? true : undefined,
  });
}

function firstPositive(...counts: readonly (number | undefined)[]): number | undefined {
  return counts.find((count) => count !== undefined && count > 0);
}

function served(name: string, said: Partial<Said>): ServedModel {
  return { name, ...dense(said) };
}
