import { failure, type Failure } from '../../core/contracts/failure';
import type { Provider } from './providers';

/** A pasted key may hold a line break or a quotation mark that no header can carry. */
export function keyProblem(key: string | undefined, provider: Provider): Failure | undefined {
  if (key === undefined || /^[\x21-\x7e]*$/.test(key)) return undefined;
  const message = `The stored key for ${provider.label} holds characters that no key has, perhaps from pasting. Run "Gatehouse: Set API Key" and enter it again.`;
  return failure('validation', message, { category: 'permanent_failure' });
}

const mark = '[redacted]';
/** Characters of a key that tell nothing of it yet: most begin alike. */
const tellsNothing = 4;

/** Blots out the key, in case a server quotes it, in whatever case and cut short at the end. */
export function redactKey(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text;
  const clean = text.replace(new RegExp(key.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'), mark);
  const end = clean.endsWith('…') ? clean.length - 1 : clean.length;
  const said = clean.slice(0, end).toLowerCase();
  for (let length = key.length - 1; length > tellsNothing; length -= 1) {
    if (!said.endsWith(key.slice(0, length).toLowerCase())) continue;
    return clean.slice(0, end - length) + mark + clean.slice(end);
  }
  return clean;
}
