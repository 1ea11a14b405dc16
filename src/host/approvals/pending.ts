import type { Disposable } from '../../core/ports/disposable';
import type { ApprovalMeta } from '../../core/contracts/chats/acp';
import type { Clock, Ids } from '../../core/ports/system';
import { createEmitter } from '../../adapters/system/emitter';

/** A pending approval, held by the host and shown in card, toast and status bar. */
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
  /** Settles the approvals of one call with `cancelled`: it continued without the user. */
  cancelCall(sessionId: string, toolCallId: string): void;
  onDidChange(listener: () => void): Disposable;
}

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
export function createPendingApprovals(deps: PendingDeps): PendingApprovals & Disposable {
  const waiting = new Map<string, WaitingApproval>();
  const changed = createEmitter();

  function settle(approvalId: string, answer: SettledAnswer): boolean {
    const entry = waiting.get(approvalId);
    if (entry === undefined) return false;
    waiting.delete(approvalId);
    entry.timer?.dispose();
    entry.settle(answer);
    changed.fire();
    return true;
  }

  function cancelWhere(matches: (item: PendingApproval) => boolean): void {
    for (const { item } of [...waiting.values()]) {
      if (matches(item)) settle(item.approvalId, { answer: 'cancelled' });
    }
  }

  function startTimer(approvalId: string): Disposable | undefined {
    const timeoutMs = deps.timeoutMs();
    if (timeoutMs <= 0) return undefined;
    return deps.clock.after(timeoutMs, () => {
      const seconds = String(Math.round(timeoutMs / 1000));
      settle(approvalId, { answer: 'deny', reason: `no answer within ${seconds} seconds` });
    });
  }

  return {
    add(request) {
      const approvalId = deps.ids.uuid();
      return new Promise((resolve) => {
        waiting.set(approvalId, {
          item: { ...request, approvalId },
          settle: resolve,
          timer: startTimer(approvalId),
        });
        changed.fire();
      });
    },
    list: () => [...waiting.values()].map((entry) => entry.item),
    get: (approvalId) => waiting.get(approvalId)?.item,
    answer: settle,
    cancelSession(sessionId) {
      cancelWhere((item) => item.sessionId === sessionId);
    },
    cancelCall(sessionId, toolCallId) {
      cancelWhere((item) => item.sessionId === sessionId && item.toolCallId === toolCallId);
    },
    onDidChange: (listener) => changed.event(listener),
    dispose() {
      cancelWhere(() => true);
      changed.dispose();
    },
  };
}
