import type { AuthCapability, AuthSecret } from '../contracts/auth';
import type { ConnectionBroker } from '../ports/connections';

/** Credentials for one call, and their end. */
export interface CallAuth {
  readonly capability: AuthCapability;
  /** From now on the capability rejects, whoever still holds it (001 inv. 29a). */
  end(): void;
}

/** Bound to one connection that was granted before; the secret is read when it is first asked for. */
export function createCallAuth(
  connectionId: string,
  broker: ConnectionBroker,
  signal: AbortSignal,
): CallAuth {
  let ended = false;
  let opening: Promise<AuthSecret> | undefined;
  const open = async (): Promise<AuthSecret> => {
    const opened = await broker.open(connectionId, signal);
    if (opened.ok) return opened.value;
    throw new Error(opened.failure.message);
  };
  const secret = async (): Promise<AuthSecret> => {
    const opened = ended ? undefined : await (opening ??= open());
    // The call may have ended while the secret was on its way.
    if (!ended && opened !== undefined) return opened;
    throw new Error('The call has ended; its credentials are no longer there.');
  };
  return {
    capability: Object.freeze({
      getAccessToken: async () => (await secret()).accessToken,
      getAuthHeaders: async () => (await secret()).headers,
    }),
    end: () => {
      ended = true;
      opening = undefined;
    },
  };
}
