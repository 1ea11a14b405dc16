import type { Decision } from '../calls/decision';
import type { ToolKind } from '../tool-spec';
import type { ChangeKind } from '../file-changes';
import type { FilterStats } from '../filter';
import type { NoticeAction } from '../chats/acp';
import type { FileDiff, Location } from '../calls/outcome';
import type { JudgedPart } from '../calls/shell-analysis';

export interface UserItem {
  readonly type: 'user';
  readonly id: string;
  readonly text: string;
  /** Context that went with it. */
  readonly attachments?: readonly AttachmentItem[];
  /** True when it can be edited and sent anew. */
  readonly canEdit?: boolean;
}

/** Context that goes with a message; what it holds stays with the host until it is sent. */
export interface AttachmentItem {
  readonly attachmentId: string;
  readonly kind: 'file' | 'selection' | 'problems' | 'terminal' | 'image';
  /** "cart.js", "cart.js:3-9", "4 problems" */
  readonly label: string;
  /** The whole path, or what else tells more. */
  readonly detail?: string;
  /** Estimated. */
  readonly tokens?: number;
}

/** Something that an `@` or a `/` in the draft may become. */
export type SuggestionItem =
  | {
      readonly type: 'context';
      readonly kind: AttachmentItem['kind'];
      readonly label: string;
      readonly detail: string;
      readonly path?: string;
    }
  | { readonly type: 'command'; readonly name: string; readonly detail: string };

/** What the chat has used, and how full its context is. */
export interface UsageItem {
  /** Estimated tokens of the next request; 0 before the first. */
  readonly usedTokens: number;
  readonly contextTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; undefined where a model has no price. */
  readonly cost?: number;
  readonly estimated: boolean;
}

export interface AssistantItem {
  readonly type: 'assistant';
  readonly id: string;
  readonly text: string;
  readonly thought: boolean;
  readonly streaming: boolean;
}

export interface NoticeItem {
  readonly type: 'notice';
  readonly id: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** A button, while it is the newest notice of a turn that has ended. */
  readonly action?: NoticeAction;
  /** Epoch milliseconds: counts down, beside a button that cancels. Gone when the wait is over. */
  readonly waitUntil?: number;
}

/** asking = waits for the person; the other states are ACP's. */
export type CardStatus = 'asking' | 'running' | 'completed' | 'failed' | 'cancelled';

/** The pending approval of a card, held by the host. */
export interface CardApproval {
  /** One-time id. */
  readonly approvalId: string;
  /** Exact command, control characters as escapes; undefined when none is run. */
  readonly command?: string;
  readonly cwd?: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly reasons: readonly string[];
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
  readonly canAlways: boolean;
}

/** A file change on a card: the part between the common beginning and end, with some context. */
export interface CardDiff extends FileDiff {
  /** Line of the file with which both texts begin; 1 when absent. */
  readonly startLine?: number;
  /** True when both texts were left out for their size; `openDiff` shows them. */
  readonly large?: boolean;
}

/** What output filters did to the text of a card. */
export interface CardFilter extends Pick<FilterStats, 'rules' | 'confidence'> {
  /** "342 lines -> 28 lines, 91.8% filtered"; absent when no line was left out. */
  readonly line?: string;
}

/** One card per tool call. */
export interface CallItem {
  readonly type: 'call';
  /** The toolCallId. */
  readonly id: string;
  /** Short tool name. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly origin: 'model' | 'user';
  readonly title: string;
  readonly status: CardStatus;
  readonly argsJson: string;
  /** Last 8 KB of live output while running. */
  readonly tail: string;
  /** Redacted result text, at most 20,000 characters; `openOutput` shows all. */
  readonly text: string;
  readonly textCut: boolean;
  readonly diffs: readonly CardDiff[];
  readonly locations: readonly Location[];
  readonly terminalId?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly startedAt?: number;
  readonly decision?: Decision;
  /** Set on failure: stage code and message. */
  readonly failure?: { readonly errorCode: string; readonly message: string };
  readonly approval?: CardApproval;
  readonly overflowId?: string;
  /** Set when output filters have shortened `text`: it is what the model reads. */
  readonly filter?: CardFilter;
  /**
   * The output before filters, at most 200,000 characters, while the person looks at it in place of
   * `text`; null when it is no longer kept.
   */
  readonly raw?: string | null;
  /** Id of the earlier call that was answered the same, where `text` only says so. */
  readonly repeats?: string;
  readonly warnings: readonly string[];
  /** Handle of its command that runs on in the background; gone when that has ended. */
  readonly background?: string;
  /** True once that has ended: exit code and duration are those of its real end. */
  readonly ranInBackground?: boolean;
  /** True while its command waits for input. */
  readonly waitsForInput?: boolean;
  /** Set while it waits to be tried again. */
  readonly retry?: { readonly attempt: number; readonly of: number };
  readonly rollback?: CardRollback;
  /** What the call changed in files can be undone, or was. */
  readonly undo?: 'offered' | 'undone';
}

