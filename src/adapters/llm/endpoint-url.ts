import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Provider } from './providers';

/**
 * Appends `path`, which may have a query, to the base URL and keeps the query that this has, as some
 * gateways need one. A base that ends
 * with what the path begins with (`…/v1` and `/v1/messages`) means the same without it.
 */
export function endpointUrl(baseUrl: string, path: string, provider: Provider): Result<string> {
  const base = baseUrl.trim();
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    const message = `No server address is set for ${provider.label}. Enter one in the setting ${provider.setting}, for example ${provider.example}.`;
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
