import { durationText } from '../../core/base/duration-text';
import { hasNoCredit, type ServerError } from '../../core/wire/parts/server-error';
import { hostOf } from '../http/host-of';
import type { Provider } from './providers';
import { isTooLong, lacksModel } from './refusals';

/** What a failure may name; the key is here only to be blotted out. */
export interface RequestContext {
  readonly provider: Provider;
  readonly url: string;
  /** Empty for a request that is about no model. */
  readonly model: string;
  readonly key: string | undefined;
}

export interface StatusError {
  readonly status: number;
  readonly error: ServerError;
  readonly context: RequestContext;
  readonly retryAfterMs: number | undefined;
}

/** What happened and what to do about it, in one or two sentences. */
export function explainStatus(explained: StatusError): string {
  const { status, error, context } = explained;
  const host = hostOf(context.url);
  const code = `(status ${String(status)})`;
  if (status === 402 || hasNoCredit(error)) {
    return `The account at ${host} has no credit left ${code}.`;
  }
  if (status === 401 || status === 403) return explainKey(explained, host);
  if (isTooLong(status, error)) {
    return `The conversation is longer than ${nameOf(context)} at ${host} takes ${code}. Run /compact, or set contextTokens in gatehouse.models.options.`;
  }
  if (status === 404 || lacksModel(status, error)) return explainMissing(explained, host);
  if (status >= 300 && status < 400) {
    return `${host} redirects elsewhere, which is not followed. Correct ${context.provider.setting}.`;
  }
  return explainTrouble(explained, host);
}

/** What is not the person's to correct. */
function explainTrouble(explained: StatusError, host: string): string {
  const { status } = explained;
  const answered = `answered with status ${String(status)}.`;
  if (status === 429) return tooMany(explained, host);
  if (status === 529) return `${host} is overloaded (status 529).`;
  if (status >= 500) return `${host} failed: it ${answered}`;
  if (status === 408 || status === 409) return `${host} ${answered}`;
  return `${host} refused the request: it ${answered}`;
}

function explainKey({ status, context }: StatusError, host: string): string {
  const { key, provider } = context;
  const code = `(status ${String(status)})`;
  const remedy = `Run "Gatehouse: Set API Key" for ${provider.label}.`;
  if (key === undefined || key === '') return `The server ${host} wants a key ${code}. ${remedy}`;
  return status === 401
    ? `The server ${host} refused the key ${code}. ${remedy}`
    : `The server ${host} does not allow this with the key it was given ${code}. ${remedy}`;
}

function explainMissing({ status, error, context }: StatusError, host: string): string {
  const { provider, model } = context;
  const code = `(status ${String(status)})`;
  const wrongPath = `${provider.setting} names the wrong path`;
  const { pathname } = new URL(context.url);
  if (model === '') {
    return `${host} has nothing at ${pathname} ${code}. Correct ${provider.setting}.`;
  }
  if (provider.id !== 'ollama') return `${host} has no model "${model}", or ${wrongPath} ${code}.`;
  return lacksModel(status, error)
    ? `${host} has no model "${model}" ${code}. Run "ollama pull ${model}" where Ollama runs.`
    : `${host} has nothing at ${pathname}: ${wrongPath} ${code}. Enter it without a path, for example ${provider.example}.`;
}

function tooMany({ retryAfterMs }: StatusError, host: string): string {
  const when = retryAfterMs === undefined ? '' : ` It asks to wait ${durationText(retryAfterMs)}.`;
  return `${host} has had too many requests (status 429).${when}`;
}

function nameOf({ model }: RequestContext): string {
  return model === '' ? 'the server' : `"${model}"`;
}
