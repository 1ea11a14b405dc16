import type * as undiciPackage from 'undici';

/** The proxy ended the connection that was to become a tunnel. */
class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code = 'PROXY_CLOSED';
}

/**
 * Connections to a proxy. undici asks again at once and without end where a proxy hangs up, since it
 * takes that for the end of an idle connection; with another error the request fails.
 */
export function proxyPool(
  { Pool }: Pick<typeof undiciPackage, 'Pool'>,
  origin: URL,
  options: object,
): undiciPackage.Pool {
  const pool = new Pool(origin.origin, options);
  const connect = pool.connect.bind(pool);
  return Object.assign(pool, {
    connect: async (asked: undiciPackage.Dispatcher.ConnectOptions) => {
      try {
        return await connect(asked);
      } catch (error) {
        throw isHangUp(error) ? new TunnelError('The proxy closed the connection.') : error;
      }
    },
  });
}

function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
}
