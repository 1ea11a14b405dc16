import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Http } from '../../core/ports/http';
import type { HttpProvider } from '../../core/contracts/http-provider';
import { endpointUrl } from './endpoint-url';
import { keyProblem } from './key-problem';
import type { Provider } from './providers';

/**
 * The key for a server at `origin`; undefined where none is needed. Asked before each request and
 * never kept.
 */
export type KeySource = (
  provider: HttpProvider,
  origin: string,
) => Promise<Result<string | undefined>>;

/** A provider's server, as it is set now. */
export interface ModelServer {
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly http: Http;
  readonly clock: Clock;
  readonly key: KeySource;
}

/** Where a request goes and what it may hold; the key also, to be blotted out of messages. */
export interface Address {
  readonly url: string;
  readonly key: string | undefined;
  /** Header that carries the key; none without one, as local servers have none. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The address of `path` at a server, with the key that belongs to it. */
export async function endpointOf(server: ModelServer, path: string): Promise<Result<Address>> {
  const { provider } = server;
  const url = endpointUrl(server.baseUrl, path, provider);
  if (!url.ok) return url;
  const stored = await readKey(server, new URL(url.value).origin);
  if (!stored.ok) return stored;
  const key = stored.value?.trim();
  const problem = keyProblem(key, provider);
  if (problem !== undefined) return fail(problem);
  const headers = key === undefined || key === '' ? {} : provider.keyHeader(key);
  return succeed({ url: url.value, key, headers });
}

async function readKey(server: ModelServer, origin: string): Promise<Result<string | undefined>> {
  try {
    return await server.key(server.provider.id, origin);
  } catch {
    // The store's own message may say more than a log should hold.
    const message = `The key for ${server.provider.label} cannot be read: the key store of this machine did not open. Run "Gatehouse: Set API Key".`;
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
}
