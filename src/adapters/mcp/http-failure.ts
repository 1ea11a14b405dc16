import { say, type Sentence } from '../../core/base/sentence';
import { classifyMcpCode } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import { describeConnectionError } from '../http/connection-error';
import { connectionFailure, refusedBy, statusFailure, WebRefusal } from '../web/web-failures';

/** What went wrong below the protocol. Its text holds nothing that a server wrote. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** What a server over HTTP did that no server may. */
export function broken(host: string, why: Sentence): HttpFailure {
  const message = say`The MCP server at ${host} broke the protocol: ${why}.`;
  return new HttpFailure(failure('execution', message, { category: 'server_error' }));
}

/** A connection that could not be made, or broke off; `proxy` carried it. */
export function unreachable(error: unknown, url: URL, proxy: string | undefined): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof WebRefusal) return new HttpFailure(refusedBy(error.layer, error.reason));
  return new HttpFailure(
    proxy === undefined
      ? connectionFailure(error, url.host)
      : describeConnectionError(error, url.href, proxy),
  );
}

/** A status that is not one of success, with what the user can do about it (003-errors-6). */
export function refusedStatus(host: string, status: number, hasLogin: boolean): Failure {
  if (status !== 401 && status !== 403) return statusFailure(host, status, undefined);
  const category = classifyMcpCode('auth_failure');
  const message = hasLogin
    ? say`${host} did not accept the header Authorization of ${'gatehouse.mcp.servers'} (status ${status}).`
    : say`${host} wants a login (status ${status}). Write a header Authorization under ${'headers'} of the server in ${'gatehouse.mcp.servers'}; ${'${env:NAME}'} takes its value from your environment.`;
  return failure('execution', message, { category });
}
