import type {
  ModelFacts,
  ModelOptions,
  ToolSupport,
  HttpProvider,
} from '../../core/contracts/models';
import type { ServedModel } from './served-models';

/**
 * What is assumed of well-known models by their names, where neither settings nor server say. These
 * are the makers' published figures, and they age: what a server reports and the user sets always wins, and
 * `contextSource` says `assumed` for all of them.
 */
interface ModelFamily {
  readonly contextTokens: number;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** Asked for where a provider wants a number: Anthropic. */
  readonly maxOutputTokens?: number;
}

const k = 1024;

/** In order: the first whose pattern fits the last part of the name. */
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

/** Small enough for local models; a server that takes more reports it, or the user sets it. */
const assumedContext: Readonly<Record<HttpProvider, number>> = {
  openai: 32_768,
  anthropic: 200_000,
  ollama: 8_192,
};

/**
 * Ollama takes memory for the whole context that it is asked for (`num_ctx`) before the first word:
 * 128 K tokens of a 7 B model are some 16 GB on top of the model itself, and what does not fit moves it
 * off the graphics card. So no more than this is requested unless the user sets it.
 */
const mostOllamaContext = 16_384;

/**
 * Anthropic refuses a request whose prompt and limit together exceed the context: this much fits
 * next to a prompt that is about to be compacted.
 */
const mostAnthropicOutput = 32_000;

export interface KnownModel {
  readonly provider: HttpProvider;
  readonly model: string;
  readonly options: ModelOptions;
  /** What its server says, where it was asked and answered. */
  readonly served: ServedModel | undefined;
  /** Its server has refused tools before. */
  readonly refusesTools: boolean;
}

/** Settings first, then the server's word, then what is known of the family, then an assumption. */
export function modelFactsOf(known: KnownModel): ModelFacts {
  const { provider, model, options, served } = known;
  const family = familyOf(model);
  const maxOutputTokens = options.maxOutputTokens ?? outputLimit(known, family);
  const { prices } = options;
  return {
    id: `${provider}/${model}`,
    label: model,
    ...contextOf(known, family),
    tools: toolSupport(known),
    images: isKnown('images', [options, served, family], provider === 'anthropic'),
    reasoning: isKnown('reasoning', [options, served, family], false),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(prices === undefined ? {} : { prices }),
    lacks: [],
  };
}

type Flag = 'images' | 'reasoning';
type Word = { readonly [Key in Flag]?: boolean } | undefined;

/** The first of the sources that says. */
function isKnown(flag: Flag, sources: readonly Word[], assumed: boolean): boolean {
  const said = sources.map((source) => source?.[flag]);
  return said.find((value) => value !== undefined) ?? assumed;
}

function contextOf(
  { provider, options, served }: KnownModel,
  family: ModelFamily | undefined,
): Pick<ModelFacts, 'contextTokens' | 'contextSource'> {
  if (options.contextTokens !== undefined) {
    return { contextTokens: options.contextTokens, contextSource: 'settings' };
  }
  const isCostly = provider === 'ollama' && served?.isRemote !== true;
  const most = isCostly ? mostOllamaContext : Number.POSITIVE_INFINITY;
  const said = served?.contextTokens;
  if (said !== undefined) return { contextTokens: Math.min(said, most), contextSource: 'provider' };
  const assumed = family?.contextTokens ?? assumedContext[provider];
  return { contextTokens: Math.min(assumed, most), contextSource: 'assumed' };
}

/**
 * Only Anthropic is sent a limit that the user has not set: elsewhere it is optional, and servers
 * refuse a limit that prompt and answer together exceed.
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
