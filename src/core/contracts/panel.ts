import * as z from 'zod';
import type { Decision } from './decision';
import type { ToolKind } from './effect';
import type { NoticeAction } from './meta';
import type { FileDiff, Location } from './outcome';
import type { JudgedPart } from './shell-reading';

/** Messages from the panel to the host. None carries a rule or arguments (DESIGN section 6). */
const id = z.string().min(1).max(200);
const text = z.string().max(1_000_000);
/** 5 MB, which vendors take, in base64. */
export const maxImageChars = 7_000_000;

export const panelRequestSchema = z.discriminatedUnion('type', [
  /** The panel has loaded, or lost count: send a snapshot. */
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('send'), text }),
  z.strictObject({ type: z.literal('stop') }),
  /** Takes a queued message back into the draft, to edit it. */
  z.strictObject({ type: z.literal('unqueue'), queuedId: id }),
  z.strictObject({ type: z.literal('dropQueued'), queuedId: id }),
  /** Stops the running turn and sends this queued message next. */
  z.strictObject({ type: z.literal('sendNow'), queuedId: id }),
  /** Does what the notice offers: tries the turn again, or goes on behind a limit. */
  z.strictObject({ type: z.literal('noticeAction'), itemId: id }),
  /** Sends an earlier message anew, in a new chat that holds what stood before it. */
  z.strictObject({ type: z.literal('editMessage'), itemId: id, text }),
  /** Adds context to the draft; without a path, a file is chosen in VS Code's own picker. */
  z.strictObject({
    type: z.literal('attach'),
    kind: z.enum(['file', 'selection', 'problems', 'terminal']),
    path: z.string().min(1).max(4096).optional(),
  }),
  z.strictObject({
    type: z.literal('attachImage'),
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    /** Base64. */
    data: z
      .string()
      .min(1)
      .max(maxImageChars)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  }),
  z.strictObject({ type: z.literal('detach'), attachmentId: id }),
  /** Asks for what an `@` or `/` in the draft may become; answered by `suggestions`. */
  z.strictObject({ type: z.literal('suggest'), query: z.string().max(200) }),
  z.strictObject({ type: z.literal('newChat') }),
  z.strictObject({ type: z.literal('selectChat'), chatId: id }),
  z.strictObject({ type: z.literal('draft'), text }),
  z.strictObject({ type: z.literal('pickModel') }),
  /** Answers the approval that the host shows under this one-time id. */
  z.strictObject({
    type: z.literal('answer'),
    approvalId: id,
    answer: z.enum(['allow', 'deny', 'always', 'edit']),
    reason: z.string().max(2000).optional(),
  }),
  z.strictObject({ type: z.literal('copy'), text }),
  z.strictObject({ type: z.literal('openDiff'), itemId: id, index: z.int().min(0) }),
  z.strictObject({ type: z.literal('openLocation'), itemId: id, index: z.int().min(0) }),
  z.strictObject({ type: z.literal('showTerminal'), itemId: id }),
  z.strictObject({ type: z.literal('openOutput'), itemId: id }),
  /** Asks the person, outside the page, for a line that the running command of a card reads. */
  z.strictObject({ type: z.literal('giveInput'), itemId: id }),
  /** Takes back what the command of a card changed; asks before anything of the person is lost. */
  z.strictObject({ type: z.literal('rollBack'), itemId: id }),
  z.strictObject({ type: z.literal('showBackground'), commandId: id }),
  z.strictObject({ type: z.literal('stopBackground'), commandId: id }),
  /** Shows why a call was decided as it was; the host knows the call. */
  z.strictObject({ type: z.literal('explain'), itemId: id }),
  z.strictObject({ type: z.literal('openLink'), url: z.string().max(4000) }),
  z.strictObject({ type: z.literal('command'), command: z.enum(['openFolder', 'manageTrust']) }),
]);
export type PanelRequest = z.infer<typeof panelRequestSchema>;

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
}

/** `offered`: a snapshot is kept; `done`: what was taken back. */
export type CardRollback =
  | { readonly state: 'offered' }
  | { readonly state: 'done'; readonly restored: number; readonly removed: number };

/** A command of this chat that runs in the background. */
export interface BackgroundItem {
  readonly commandId: string;
  /** The command, redacted, on one line. */
  readonly title: string;
  readonly startedAt: number;
  readonly waitsForInput: boolean;
}

export type TranscriptItem = UserItem | AssistantItem | NoticeItem | CallItem;

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
  /** Context of the draft. */
  readonly attachments: readonly AttachmentItem[];
  /** Undefined before the first answer. */
  readonly usage?: UsageItem;
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
  | { readonly type: 'focus'; readonly seq: number };
