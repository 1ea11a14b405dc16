import type { RunContext } from '../contracts/call';
import type { CallEvent } from '../contracts/call-event';
import type { Approver } from '../ports/approver';
import type { WorkspaceFacts } from '../ports/workspace-context';
import type { CallIds } from './call-ids';
import type { ContextBudget } from './context/budget';
import type { AgentDeps } from './deps';
import type { MessageHistory } from './history/history';
import type { AcpOutbox } from './outbox';
import type { Spending } from './spending';
import type { ConversationLog } from './stored/chat-record';

/** What belongs to one chat. */
export interface SessionContext {
  readonly deps: AgentDeps;
  readonly history: MessageHistory;
  readonly callIds: CallIds;
  readonly outbox: AcpOutbox;
  /** What of it is stored. */
  readonly record: ConversationLog;
  readonly approver: Approver;
  readonly budget: ContextBudget;
  readonly spending: Spending;
  /** Tells the client about a call. */
  readonly onEvent: (event: CallEvent) => void;
  readonly run: () => RunContext;
  /** Results of these calls have left the context: a change needs a new read (DESIGN decision 44). */
  readonly forgetSeen: (toolCallIds: readonly string[]) => void;
  /** Stages what has changed with a round. */
  readonly saveRound: () => void;
}

/** One prompt of the person being worked on, whatever it asks for. */
export interface PromptContext extends SessionContext {
  readonly signal: AbortSignal;
}

/** One message of the person being worked on. */
export interface TurnContext extends PromptContext {
  /** Of the workspace, as it was when the turn began: the prompt does not change within it. */
  readonly facts: WorkspaceFacts;
}
