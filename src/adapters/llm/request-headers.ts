import { failure, type Failure } from '../../core/contracts/failure';

/** Headers of one request; no `authorization` without a key, as local servers have none. */
export function requestHeaders(key: string | undefined): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
}

/** A pasted key may hold a line break or a quotation mark that no header can carry. */
export function keyProblem(key: string | undefined): Failure | undefined {
  if (key === undefined || /^[\x21-\x7e]*$/.test(key)) return undefined;
  const message =
    'The stored key holds characters that no key has, perhaps from pasting. Run "Gatehouse: Set API Key" and enter it again.';
  return failure('validation', message, { category: 'permanent_failure' });
}
