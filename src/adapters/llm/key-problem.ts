import { failure, type Failure } from '../../core/contracts/failure';
import type { Provider } from './providers';

/** A pasted key may hold a line break or a quotation mark that no header can carry. */
export function keyProblem(key: string | undefined, provider: Provider): Failure | undefined {
  if (key === undefined || /^[\x21-\x7e]*$/.test(key)) return undefined;
  const message = `The stored key for ${provider.label} holds characters that no key has, perhaps from pasting. Run "Gatehouse: Set API Key" and enter it again.`;
  return failure('validation', message, { category: 'permanent_failure' });
}

/** Blots out the key, in case a server quotes it. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '[redacted]');
}
