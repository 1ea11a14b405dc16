import type {
  ModelFacts,
  ModelOptions,
  ToolSupport,
  HttpProvider,
} from '../../core/contracts/models';
import { publishedSource, type PublishedFacts } from './published-facts';
import type { ServedModel } from './served-models';

/**
 * Assumptions about well-known models by name, if neither settings nor server say. These are
 * published figures and age: server and user settings take precedence, and `contextSource` is
 * `assumed`.
 */
interface ModelFamily {
  readonly contextTokens: number;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** For providers that require a limit: Anthropic. */
  readonly maxOutputTokens?: number;
}

const k = 1024;

/** Ordered: the first pattern that matches the last part of the name applies. */
const families: readonly (readonly [RegExp, ModelFamily])[] = [
  [/^claude-(3-(opus|haiku|sonnet)|2|instant)/, claude({ maxOutputTokens: 4_096 })],
  [/^claude-3[-.]5/, claude({ maxOutputTokens: 8_192 })],
  [/^claude-opus-4(-[01])?(-\d{8}|$)/, claude({ maxOutputTokens: 32_000, reasoning: true })],
  [/^claude/, claude({ maxOutputTokens: 64_000, reasoning: true })],
  [/^gpt-4\.1/, { contextTokens: 1_047_576, images: true }],
  [/^(gpt-4o|chatgpt-4o)/, { contextTokens: 128_000, images: true }],
  [/^gpt-oss/, { contextTokens: 128 * k, reasoning: true }],
  [/^gpt-[5-9]/, { contextTokens: 400_000, images: true, reasoning: true }],
  [/^gpt-4-turbo/, { contextTokens: 128_000, images: true }],
  [/^gpt-4/, { contextTokens: 8 * k }],
  [/^gpt-3\.5/, { contextTokens: 16_385 }],
  [/^(o[134]|codex)(-|$)/, { contextTokens: 200_000, images: true, reasoning: true }],
  [/^gemini/, { contextTokens: 1024 * k, images: true }],
  [/^gemma-?3/, { contextTokens: 128 * k, images: true }],
  [/^gemma/, { contextTokens: 8 * k }],
  [/^llama-?4/, { contextTokens: 256 * k, images: true }],
  [/^llama-?3\.2-?vision/, { contextTokens: 128 * k, images: true }],
  [/^llama-?3\.[123]/, { contextTokens: 128 * k }],
  [/^llama-?3/, { contextTokens: 8 * k }],
  [/^(llama-?2|codellama)/, { contextTokens: 4 * k }],
  [/^qwen3-?coder/, { contextTokens: 256 * k }],
  [/^qwen-?3/, { contextTokens: 40 * k, reasoning: true }],
  [/^qwen-?2(\.5)?-?vl/, { contextTokens: 32 * k, images: true }],
  [/^(qwen|qwq)/, { contextTokens: 32 * k }],
  [/^deepseek-(r1|reasoner)/, { contextTokens: 64 * k, reasoning: true }],
  [/^deepseek/, { contextTokens: 64 * k }],
  [/^(devstral|mistral-(small|medium|large|nemo)|ministral)/, { contextTokens: 128 * k }],
  [/^(mistral|mixtral|codestral)/, { contextTokens: 32 * k }],
  [/^(kimi|glm-4\.[5-9]|command-r|command-a)/, { contextTokens: 128 * k }],
  [/^grok/, { contextTokens: 128 * k }],
  [/^granite-?3/, { contextTokens: 128 * k }],
  [/^phi-?4/, { contextTokens: 16 * k }],
];

function claude(more: Partial<ModelFamily>): ModelFamily {
  return { contextTokens: 200_000, images: true, ...more };
}

/** The family of `anthropic/claude-…`, `qwen2.5-coder:7b` or `org/Llama-3.1-8B`. */
export function familyOf(model: string): ModelFamily | undefined {
  const name = (model.split('/').at(-1) ?? '').toLowerCase();
  const stem = name.replace(/^(meta|us|eu|apac|anthropic)[-.](?=llama|anthropic|claude)/, '');
  return families.find(([pattern]) => pattern.test(stem))?.[1];
}

