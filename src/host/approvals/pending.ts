import type { FileDiff } from '../../core/contracts/calls/outcome';
import type { ApprovalMeta } from '../../core/contracts/chats/acp';
import type { ToolKind } from '../../core/contracts/tool-spec';
import type { Disposable, Clock, Ids } from '../../core/ports/system';
import type { RuleChoice } from './rule-choices';
import { Emitter } from '../../adapters/system/emitter';

/** A pending approval, held by the host and shown in card, toast and status bar. */
export interface PendingApproval {
  /** One-time id; never reused. */
  readonly approvalId: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly title: string;
  /** The open folders when it was asked, canonical: paths in them are shown relative to them. */
  readonly folders: readonly string[];
  readonly kind: ToolKind;
  /** What it would change, redacted. */
  readonly diffs: readonly FileDiff[];
  readonly details: ApprovalMeta;
  /** What "Always allow" offers, narrowest scope first. */
  readonly choices: readonly RuleChoice[];
}

export type UserAnswer =
  | { readonly answer: 'allow' }
  | { readonly answer: 'deny'; readonly reason?: string }
  | { readonly answer: 'edit'; readonly args: string };

export type SettledAnswer =
  | UserAnswer
  | { readonly answer: 'deny'; readonly timeoutSeconds: number }
  | { readonly answer: 'cancelled' };

export interface PendingDeps {
  readonly ids: Ids;
  readonly clock: Clock;
  /** Milliseconds until an unanswered item is refused; 0 waits for ever. Read for each item. */
  readonly timeoutMs: () => number;
}

interface WaitingApproval {
  readonly item: PendingApproval;
  readonly settle: (answer: SettledAnswer) => void;
  readonly timer: Disposable | undefined;
}

/**
 * The host's list of pending approvals. Card, toast and status bar only refer to it, so hiding one
 * of them is not an answer. Disposing settles everything with `cancelled`.
 */
export class PendingApprovals implements Disposable {
  private readonly waiting = new Map<string, WaitingApproval>();
  private readonly changed = new Emitter();

  constructor(private readonly deps: PendingDeps) {}

  /**
   * Adds an item and settles once it is answered or its session cancelled. A call has one question:
   * an earlier one about it is settled with `cancelled`. Never rejects.
   */
  add(request: Omit<PendingApproval, 'approvalId'>): Promise<SettledAnswer> {
    this.cancelCall(request.sessionId, request.toolCallId);
    const approvalId = this.deps.ids.uuid();
    return new Promise((resolve) => {
      this.waiting.set(approvalId, {
        item: { ...request, approvalId },
        settle: resolve,
        timer: this.startTimer(approvalId),
      });
      this.changed.fire();
    });
  }

  /** Oldest first. */
  list(): readonly PendingApproval[] {
    return [...this.waiting.values()].map((entry) => entry.item);
  }

  get(approvalId: string): PendingApproval | undefined {
    return this.waiting.get(approvalId)?.item;
  }

  /** A stale click changes nothing and answers false. */
  answer(approvalId: string, answer: UserAnswer): boolean {
    return this.settle(approvalId, answer);
  }

  /** Settles every item of a session with `cancelled`. */
  cancelSession(sessionId: string): void {
    this.cancelWhere((item) => item.sessionId === sessionId);
  }

  /** Settles the approvals of one call with `cancelled`: it continued without the user. */
  cancelCall(sessionId: string, toolCallId: string): void {
    this.cancelWhere((item) => item.sessionId === sessionId && item.toolCallId === toolCallId);
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.cancelWhere(() => true);
    this.changed.dispose();
  }

  private settle(approvalId: string, answer: SettledAnswer): boolean {
    const entry = this.waiting.get(approvalId);
    if (entry === undefined) return false;
    this.waiting.delete(approvalId);
    entry.timer?.dispose();
    entry.settle(answer);
    this.changed.fire();
    return true;
  }

  private cancelWhere(matches: (item: PendingApproval) => boolean): void {
    for (const item of this.list()) {
      if (matches(item)) this.settle(item.approvalId, { answer: 'cancelled' });
    }
  }

  private startTimer(approvalId: string): Disposable | undefined {
    const timeoutMs = this.deps.timeoutMs();
    if (timeoutMs <= 0) return undefined;
    return this.deps.clock.after(timeoutMs, () => {
      this.settle(approvalId, { answer: 'deny', timeoutSeconds: Math.round(timeoutMs / 1000) });
    });
  }
}
