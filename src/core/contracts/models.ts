/**
 * How a model calls tools. `fenced`: it has no field for them, so its system prompt carries the
 * catalog and it writes fenced blocks (decision 35). `none`: a plain chat.
 */
export const toolSupports = ['native', 'fenced', 'none'] as const;
export type ToolSupport = (typeof toolSupports)[number];

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** What the person says of a model in `gatehouse.models.options`; it overrules what servers say. */
export interface ModelOptions {
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly tools?: ToolSupport;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** Tokens it may think, where the provider wants a number. */
  readonly thinkingTokens?: number;
  readonly prices?: Prices;
}

/** What is known of a model that can be asked. */
export interface ModelFacts {
  /** As in `gatehouse.model`: `openai/gpt-4.1`. */
  readonly id: string;
  readonly label: string;
  /** Tokens that prompt and answer may take together. */
  readonly contextTokens: number;
  /** Where that number comes from; `assumed` when nobody said. */
  readonly contextSource: 'settings' | 'provider' | 'assumed';
  readonly tools: ToolSupport;
  readonly images: boolean;
  readonly reasoning: boolean;
  readonly maxOutputTokens?: number;
  readonly prices?: Prices;
  /** What its API does not give, for the picker: "system messages", "token usage". */
  readonly lacks: readonly string[];
}

/** Providers of models that are reached by HTTP. */
export const httpProviders = ['openai', 'anthropic', 'ollama'] as const;
export type HttpProvider = (typeof httpProviders)[number];
