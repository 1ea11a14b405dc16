import type { Policy } from '../contracts/policy/policy';
import type { Disposable } from './disposable';
import type { ToolSource, TrustLevel } from '../contracts/tool-spec';
import type { Result } from '../contracts/failure';

/** Where the policy in force comes from; it changes by one atomic swap. */
export interface PolicySource {
  /** The policy now; with a session, the rules that were granted to it alone are part of it. */
  current(sessionId?: string): Policy;
  /** Fires after a swap: what is pending is judged again. */
  onDidChange(listener: () => void): Disposable;
}

/** How far each tool source is trusted in a chat; only the person changes it (decision 40). */
export interface TrustLevels {
  levelOf(sessionId: string, source: ToolSource): TrustLevel;
}

/** Regular expressions that a person wrote, run with a bound on length and time. */
export interface Patterns {
  /** True when the expression matches somewhere; a failure when it is too slow or not valid. */
  search(pattern: string, text: string): Result<boolean>;
}
