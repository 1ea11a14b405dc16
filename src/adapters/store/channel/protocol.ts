import type { Sentence } from '../../../core/base/sentence';
import type {
  ConversationHit,
  StoredConversation,
} from '../../../core/contracts/chats/conversation';
import type { AuditResult } from '../../../core/contracts/audit/entry';
import type { OverflowSlice } from '../../../core/ports/conversations';

/** A file that this window writes; bytes after its end are not flushed. */
export interface OwnFile {
  readonly name: string;
  readonly end: number;
}

/** Days; 0 = keep forever. */
export interface Retention {
  readonly outputs: number;
  readonly chats: number;
  readonly summaries: number;
}

/** Comes with each request: the worker has neither a clock nor settings. */
export interface RequestContext {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly journal: OwnFile;
  readonly audit: OwnFile;
  readonly retention: Retention;
  /** Limit for all chats and outputs. */
  readonly maxBytes: number;
}

/** What a window must know to write the next change of a chat. */
export interface ChatHead {
  /** Count of the last change (see `stampText`). */
  readonly count: number;
  readonly createdAt?: number;
  /** True if there is something to delete. */
  readonly exists: boolean;
  readonly isDeleted: boolean;
}

export interface OutputRequest {
  readonly id: string;
  readonly conversationId: string;
  readonly offset: number;
  readonly limit: number;
  readonly search?: string;
}

/** The chat after which a page begins: the list is sorted by last write, then by id. */
export interface ChatCursor {
  readonly updatedAt: number;
  readonly id: string;
}

export interface ChatsRequest {
  readonly after: ChatCursor | undefined;
  /** Folded words that title or text must contain. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** What was found in a bounded time. */
export interface ChatsAnswer {
  readonly hits: readonly ConversationHit[];
  /** The last chat that was looked at; undefined at the end of the list. */
  readonly next: ChatCursor | undefined;
}

/** A position among all audit entries: time, writer, number, byte position. */
export type AuditKey = readonly [number, string, number, number];

export interface AuditRequest {
  readonly order: 'newest' | 'oldest';
  readonly tool: string | undefined;
  readonly results: readonly AuditResult[] | undefined;
  /** Case does not matter. */
  readonly text: string | undefined;
  /** The page begins after this key. */
  readonly start: AuditKey;
  /** Time limit in epoch ms: inclusive for `newest`, exclusive for `oldest`. */
  readonly end: number;
  readonly limit: number;
}

export interface AuditAnswer {
  readonly entries: readonly { readonly key: AuditKey; readonly line: string }[];
  /** Where to go on; undefined at the end of the log. */
  readonly next: AuditKey | undefined;
}

export interface StoreCounts {
  readonly conversations: number;
  readonly outputs: number;
  readonly entries: number;
  /** Files of chats, and their size. */
  readonly files: number;
  readonly bytes: number;
}

/** Changes missing from the database files. */
export interface Unsaved {
  readonly records: number;
  /** Can be rebuilt from the audit log. */
  readonly auditRows: number;
  /** Why nothing may be saved; absent if it may. */
  readonly readOnly?: Sentence;
}

/** The requests to the worker by name: what each takes and answers. */
export interface StoreRequests {
  /** Reads everything durable. */
  readonly catchUp: readonly [null, Unsaved];
  /** Main window only: puts everything durable into the files and removes finished journals. */
  readonly save: readonly [null, null];
  /** Everything was deleted. */
  readonly forget: readonly [null, null];
  readonly count: readonly [null, StoreCounts];
  readonly 'overflow.read': readonly [OutputRequest, OverflowSlice | 'unknown' | 'damaged'];
  readonly 'chats.head': readonly [string, ChatHead];
  readonly 'chats.read': readonly [string, StoredConversation | null];
  readonly 'chats.list': readonly [ChatsRequest, ChatsAnswer];
  readonly 'audit.page': readonly [AuditRequest, AuditAnswer];
  readonly 'audit.tools': readonly [null, readonly string[]];
}

export type RequestName = keyof StoreRequests;

/** One folder in the worker. */
export interface StoreWorker {
  /** Rejects if the disk or the database fails. */
  ask<N extends RequestName>(
    name: N,
    request: StoreRequests[N][0],
    context: RequestContext,
  ): Promise<StoreRequests[N][1]>;
  close(): Promise<void>;
}

/** A folder as the worker opens it. */
export interface WorkerFolder {
  readonly folder: string;
  readonly role: 'main' | 'second';
  /** Of this window: its journals have it in their names. */
  readonly token: string;
}

/** What the worker asks and reports. */
export interface WorkerEvents {
  /** False once another window may own the files: nothing may be changed any more. */
  isHeld(): boolean | Promise<boolean>;
  /** Tokens of the other open windows: the journals of all others are finished. */
  live(): Promise<readonly string[]>;
  /** For the user; `dropped` bytes at the end of a journal were left incomplete by a crash. */
  report(text: Sentence, dropped?: number): void;
}

/** Starts the worker of a folder; loads nothing before the first request. */
export type OpenWorker = (folder: WorkerFolder, events: WorkerEvents) => StoreWorker;
