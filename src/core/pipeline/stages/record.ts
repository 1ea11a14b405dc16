import type { SeenFile } from '../../contracts/tools/define-tool';
import type { GateCall } from '../../contracts/policy/define-gate';
import type { SessionState, SessionDraft } from '../runtime/sessions';
import { policiesFor } from '../../contracts/policy/tool-policy';

/** A call that succeeded and is in the audit log. */
export interface SucceededCall {
  readonly toolCallId: string;
  /** As the gates saw it. */
  readonly gateCall: GateCall;
  readonly session: SessionState;
  readonly seen: readonly SeenFile[];
  readonly draft: SessionDraft;
}

/** A step after a call's success: remembers, never changes the outcome. */
export type RecordStage = (success: SucceededCall) => void;

/**
 * Notifies the tool's policies (W7) and commits what the tool set in the chat's slices. Not called
 * for denied, failed, timed out or cancelled calls (W7, W25).
 */
export const recordPolicies: RecordStage = ({ gateCall: question, session, draft }) => {
  draft.commit();
  const call = { ...question, stamps: new Map<string, string>() };
  for (const policy of policiesFor(question.policy.toolPolicies, question.tool.group)) {
    if (policy.onResult === undefined) continue;
    session.savePolicyState(policy.name, policy.onResult(call, session.policyState(policy.name)));
  }
};

/**
 * The only success record (002-state-1): the tool, and the files whose content the chat now knows.
 */
export const recordCompleted: RecordStage = ({ gateCall: question, toolCallId, session, seen }) => {
  session.succeeded({ toolId: question.tool.id, toolCallId, seen });
};
