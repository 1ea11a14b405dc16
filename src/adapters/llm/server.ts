import { say } from '../../core/base/sentence';
import { failure, fail, succeed, type Result, type Failure } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { Http } from '../../core/ports/http';
import type { HttpProvider } from '../../core/contracts/models';
import type { Provider } from './providers';

/**
 * The key for a server at `origin`; undefined if none is needed. Requested before each request and
 * never cached.
 */
export type KeySource = (
  provider: HttpProvider,
  origin: string,
) => Promise<Result<string | undefined>>;

/** A provider's server with its current settings. */
export interface ModelServer {
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly http: Http;
  readonly clock: Clock;
  readonly key: KeySource;
}

/** The URL and headers of a request; also the key, to redact it in messages. */
export interface Address {
  readonly url: string;
  readonly key: string | undefined;
  /** The header with the key; empty without a key, as for local servers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The URL of `path` on a server, with its key. */
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
    // The store's own message may contain details that do not belong in a log.
    const message = say`The key for ${server.provider.label} cannot be read: the key store of this machine could not be opened. Run "Gatehouse: Set API Key".`;
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
}

/**
 * Appends `path`, which may have a query, to the base URL. Keeps the query of the base URL, which
 * some gateways require. A base URL that ends with the start of the path (`…/v1` and
 * `/v1/messages`) is not repeated.
 */
export function endpointUrl(baseUrl: string, path: string, provider: Provider): Result<string> {
  const base = baseUrl.trim();
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    const message = say`No server address is set for ${provider.label}. Enter one in the setting ${provider.setting}, for example ${provider.example}.`;
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
  const url = new URL(base);
  const [route = '', query = ''] = path.split('?');
  const [, first = ''] = route.split('/');
  const folder = url.pathname.replace(/\/+$/, '');
  const stem = folder.endsWith(`/${first}`) ? folder.slice(0, -first.length - 1) : folder;
  url.pathname = stem + route;
  url.search = [url.search.slice(1), query].filter((part) => part !== '').join('&');
  url.hash = '';
  return succeed(url.href);
}

/** A pasted key may contain a line break or quotation mark that no header can carry. */
function keyProblem(key: string | undefined, provider: Provider): Failure | undefined {
  if (key === undefined || /^[\x21-\x7e]*$/.test(key)) return undefined;
  const message = say`The stored key for ${provider.label} contains invalid characters, perhaps from pasting. Run "Gatehouse: Set API Key" and enter it again.`;
  return failure('validation', message, { category: 'permanent_failure' });
}

const mark = '[redacted]';
/** Leading characters of a key that reveal nothing: most keys begin alike. */
const commonPrefixChars = 4;

/** Redacts the key in server messages, in any case and when cut off at the end. */
export function redactKey(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text;
  const clean = text.replace(new RegExp(key.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'), mark);
  const end = clean.endsWith('…') ? clean.length - 1 : clean.length;
  const said = clean.slice(0, end).toLowerCase();
  for (let length = key.length - 1; length > commonPrefixChars; length -= 1) {
    if (!said.endsWith(key.slice(0, length).toLowerCase())) continue;
    return clean.slice(0, end - length) + mark + clean.slice(end);
  }
  return clean;
}