/** Small enough for local models; larger values come from the server or the user. */
const assumedContext: Readonly<Record<HttpProvider, number>> = {
  openai: 32_768,
  anthropic: 200_000,
  ollama: 8_192,
};

/**
 * Ollama allocates memory for the whole requested context (`num_ctx`) before the first word: 128 K
 * tokens of a 7 B model take about 16 GB in addition to the model, and the excess moves off the
 * graphics card. More is requested only if the user sets it.
 */
const mostOllamaContext = 16_384;

/**
 * Anthropic rejects a request whose prompt and output limit together exceed the context: this
 * leaves room for a prompt that is about to be compacted.
 */
const mostAnthropicOutput = 32_000;

export interface KnownModel {
  readonly provider: HttpProvider;
  readonly model: string;
  readonly options: ModelOptions;
  /** Facts from the server, if it answered. */
  readonly served: ServedModel | undefined;
  /** Facts from published data, if it knows the model. */
  readonly published?: PublishedFacts | undefined;
  /** True if its server has rejected tools before. */
  readonly refusesTools: boolean;
}

/** Settings first, then the server, published data, the model family, and an assumption. */
export function modelFactsOf(known: KnownModel): ModelFacts {
  const { provider, model, options, served } = known;
  const family = familyOf(model);
  const maxOutputTokens = options.maxOutputTokens ?? outputLimit(known, family);
  return {
    id: `${provider}/${model}`,
    label: model,
    ...contextOf(known, family),
    tools: toolSupport(known),
    images: isKnown('images', [options, served, family], provider === 'anthropic'),
    reasoning: isKnown('reasoning', [options, served, family], false),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...pricesOf(known),
    lacks: [],
  };
}

function pricesOf({ options, published }: KnownModel): Pick<ModelFacts, 'prices' | 'priceSource'> {
  if (options.prices !== undefined) return { prices: options.prices };
  const prices = published?.prices;
  return prices === undefined ? {} : { prices, priceSource: publishedSource };
}

type Flag = 'images' | 'reasoning';
type Word = { readonly [Key in Flag]?: boolean } | undefined;

/** The first source with a value. */
function isKnown(flag: Flag, sources: readonly Word[], assumed: boolean): boolean {
  const said = sources.map((source) => source?.[flag]);
  return said.find((value) => value !== undefined) ?? assumed;
}

function contextOf(
  { provider, options, served, published }: KnownModel,
  family: ModelFamily | undefined,
): Pick<ModelFacts, 'contextTokens' | 'contextSource'> {
  if (options.contextTokens !== undefined) {
    return { contextTokens: options.contextTokens, contextSource: 'settings' };
  }
  const isCostly = provider === 'ollama' && served?.isRemote !== true;
  const most = isCostly ? mostOllamaContext : Number.POSITIVE_INFINITY;
  const said = served?.contextTokens;
  if (said !== undefined) return { contextTokens: Math.min(said, most), contextSource: 'provider' };
  if (published?.contextTokens !== undefined) {
    const { contextTokens } = published;
    return { contextTokens: Math.min(contextTokens, most), contextSource: 'published' };
  }
  const assumed = family?.contextTokens ?? assumedContext[provider];
  return { contextTokens: Math.min(assumed, most), contextSource: 'assumed' };
}

/**
 * Only Anthropic receives a default limit: elsewhere it is optional, and servers reject a limit
 * that exceeds the context together with the prompt.
 */
function outputLimit(
  { provider, served }: KnownModel,
  family: ModelFamily | undefined,
): number | undefined {
  if (provider !== 'anthropic') return undefined;
  const most = served?.maxOutputTokens ?? family?.maxOutputTokens;
  return most === undefined ? undefined : Math.min(most, mostAnthropicOutput);
}

function toolSupport({ options, served, refusesTools }: KnownModel): ToolSupport {
  const wanted = options.tools ?? (served?.tools === false ? 'none' : 'native');
  return wanted === 'native' && refusesTools ? 'none' : wanted;
}
