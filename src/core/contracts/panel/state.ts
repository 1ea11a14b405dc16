import type { CardAddress } from './card-address';
import type { Shown } from '../../base/sentence';
import type { ToolKind } from '../tool-spec';
import type { ChangedFile } from '../file-changes';
import type { FilterStats } from '../filter-rule';
import type { PermissionLevel } from '../permission-level';
import type { ApprovalMeta, NoticeAction, ToolCallMeta } from '../chats/acp';
import type { AnnouncedReplies } from '../settings/settings';
import type { CallOrigin } from '../calls/call';
import type { CallEnding } from '../calls/ending';
import type { AnswerAhead, CallStatus, FileDiff, Location, ShownVisit } from '../calls/outcome';

export interface UserItem {
  readonly type: 'user';
  readonly id: string;
  readonly text: string;
  /** Context that was sent with it. */
  readonly attachments?: readonly AttachmentItem[];
  /** True if it can be edited and sent again. */
  readonly canEdit?: boolean;
}

/** Context that is sent with a message; its content stays with the host until then. */
export interface AttachmentItem {
  readonly attachmentId: string;
  readonly kind: 'file' | 'selection' | 'problems' | 'terminal' | 'resource' | 'image';
  /** "cart.js", "cart.js:3-9", "4 problems" */
  readonly label: string;
  /** The whole path, or other details. */
  readonly detail?: string;
  /** Estimated. */
  readonly tokens?: number;
}

