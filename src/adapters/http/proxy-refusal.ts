import { failure, type Failure } from '../../core/contracts/failure';
import { classifyHttpStatus } from '../../core/contracts/classify-cause';
import { hostOf } from './host-of';

/** A proxy that does not let a request through, by its status. */
export function proxyRefusal(proxy: string, status: number): Failure {
  const host = hostOf(proxy);
  if (status === 407) {
    const message = `The proxy ${host} wants a user and a password (status 407). Set http.proxyAuthorization, or put them into http.proxy.`;
    return failure('execution', message, { category: 'policy_blocked' });
  }
  const message = `The proxy ${host} did not let the request through (status ${String(status)}). Check http.proxy and http.noProxy.`;
  return failure('execution', message, { category: classifyHttpStatus(status) });
}
