import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { Ids } from '../../core/ports/ids';
import { createEmitter } from './listeners';
import type { PendingApproval, PendingApprovals, SettledAnswer } from './types';

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
 * The host's list of what waits for the person. Card, toast and status bar only point at it, so
 * hiding one of them is no answer. Disposing settles everything with `cancelled`.
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
      settle(approvalId, { answer: 'deny', reason: `nobody answered in ${seconds} seconds` });
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
