import type { RunContext } from '../contracts/call';
import type { AuthSecret } from '../contracts/auth';
import type { Result } from '../contracts/result';

/** Which connections a run may use at all; the call's own request is intersected with it (001 inv. 30). */
export interface ConnectionGrants {
  allowedConnectionIds(context: RunContext): readonly string[];
}

/** Reads the secret of one connection. Asked only after the grant was checked (001 inv. 30). */
export interface ConnectionBroker {
  /** One and the same failure for unknown, revoked and foreign connections. */
  open(connectionId: string, signal: AbortSignal): Promise<Result<AuthSecret>>;
}
