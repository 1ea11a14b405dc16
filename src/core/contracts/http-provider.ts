/** Providers of models that are reached by HTTP. */
export const httpProviders = ['openai', 'anthropic', 'ollama'] as const;
export type HttpProvider = (typeof httpProviders)[number];
