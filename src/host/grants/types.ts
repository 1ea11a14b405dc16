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

/** A granted rule as it is kept. */
export interface SavedRule extends GrantedRule {
  /** Day of the grant, ISO 8601; absent in what an earlier version kept. */
  readonly added?: string;
}

/** Rules of chats and of this workspace that the person granted; user rules live in settings. */
export interface StoredGrant extends SavedRule {
  readonly scope: Exclude<GrantScope, { readonly kind: 'user' }>;
}

export interface Grants {
  /**
   * Stores allow rules, all or none, each once; a second, equal one changes nothing. Never rejects.
   */
  add(scope: GrantScope, rules: readonly GrantedRule[]): Promise<Result<void>>;
  /** Rules of all chats and of this workspace, in the order they are tried. */
  list(): readonly StoredGrant[];
  /** Takes a rule back at once. Never rejects. */
  remove(grant: StoredGrant): Promise<Result<void>>;
  /** Forgets the rules of a chat that has ended. */
  endSession(sessionId: string): void;
  /** False when no folder is open: then nothing can be kept for "this workspace". */
  hasWorkspace(): boolean;
  /** Fires when a rule of a chat or of this workspace changed; user rules are settings. */
  onDidChange(listener: () => void): Disposable;
}
