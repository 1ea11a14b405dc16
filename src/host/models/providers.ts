import { t } from '../window/language';
import type { HttpProvider } from '../../core/contracts/models';

export function providerName(provider: HttpProvider): string {
  return { openai: t('OpenAI-compatible'), anthropic: 'Anthropic', ollama: 'Ollama' }[provider];
}

/** Scheme, host and port of an address; undefined when it is not an http(s) address. */
export function originOf(address: string): string | undefined {
  const text = address.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
