import type { CallOutcome } from '../../contracts/calls/outcome';
import type { SeenFile } from '../../contracts/tools/define-tool';
import type { GateCall } from '../../contracts/policy/define-gate';
import type { CallFacts } from '../call/call-facts';
import type { SessionState, SessionDraft } from '../runtime/sessions';
import { policiesFor } from '../../contracts/policy/tool-policy';
import { resultOf } from './audit';

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
  for (const policy of policiesFor(question.policy.toolPolicies, question.tool.group)) {
    if (policy.onResult === undefined) continue;
    const call = { ...question, stamps: new Map<string, string>() };
    session.savePolicyState(policy.name, policy.onResult(call, session.policyState(policy.name)));
  }
};

/**
 * The only success record (002-state-1): the tool, and the files whose content the chat now knows.
 */
export const recordCompleted: RecordStage = ({ gateCall: question, toolCallId, session, seen }) => {
  session.succeeded({ toolId: question.tool.id, toolCallId, seen });
};

/** A call that has ended and is in the audit log, however it ended. */
export interface EndedCall {
  /** Undefined if there is no such tool: the name is whatever the model wrote. */
  readonly toolId: string | undefined;
  readonly known: CallFacts;
  readonly outcome: CallOutcome;
  readonly session: SessionState;
}

/** A step after every end of a call: remembers, never changes the outcome. */
export type EndedStage = (ended: EndedCall) => void;

/** The reputation of a tool in a chat: how many of its calls ended in each way. */
export const countEnd: EndedStage = ({ toolId, outcome, session }) => {
  if (toolId !== undefined) session.countEnd(toolId, resultOf(outcome));
};

/** The last calls of a chat as gates may read them: how each ended, and nothing of its content. */
export const rememberOutcome: EndedStage = ({ toolId, outcome, session }) => {
  session.ended({
    ...(toolId !== undefined && { tool: toolId }),
    ...(outcome.failure !== undefined && { category: outcome.failure.category }),
    result: resultOf(outcome),
    durationMs: Math.round(outcome.durationMs),
  });
};
