import type { NoticeAction, StopReason } from '../../contracts/chats/acp';
import type { Llm } from '../../ports/llm';
import type { CallIds } from './call-ids';
import type { ContextBudget } from './context-budget';
import type { DoomLoop } from './doom-loop';
import type { MessageHistory } from '../history/message-history';
import type { SpendingState, Spending } from './spending';
import type { RecordStart, ConversationLog } from './conversation-log';
import type { RunContext } from '../../contracts/calls/call';
import type { CallEvent } from '../../contracts/calls/outcome';
import type { Approver } from '../../ports/runner';
import type { WorkspaceFacts } from '../../ports/workspace';
import type { AgentDeps } from './agent-deps';
import type { AcpOutbox } from '../acp/outbox';

/** What was so when the person sent a message, for a fork before it (decision 44). */
export interface Checkpoint {
  /** For `Runner.restore`. */
  readonly snapshot: unknown;
  /** What the person had run by hand and sent with it. */
  readonly userRuns: readonly UserRun[];
}

/** A call that the person ran by hand, as the model reads it. */
export interface UserRun {
  readonly toolCallId: string;
  readonly text: string;
}

/** What a chat begins with. */
export interface ConversationStart {
  readonly history: MessageHistory;
  readonly callIds: CallIds;
  readonly userRuns: readonly UserRun[];
  /** By message id. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Calls whose results have left the context: a mark may still know of them. */
  readonly forgotten: ReadonlySet<string>;
  /** Absolute folder it is held in. */
  readonly cwd: string;
  /** Of a chat that is stored. */
  readonly saved?: SavedConversation;
}

/** What else is known of a chat that was stored. */
export interface SavedConversation {
  readonly record: RecordStart;
  readonly unfinished: TurnResult['unfinished'];
  readonly offers: NoticeAction | undefined;
  readonly model: string | undefined;
  readonly shownNotices: readonly string[];
  readonly spending: SpendingState;
  readonly messages: number;
  readonly contextSize: number | undefined;
}

/** One chat, with what changes in it. */
export interface Conversation extends SessionContext {
  readonly id: string;
  readonly cwd: string;
  budget: ContextBudget;
  /** What the person ran by hand, for the model to read with the next message. */
  userRuns: readonly UserRun[];
  checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly forgotten: Set<string>;
  /** How the last turn was left, where it can go on. */
  unfinished: TurnResult['unfinished'];
  /** What the last turn offered, until it goes on. */
  offers: TurnResult['offers'];
  /** Watches the rounds of the last message. */
  watch: DoomLoop;
  /** A turn runs: what a crash leaves so did not end. */
  isWorking: boolean;
  /** The model that was asked last. */
  llm: Llm | undefined;
  /** Its id, also where it was asked by another window. */
  model: string | undefined;
  /** What that model takes, as the client was told last. */
  readonly contextSize: number | undefined;
  /** How many messages of the person it shows. */
  messages: number;
  /** What needs to be said only once in a chat, and was. */
  readonly shownNotices: Set<string>;
}

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
  /** Results of these calls have left the context: a change needs a new read (decision 44). */
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

/** How a turn ended. */
export interface TurnResult {
  readonly reason: StopReason;
  /** Set when it can go on as it stands: behind a `limit` only once the person allows more. */
  readonly unfinished?: 'limit' | 'other';
  /** What its last notice offers. */
  readonly offers?: NoticeAction;
}
