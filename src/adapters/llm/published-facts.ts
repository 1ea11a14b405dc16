import type { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { Prices } from '../../core/contracts/models';
import { loadOnce } from '../../core/base/async';

/** What is published about a model of a well-known provider. */
export interface PublishedFacts {
  readonly contextTokens?: number;
  /** Base prices, without tiers for long prompts. */
  readonly prices?: Prices;
}

/** Looks a model up by the address of its server; undefined for an unknown server or model. */
export type FindPublished = (baseUrl: string, model: string) => Promise<PublishedFacts | undefined>;

/** The package with the data, and the day it was published: shown with a cost. */
export const publishedData = { version: '0.1.8', date: '2026-09-23' } as const;

/** As shown to users. */
export const publishedSource = `genai-prices ${publishedData.version} (${publishedData.date})`;

interface PriceData {
  readonly calcPrice: typeof calcPrice;
  readonly findProvider: typeof findProvider;
}

/**
 * Prices and context sizes from the npm package `@pydantic/genai-prices`, which is loaded with the
 * first model of a server and asks no server itself. A bundle that is missing answers nothing.
 */
export function createFindPublished(
  load: () => Promise<PriceData> = () => import('@pydantic/genai-prices'),
): FindPublished {
  const data = loadOnce(load);
  return async (baseUrl, model) => {
    const known = await data().catch(() => undefined);
    const provider = known?.findProvider({ providerApiUrl: baseUrl });
    if (known === undefined || provider === undefined) return undefined;
    const found = known.calcPrice({}, model, { providerId: provider.id });
    if (found === null) return undefined;
    const prices = pricesOf(found.model_price);
    const contextTokens = found.model.context_window;
    return {
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(prices === undefined ? {} : { prices }),
    };
  };
}

function pricesOf(published: Readonly<Record<string, unknown>>): Prices | undefined {
  const input = basePrice(published['input_mtok']);
  const output = basePrice(published['output_mtok']);
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = basePrice(published['cache_read_mtok']);
  const cacheWrite = basePrice(published['cache_write_mtok']);
  return {
    ...{ input, output },
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** A number, or the price below the first tier. */
function basePrice(price: unknown): number | undefined {
  if (typeof price === 'number') return price;
  if (typeof price !== 'object' || price === null || !('base' in price)) return undefined;
  return typeof price.base === 'number' ? price.base : undefined;
}
