import type { PermissionRule } from '../../core/contracts/decision';
import type { Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';

/** Where an "always allow" rule is kept, and so how far it reaches. */
export type GrantScope =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'workspace' }
  | { readonly kind: 'user' };

export interface GrantedRule {
  readonly tool: string;
  readonly pattern: string;
}

/** Rules of chats and of this workspace that the person granted; user rules live in settings. */
export interface StoredGrant extends GrantedRule {
  readonly scope: Exclude<GrantScope, { readonly kind: 'user' }>;
}

export interface Grants {
  /**
   * The rules in force in a chat, in the order they are tried: chat, workspace, user settings,
   * shipped defaults. Without a chat the rules granted to single chats are left out.
   */
  rules(sessionId?: string): readonly PermissionRule[];
  /** Stores an allow rule once; a second, equal one changes nothing. */
  add(scope: GrantScope, rule: GrantedRule): Promise<Result<void>>;
  /** Rules of chats and workspace that can be taken back here. */
  list(): readonly StoredGrant[];
  /** Takes a rule back at once. */
  remove(grant: StoredGrant): Promise<Result<void>>;
  /** Forgets the rules of a chat that has ended. */
  endSession(sessionId: string): void;
  /** False when no folder is open: then nothing can be kept for "this workspace". */
  hasWorkspace(): boolean;
  onDidChange(listener: () => void): Disposable;
}
