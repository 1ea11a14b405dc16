import type { RunContext } from '../contracts/call';
import type { CallEvent } from '../contracts/call-event';
import type { Approver } from '../ports/approver';
import type { AgentDeps } from './deps';
import type { CallIds } from './call-ids';
import type { History } from './history';
import type { Outbox } from './outbox';

/** What belongs to one chat. */
export interface SessionContext {
  readonly deps: AgentDeps;
  readonly history: History;
  readonly callIds: CallIds;
  readonly outbox: Outbox;
  readonly approver: Approver;
  /** Tells the client about a call. */
  readonly onEvent: (event: CallEvent) => void;
  readonly run: () => RunContext;
}

/** One message of the person being worked on. */
export interface TurnContext extends SessionContext {
  readonly signal: AbortSignal;
}
