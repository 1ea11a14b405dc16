import type { RunContext } from '../contracts/call';

/** Asked before every call, after the allowlist and before the arguments are read (001 F1). */
export interface Authorization {
  /** A throw or a rejection refuses the call with `authz_unavailable`. */
  check(request: AuthorizationRequest): AuthorizationAnswer | Promise<AuthorizationAnswer>;
}

export interface AuthorizationRequest {
  readonly actorId: string;
  /** Set when the actor works on behalf of another; both must be allowed. */
  readonly subjectId?: string;
  readonly action: 'tool.execute';
  readonly toolId: string;
  readonly context: RunContext;
}

export type AuthorizationAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string; readonly suggestion?: string };
