import type { SeenFile } from '../contracts/define-tool';
import type { GateCall } from '../contracts/define-gate';
import type { SessionState } from './sessions';
import type { KeepableDraft } from './slice-draft';

/** A call that has succeeded and is in the audit log. */
export interface Success {
  readonly toolCallId: string;
  /** As the gates saw it. */
  readonly question: GateCall;
  readonly session: SessionState;
  readonly seen: readonly SeenFile[];
  readonly draft: KeepableDraft;
}
