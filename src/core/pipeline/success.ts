import type { SeenFile, SliceDraft } from '../contracts/define-tool';
import type { GateCall } from '../contracts/define-gate';
import type { SessionState } from './sessions';

/** A call that has succeeded and is in the audit log. */
export interface Success {
  /** As the gates saw it. */
  readonly question: GateCall;
  readonly session: SessionState;
  readonly seen: readonly SeenFile[];
  readonly draft: SliceDraft & { keep(): void };
}