/** `offered`: a snapshot is kept; `done`: what was taken back. */
export type CardRollback =
  | { readonly state: 'offered' }
  | { readonly state: 'done'; readonly restored: number; readonly removed: number };

/** A file that the active chat has changed, and nobody has kept or undone. */
export interface ChangedFileItem {
  readonly changeId: string;
  /** "cart.js" */
  readonly name: string;
  /** Relative to the workspace; empty for a file that lies in its only folder itself. */
  readonly folder: string;
  /** Set when it was somewhere else before; relative to the workspace. */
  readonly movedFrom?: string;
  readonly kind: ChangeKind;
  readonly isFolder: boolean;
  /** Lines; absent for what is no text. */
  readonly added?: number;
  readonly removed?: number;
  /** Why it cannot be undone. */
  readonly notKept?: string;
}

/** A command of this chat that runs in the background. */
export interface BackgroundItem {
  readonly commandId: string;
  /** The command, redacted, on one line. */
  readonly title: string;
  readonly startedAt: number;
  readonly waitsForInput: boolean;
}

export type TranscriptItem = UserItem | AssistantItem | NoticeItem | CallItem;

/** A stored chat in the list of all chats. */
export interface HistoryItem {
  readonly historyId: string;
  readonly title: string;
  /** Epoch milliseconds of the last change. */
  readonly updatedAt: number;
  /** US dollars; undefined where a model has no price. */
  readonly cost?: number;
  /** Messages of the person. */
  readonly messages: number;
  /** Set for a chat of another workspace: its name. Opening it copies it to this one. */
  readonly place?: string;
  /** Where the search was found, on one line; absent when in the title. */
  readonly excerpt?: string;
  /** Open in this window: `running` while a turn runs. */
  readonly open?: 'idle' | 'running';
}

/** The list of all chats, while it is open. */
export interface HistoryList {
  /** What was searched for; empty = everything. */
  readonly query: string;
  /** Newest first. */
  readonly items: readonly HistoryItem[];
  readonly state: 'loading' | 'ready';
  readonly hasMore: boolean;
  /** What could not be read, with the remedy. */
  readonly problem?: string;
}

export interface ChatSummary {
  readonly id: string;
  readonly title: string;
  readonly running: boolean;
  readonly pending: number;
}

/** A message that waits for the running turn to end. */
export interface QueuedItem {
  /** Of no other message in this window: a click acts on what was clicked, or on nothing. */
  readonly queuedId: string;
  readonly text: string;
}

/** Everything of the panel but the transcript's items. */
export interface PanelState {
  readonly chats: readonly ChatSummary[];
  readonly activeChat: string;
  readonly draft: string;
  /** Messages that wait for the running turn to end, oldest first. */
  readonly queued: readonly QueuedItem[];
  /** Label of the chosen model; empty when none is chosen. */
  readonly model: string;
  /** True for the replay provider: the panel says "replay: no model". */
  readonly replay: boolean;
  readonly hasFolder: boolean;
  readonly trusted: boolean;
  /** What runs in the background of the active chat, oldest first. */
  readonly background: readonly BackgroundItem[];
  /** What the active chat has changed, newest first; at most 200. */
  readonly changes: readonly ChangedFileItem[];
  /** How many more it has changed, which `changes` leaves out; to keep or undo all means them too. */
  readonly moreChanges?: number;
  /** Context of the draft. */
  readonly attachments: readonly AttachmentItem[];
  /** Undefined before the first answer. */
  readonly usage?: UsageItem;
  /** Null while the list of all chats is closed. */
  readonly history: HistoryList | null;
  /** How many older items of the active chat the page does not have; `showEarlier` brings more. */
  readonly earlier: number;
}

export type PanelChange =
  /** Adds or replaces the item with this id. */
  | { readonly op: 'item'; readonly item: TranscriptItem }
  /** Appends to the text of an assistant item. */
  | { readonly op: 'append'; readonly id: string; readonly text: string }
  /** Appends to the tail of a call item; the panel keeps the last 8 KB. */
  | { readonly op: 'tail'; readonly id: string; readonly text: string }
  | { readonly op: 'state'; readonly state: Partial<PanelState> };

/** Messages from the host to the panel. `seq` counts by one; on a gap the panel sends `ready`. */
export type PanelMessage =
  | {
      readonly type: 'snapshot';
      readonly seq: number;
      readonly state: PanelState;
      readonly items: readonly TranscriptItem[];
    }
  | { readonly type: 'patch'; readonly seq: number; readonly changes: readonly PanelChange[] }
  /** Puts text into the draft at its end and focuses the input. */
  | { readonly type: 'insert'; readonly seq: number; readonly text: string }
  /** Answers `suggest`, newest query only. */
  | {
      readonly type: 'suggestions';
      readonly seq: number;
      readonly query: string;
      readonly items: readonly SuggestionItem[];
    }
  /** Scrolls to an item that the page has, and marks it for a moment. */
  | { readonly type: 'reveal'; readonly seq: number; readonly itemId: string }
  | { readonly type: 'focus'; readonly seq: number };
