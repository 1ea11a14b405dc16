import type { ModelFacts, ModelOptions, ToolSupport } from '../../core/contracts/model-facts';
import type { HttpProvider } from '../../core/contracts/http-provider';
import { familyOf, type ModelFamily } from './known-families';
import type { ServedModel } from './served-model';

/** Small enough for what people run themselves; a server that takes more says so or is told so. */
const assumedContext: Readonly<Record<HttpProvider, number>> = {
  openai: 32_768,
  anthropic: 200_000,
  ollama: 8_192,
};

/**
 * Ollama takes memory for the whole context that it is asked for (`num_ctx`) before the first word:
 * 128 K tokens of a 7 B model are some 16 GB beside the model itself, and what does not fit moves it
 * off the graphics card. So no more than this is asked for unless the person says so.
 */
const mostOllamaContext = 16_384;

/**
 * Anthropic refuses a request whose prompt and limit together exceed the context: this much fits
 * beside a prompt that is about to be compacted.
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
 * Only Anthropic is told a limit that the person has not set: elsewhere it is no duty, and servers
 * refuse a limit that prompt and answer together exceed.
 */
function outputLimit({ provider, served }: KnownModel, family: ModelFamily | undefined): number | undefined {
  if (provider !== 'anthropic') return undefined;
  const most = served?.maxOutputTokens ?? family?.maxOutputTokens;
  return most === undefined ? undefined : Math.min(most, mostAnthropicOutput);
}

function toolSupport({ options, served, refusesTools }: KnownModel): ToolSupport {
  const wanted = options.tools ?? (served?.tools === false ? 'none' : 'native');
  return wanted === 'native' && refusesTools ? 'none' : wanted;
}
