import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';

/** Appends `path` to the base URL and keeps its query, as some gateways need one. */
export function endpointUrl(baseUrl: string, path: string): Result<string> {
  const base = baseUrl.trim();
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    const message =
      'No server address is set. Enter one in the setting gatehouse.openai.baseUrl, for example http://127.0.0.1:8080/v1.';
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  return succeed(url.href);
}