/** An image that the page makes a thumbnail of. */
export interface ShownImage {
  /** Of PNG, JPEG, GIF or WebP, by the content. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

/** A completion of an `@` or `/` in the draft. */
export type SuggestionItem =
  | {
      readonly type: 'context';
      readonly kind: AttachmentItem['kind'];
      readonly label: string;
      readonly detail: string;
      readonly path?: string;
    }
  | { readonly type: 'command'; readonly name: string; readonly detail: string };

/** Usage of the chat, and how full its context is. */
export interface UsageItem {
  /** Estimated tokens of the next request; 0 before the first. */
  readonly usedTokens: number;
  /** Most tokens of a request: the model's context without what is reserved. */
  readonly contextTokens: number;
  /** Reserved for the answer; undefined if unknown, or if the user's own limit is lower. */
  readonly reservedTokens?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; undefined if a model has no price. */
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
  /** In English, where `text` is not; for exports. */
  readonly english?: string;
  /** Offered on the newest notice of a turn that has ended. */
  readonly action?: NoticeAction;
  /** Epoch milliseconds: shows a countdown with a button to cancel. Absent after the wait. */
  readonly waitUntil?: number;
}

/**
 * asking = waits for the user; allowed, denied = was answered ahead and waits for its turn; the other
 * states are ACP's.
 */
export type CardStatus = 'asking' | AnswerAhead | 'running' | CallStatus;

/** One entry of the menu of "Always allow". */
export interface CardOffer {
  readonly offerId: string;
  /** `call`, `change`: exactly this one in this chat, without a dialog; else the scope of a rule. */
  readonly scope: 'call' | 'change' | 'session' | 'workspace' | 'user';
  /** The patterns of the rule, their misleading characters marked. */
  readonly rule: string;
}

export interface CardAlways {
  /** Narrowest scope first; the menu groups them by rule. */
  readonly offers: readonly CardOffer[];
  /** Why parts of the call, or all of it, ask again; a sentence each. */
  readonly notes: readonly string[];
}

/** The pending approval of a card, held by the host. */
export interface CardApproval extends Pick<
  Shown<ApprovalMeta>,
  'cwd' | 'deletes' | 'reads' | 'writes' | 'reasons' | 'parts' | 'isPlanned' | 'isNews' | 'isRisky'
> {
  /** One-time id. */
  readonly approvalId: string;
  /** "edit src/cart.js": what the agent wants to do. */
  readonly action: string;
  /** What it would change; `openDiff` shows each. */
  readonly diffs: readonly CardDiff[];
  /** The addresses that it asks. */
  readonly web?: readonly CardAddress[];
  /** Sentences on what the diffs do not show. */
  readonly notes: readonly string[];
  /** Exact command, its misleading characters marked; undefined if none runs. */
  readonly command?: string;
  /** Set if keys may answer it; never if its characters are marked. */
  readonly isRoutine?: true;
  /** Set if it may be allowed together with others: a routine change of a file. */
  readonly isRoutineChange?: true;
  /** The menu of "Always allow"; absent if the call takes no rule. */
  readonly always?: CardAlways;
  /** Set if command or arguments have marked characters: the user reviews them before allowing. */
  readonly isMarked?: true;
  /** The arguments with these characters marked. */
  readonly argsJson?: string;
}

/** A file change on a card: the part that differs, with some context. */
export interface CardDiff extends FileDiff {
  /** Line of the file where both texts start; 1 if absent. */
  readonly startLine?: number;
  /** True if both texts are omitted for their size; `openDiff` shows them. */
  readonly large?: boolean;
}

/** What output filters did to the text of a card. */
export interface CardFilter extends Pick<FilterStats, 'rules' | 'confidence'> {
  /** Lines before and after; absent if no line was removed. */
  readonly lines?: readonly [before: number, after: number];
}

/** One card per tool call. */
export interface CallItem extends Pick<
  Shown<ToolCallMeta>,
  | 'background'
  | 'decision'
  | 'durationMs'
  | 'exitCode'
  | 'interrupted'
  | 'namesTool'
  | 'overflowId'
  | 'repeats'
  | 'waitsForInput'
> {
  readonly type: 'call';
  /** The toolCallId. */
  readonly id: string;
  /** Short tool name. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly origin: CallOrigin;
  /** Of a check after a turn; the user may send them to the agent. */
  readonly newProblems?: readonly string[];
  readonly title: string;
  readonly status: CardStatus;
  /** How it ended; absent before that. */
  readonly ending?: CallEnding;
  readonly argsJson: string;
  /** Last 8 KB of live output while running. */
  readonly tail: string;
  /** Redacted result text, at most 20,000 characters; `openOutput` shows all. */
  readonly text: string;
  readonly textCut: boolean;
  /** The error block that the model read before `text`; the card folds it. */
  readonly toolError?: string;
  readonly diffs: readonly CardDiff[];
  readonly locations: readonly Location[];
  readonly terminalId?: string;
  /** Set while it waits for input: what it asks. */
  readonly input?: InputQuestion;
  readonly startedAt?: number;
  /** Set on failure: stage code and message. */
  readonly failure?: { readonly errorCode: string; readonly message: string };
  readonly approval?: CardApproval;
  /** Set if output filters shortened `text`, which is what the model reads. */
  readonly filter?: CardFilter;
  /**
   * The output before filters, at most 200,000 characters, while it is shown instead of `text`;
   * null if it is no longer kept.
   */
  readonly raw?: string | null;
  readonly warnings: readonly string[];
  /** True after that ended: exit code and duration are then those of its end. */
  readonly ranInBackground?: boolean;
  /** Set while it waits for a retry. */
  readonly retry?: { readonly attempt: number; readonly of: number };
  readonly rollback?: CardRollback;
  /** The addresses that it asks, also of a call that was not asked about. */
  readonly addresses?: readonly CardAddress[];
  /** Of a call of a web tool. */
  readonly page?: CardPage;
  /** Whether the file changes of the call can be undone, or were. */
  readonly undo?: 'offered' | 'undone';
}

/** The page that a call read, or tried to read. */
export interface CardPage extends Pick<
  ShownVisit,
  'bytes' | 'cut' | 'removed' | 'status' | 'title' | 'undecoded' | 'unknownCharset'
> {
  /** Of the last request. */
  readonly url: string;
  /** In ASCII, so that look-alike letters show. */
  readonly host: string;
}

/** The numbers of files of a command that was rolled back by itself. */
export interface CardRollback {
  readonly restored: number;
  readonly removed: number;
}

/** A file that the active chat changed and the user neither kept nor undid. */
export interface ChangedFileItem extends Omit<
  Shown<ChangedFile>,
  'changedBetween' | 'movedFrom' | 'path'
> {
  /** "cart.js" */
  readonly name: string;
  /** Relative to the workspace; empty for a file directly in its only folder. */
  readonly folder: string;
  /** Set if it was moved; relative to the workspace. */
  readonly movedFrom?: string;
}

/** What a command that waits for input has asked; all texts are redacted and on one line. */
export interface InputQuestion {
  /** Its last line of output, unless that is the question. */
  readonly line?: string;
  /** What it asks, if that is known. */
  readonly question?: string;
}

/** A command of this chat that runs in the background. */
export interface BackgroundItem {
  readonly commandId: string;
  /** The id of its card. */
  readonly itemId: string;
  /** The command, redacted, on one line. */
  readonly title: string;
  readonly startedAt: number;
  readonly waitsForInput: boolean;
  /** Set while it waits for input. */
  readonly input?: InputQuestion;
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
  /** How many messages the user sent. */
  readonly messages: number;
  /** Set for a chat of another workspace: its name. Opening it copies it to this one. */
  readonly place?: string;
  /** Where the search matched, on one line; absent for a match in the title. */
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
  /** What could not be read, and what to do. */
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
  /** Unique in this window, so that a click acts on what was clicked or on nothing. */
  readonly queuedId: string;
  readonly text: string;
}

/** The panel's state without the transcript's items. */
export interface PanelState {
  readonly chats: readonly ChatSummary[];
  readonly activeChat: string;
  readonly draft: string;
  /** Rises when the host changes the draft: the page keeps what it has until then. */
  readonly draftCount: number;
  /** Messages that wait for the running turn to end, oldest first. */
  readonly queued: readonly QueuedItem[];
  /** Label of the chosen model; empty when none is chosen. */
  readonly model: string;
  /** False if the chosen model is known to read no images. */
  readonly takesImages?: boolean;
  /** What asks in the active chat. */
  readonly permission: PermissionLevel;
  /** A message of the active chat could not be sent: no model was chosen then. */
  readonly wantsModel: boolean;
  /** True for the replay provider: a recording answers instead of a model. */
  readonly replay: boolean;
  /** The first message of the recording; empty without one, or until it is read. */
  readonly replayPrompt: string;
  readonly hasFolder: boolean;
  readonly trusted: boolean;
  /** How much of a complete reply screen readers hear; absent: nothing. */
  readonly announceReplies?: AnnouncedReplies;
  /** Background commands of the active chat, oldest first. */
  readonly background: readonly BackgroundItem[];
  /** Files the active chat changed, newest first; at most 200. */
  readonly changes: readonly ChangedFileItem[];
  /** How many more it changed; "keep all" and "undo all" include them. */
  readonly moreChanges?: number;
  /** Context of the draft. */
  readonly attachments: readonly AttachmentItem[];
  /** Undefined before the first answer. */
  readonly usage?: UsageItem;
  /** Null while the list of all chats is closed. */
  readonly history: HistoryList | null;
  /** How many older items of the active chat the page lacks; `showEarlier` requests more. */
  readonly earlier: number;
  /** How many newer items it lacks; `showLater` requests more, `showLatest` the newest. */
  readonly later?: number;
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
  /** Answers `showImage`; no image if it is gone, or too large to be drawn. */
  | {
      readonly type: 'image';
      readonly seq: number;
      readonly attachmentId: string;
      readonly image?: ShownImage | undefined;
    }
  /** Answers `findFiles`: those that exist. */
  | { readonly type: 'files'; readonly seq: number; readonly found: readonly string[] }
  /** Scrolls to an item of the page and highlights it briefly. */
  | { readonly type: 'reveal'; readonly seq: number; readonly itemId: string }
  | { readonly type: 'focus'; readonly seq: number };
