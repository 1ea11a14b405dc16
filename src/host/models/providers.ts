import type { HttpProvider } from '../../core/contracts/models';

export const providerNames: Readonly<Record<HttpProvider, string>> = {
  openai: 'OpenAI-compatible',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
};

/** Scheme, host and port of an address; undefined when it is not an http(s) address. */
export function originOf(address: string): string | undefined {
  const text = address.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
