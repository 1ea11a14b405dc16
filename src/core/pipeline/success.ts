import type { SeenFile } from '../contracts/define-tool';
import type { GateCall } from '../contracts/define-gate';
import type { SessionState } from './sessions';
import type { CommittableDraft } from './slice-draft';

/** A call that has succeeded and is in the audit log. */
export interface SucceededCall {
  readonly toolCallId: string;
  /** As the gates saw it. */
  readonly gateCall: GateCall;
  readonly session: SessionState;
  readonly seen: readonly SeenFile[];
  readonly draft: CommittableDraft;
}
