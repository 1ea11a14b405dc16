import type { Policy } from '../contracts/policy';
import type { Disposable } from './disposable';

/** Where the policy in force comes from; it changes by one atomic swap. */
export interface PolicySource {
  /** The policy now; with a session, the rules that were granted to it alone are part of it. */
  current(sessionId?: string): Policy;
  /** Fires after a swap: what is pending is judged again. */
  onDidChange(listener: () => void): Disposable;
}
