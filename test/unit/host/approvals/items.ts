import { say } from '../../../../src/core/base/sentence';
import type { ApprovalMeta } from '../../../../src/core/contracts/chats/acp';
import type { PendingApproval } from '../../../../src/host/approvals/pending';
import { ruleChoices } from '../../../../src/host/approvals/rule-choices';

export function bashDetails(command: string, more: Partial<ApprovalMeta> = {}): ApprovalMeta {
  return {
    command,
    cwd: '/repo',
    reads: [],
    writes: [],
    deletes: [],
    tool: 'core__bash',
    reasons: [say`no rule matches`],
    argsJson: JSON.stringify({ command }, null, 2),
    alwaysOffers: [[{ tool: 'bash', pattern: command }]],
    alwaysLeft: [],
    isRoutine: false,
    ...more,
  };
}

/** A pending bash call. */
export function bashItem(
  command: string,
  more: Partial<ApprovalMeta> = {},
  hasWorkspace = true,
): PendingApproval {
  const details = bashDetails(command, more);
  return {
    approvalId: 'a1',
    sessionId: 's1',
    toolCallId: 'c1',
    title: command,
    kind: 'execute',
    diffs: [],
    folders: ['/repo'],
    details,
    choices: ruleChoices(details, 's1', hasWorkspace),
  };
}

/** A pending call of a file tool. */
export function editItem(path: string): PendingApproval {
  return {
    approvalId: 'a2',
    sessionId: 's1',
    toolCallId: 'c2',
    title: path,
    kind: 'edit',
    diffs: [],
    folders: ['/repo'],
    choices: [],
    details: {
      reads: [path],
      writes: [path],
      deletes: [],
      tool: 'core__edit',
      verb: 'edit',
      reasons: [say`no rule matches`],
      argsJson: JSON.stringify({ path, old: 'a', new: 'b' }),
      alwaysOffers: [],
      alwaysLeft: [],
      isRoutine: false,
    },
  };
}
