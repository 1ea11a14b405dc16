import type { Disposable } from '../../core/ports/disposable';
import type { ApprovalMeta } from '../../core/contracts/meta';

/** One approval that waits for the person; held by the host, shown in card, toast and status bar. */
export interface PendingApproval {
  /** One-time id; never reused. */
  readonly approvalId: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly title: string;
  readonly details: ApprovalMeta;
}

export type UserAnswer =
  | { readonly answer: 'allow' }
  | { readonly answer: 'deny'; readonly reason?: string }
  | { readonly answer: 'edit'; readonly args: string };

export type SettledAnswer = UserAnswer | { readonly answer: 'cancelled' };

/** The host-owned list of pending approvals. */
export interface PendingApprovals {
  /** Adds an item and settles once it is answered or its session cancelled. Never rejects. */
  add(item: Omit<PendingApproval, 'approvalId'>): Promise<SettledAnswer>;
  /** Oldest first. */
  list(): readonly PendingApproval[];
  get(approvalId: string): PendingApproval | undefined;
  /** A stale click changes nothing and answers false. */
  answer(approvalId: string, answer: UserAnswer): boolean;
  /** Settles every item of a session with `cancelled`. */
  cancelSession(sessionId: string): void;
  /** Settles what waits for one call with `cancelled`: it has gone on without the person. */
  cancelCall(sessionId: string, toolCallId: string): void;
  onDidChange(listener: () => void): Disposable;
}

/** What buttons on card, toast and quick pick do. Each is safe to call with a stale id. */
export interface ApprovalActions {
  allow(approvalId: string): void;
  deny(approvalId: string, reason?: string): void;
  /** Native quick pick of narrow rules and scope, then a modal; on consent stores and allows. */
  always(approvalId: string): Promise<void>;
  /** Native editor of the arguments; on save the call re-enters the pipeline as a new one. */
  edit(approvalId: string): Promise<void>;
}
