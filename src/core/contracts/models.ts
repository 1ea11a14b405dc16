/** `fenced`: by blocks that the system prompt explains (decision 35); `none`: a plain chat. */
export const toolSupports = ['native', 'fenced', 'none'] as const;
export type ToolSupport = (typeof toolSupports)[number];

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** `gatehouse.models.options`; they override what servers report. */
export interface ModelOptions {
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly tools?: ToolSupport;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** Most tokens it may think, if the provider needs a number. */
  readonly thinkingTokens?: number;
  readonly prices?: Prices;
}

export interface ModelFacts {
  /** As in `gatehouse.model`: `openai/gpt-4.1`. */
  readonly id: string;
  readonly label: string;
  /** Most tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** Where that number comes from; `assumed` if neither source gave one. */
  readonly contextSource: 'settings' | 'provider' | 'assumed';
  readonly tools: ToolSupport;
  readonly images: boolean;
  readonly reasoning: boolean;
  readonly maxOutputTokens?: number;
  readonly prices?: Prices;
  /** What its API does not offer, for the picker: "system messages", "token usage". */
  readonly lacks: readonly string[];
}

/** Providers whose models are reached by HTTP. */
export const httpProviders = ['openai', 'anthropic', 'ollama'] as const;
export type HttpProvider = (typeof httpProviders)[number];
