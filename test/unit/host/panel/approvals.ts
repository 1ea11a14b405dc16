import { say } from '../../../../src/core/base/sentence';
import type { PendingApproval } from '../../../../src/host/approvals/pending';

/** A pending approval of call c1 in session s1. */
export function pendingApproval(more: Partial<PendingApproval> = {}): PendingApproval {
  return {
    approvalId: 'approval-1',
    sessionId: 's1',
    toolCallId: 'c1',
    title: 'rm -rf dist',
    kind: 'execute',
    diffs: [],
    folders: ['/w'],
    choices: [],
    details: {
      command: 'rm -rf dist',
      cwd: '/w',
      reads: [],
      writes: ['/w/dist'],
      deletes: [],
      tool: 'core__bash',
      reasons: [say`No rule matches.`],
      argsJson: '{"command":"rm -rf dist"}',
      alwaysOffers: [],
      alwaysLeft: [],
      isRoutine: false,
    },
    ...more,
  };
}
