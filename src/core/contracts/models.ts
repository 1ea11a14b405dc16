import * as z from 'zod';
import type { Data } from './schema-parts';

/** `fenced`: by blocks that the system prompt explains (decision 35); `none`: a plain chat. */
export const toolSupports = ['native', 'fenced', 'none'] as const;
export type ToolSupport = (typeof toolSupports)[number];

const tokens = z.int().min(1).max(100_000_000);
const price = z.number().min(0).max(1_000_000);

/** `gatehouse.models.options`; they override what servers report. */
export const modelOptions = z.strictObject({
  contextTokens: tokens
    .exactOptional()
    .describe('Context size in tokens, for the prompt and the answer together.'),
  maxOutputTokens: tokens.exactOptional().describe('Maximum tokens in one answer.'),
  tools: z.enum(toolSupports).exactOptional().describe('How the model calls tools.'),
  images: z.boolean().exactOptional().describe('True if the model accepts images.'),
  reasoning: z.boolean().exactOptional().describe('True if the model thinks before it answers.'),
  thinkingTokens: tokens.exactOptional().describe('Maximum tokens for thinking.'),
  prices: z
    .strictObject({
      input: price,
      output: price,
      cacheRead: price.exactOptional(),
      cacheWrite: price.exactOptional(),
    })
    .exactOptional()
    .describe('Prices in US dollars per million tokens.'),
});

export type ModelOptions = Data<typeof modelOptions>;
export type Prices = NonNullable<ModelOptions['prices']>;

export interface ModelFacts {
  /** As in `gatehouse.model`: `openai/gpt-4.1`. */
  readonly id: string;
  readonly label: string;
  /** Most tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** Where that number comes from; `assumed` if no source gave one. */
  readonly contextSource: 'settings' | 'provider' | 'published' | 'assumed';
  readonly tools: ToolSupport;
  readonly images: boolean;
  readonly reasoning: boolean;
  readonly maxOutputTokens?: number;
  readonly prices?: Prices;
  /** Name, version and date of the data that the prices come from; absent if the user set them. */
  readonly priceSource?: string;
  /** What its API does not offer, for the picker: "system messages", "token usage". */
  readonly lacks: readonly string[];
}

/** Providers whose models are reached by HTTP. */
export const httpProviders = ['openai', 'anthropic', 'ollama'] as const;
export type HttpProvider = (typeof httpProviders)[number];
