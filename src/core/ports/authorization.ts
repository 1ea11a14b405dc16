import type { Sentence } from '../base/sentence';
import type { RunContext } from '../contracts/calls/call';
import type { AuthSecret } from '../contracts/capabilities';
import type { Result } from '../contracts/failure';

/** Asked before every call, after the allowlist and before the arguments are read (INV-F1). */
export interface Authorization {
  /** A throw or a rejection refuses the call with `authz_unavailable`. */
  check(request: AuthorizationRequest): AuthorizationAnswer | Promise<AuthorizationAnswer>;
}

export interface AuthorizationRequest {
  readonly actorId: string;
  /** Set if the actor works on behalf of another; both must be allowed. */
  readonly subjectId?: string;
  readonly action: 'tool.execute';
  readonly toolId: string;
  readonly context: RunContext;
}

export type AuthorizationAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string | Sentence; readonly suggestion?: string };

/** The connections a run may use; the call's own request is intersected with them (INV-30). */
export interface ConnectionGrants {
  allowedConnectionIds(context: RunContext): readonly string[];
}

/** Reads the secret of a connection. Called only after the grant was checked (INV-30). */
export interface ConnectionBroker {
  /** The same failure for unknown, revoked and foreign connections. */
  open(connectionId: string, signal: AbortSignal): Promise<Result<AuthSecret>>;
}
