import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Provider } from './providers';

/**
 * Appends `path` to the base URL and keeps its query, as some gateways need one. A base that ends
 * with what the path begins with (`…/v1` and `/v1/messages`) means the same without it.
 */
export function endpointUrl(baseUrl: string, path: string, provider: Provider): Result<string> {
  const base = baseUrl.trim();
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    const message = `No server address is set for ${provider.label}. Enter one in the setting ${provider.setting}, for example ${provider.example}.`;
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
  const url = new URL(base);
  const [, first = ''] = path.split('/');
  const folder = url.pathname.replace(/\/+$/, '');
  const stem = folder.endsWith(`/${first}`) ? folder.slice(0, -first.length - 1) : folder;
  url.pathname = stem + path;
  url.hash = '';
  return succeed(url.href);
}
