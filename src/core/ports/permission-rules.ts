import type { PermissionRule } from '../contracts/decision';

/** The rules in force now, in the order they are tried: the first match wins (003). */
export interface PermissionRules {
  /** With a session, the rules that were granted to it alone come first. */
  rules(sessionId?: string): readonly PermissionRule[];
}
