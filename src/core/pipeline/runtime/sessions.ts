import { say } from '../../base/sentence';
import { redactText } from '../../base/redact/redact';
import type { AuditResult } from '../../contracts/audit/entry';
import type { SeenFile, SliceDraft } from '../../contracts/tools/define-tool';
import { failure, fail, succeed, type Result } from '../../contracts/failure';
import {
  isSnapshot,
  snapshotSchema,
  type RecentOutcome,
  type SeenMark,
  type SessionSnapshot,
} from '../../contracts/chats/session-snapshot';
import type { SuccessRecord } from '../../contracts/policy/tool-policy';
import type { Exposure } from '../../contracts/chats/exposure';
import { ExposureLog, unknownContent } from './exposure-log';
import { frozenCopy } from './plain-json';
import { ShownOutputs } from './shown-outputs';

export interface CallSuccess {
  readonly toolId: string;
  readonly toolCallId: string;
  readonly seen: readonly SeenFile[];
}

/** Calls of one tool in a chat, by how they ended. */
export type CallEnds = Readonly<Partial<Record<AuditResult, number>>>;

interface SessionData {
  readonly tools: Set<string>;
  /** By real path, case-folded if the file system ignores case. */
  readonly marks: Map<string, SeenMark>;
  readonly own: Map<string, unknown>;
  readonly slices: Map<string, unknown>;
  readonly outputs: ShownOutputs;
  /** By canonical id. */
  readonly ends: Map<string, CallEnds>;
  readonly exposure: ExposureLog;
  recent: readonly RecentOutcome[];
  userMessage: string | undefined;
  spent: number;
}

/** How many of the last calls gates may read about. */
const maxRecent = 20;
/** The beginning of a message says what the user wants. */
const maxMessage = 4000;

function emptyData(): SessionData {
  return {
    tools: new Set(),
    marks: new Map(),
    own: new Map(),
    slices: new Map(),
    outputs: new ShownOutputs(),
    ends: new Map(),
    exposure: new ExposureLog(),
    recent: [],
    userMessage: undefined,
    spent: 0,
  };
}

/** State of all chats, separate from each other (W21); none of it outlives the window (W22). */
export class SessionStates {
  private readonly chats = new Map<string, SessionData>();

  /** `fold` maps a path to the spelling by which it is known (W12). */
  constructor(private readonly fold: (path: string) => string) {}

  of(sessionId: string): SessionState {
    return new SessionState(this.dataOf(sessionId), this.fold);
  }

  /** The chat's state as plain data (W18). */
  snapshot(sessionId: string): SessionSnapshot {
    const { tools, marks, own, slices, ends, exposure, ...data } = this.dataOf(sessionId);
    const { spent, recent, userMessage } = data;
    return {
      schema: snapshotSchema,
      tools: [...tools],
      marks: [...marks],
      own: [...own],
      slices: [...slices],
      ends: [...ends],
      recent,
      spent,
      ...(userMessage !== undefined && { userMessage }),
      ...exposure.stored(),
    };
  }

  /**
   * Replaces the state by a snapshot; on `snapshot_failed` nothing changes (W26). The quota is never
   * given back: the larger count holds (decision 57).
   */
  restore(sessionId: string, snapshot: unknown, forkOf = sessionId): Result<void> {
    const read = readCopy(snapshot);
    if (read === undefined) return fail(unreadable());
    const { spent } = this.dataOf(forkOf);
    this.chats.set(sessionId, {
      tools: new Set(read.tools),
      marks: new Map(read.marks),
      own: new Map(read.own),
      slices: new Map(read.slices),
      outputs: new ShownOutputs(),
      ends: new Map(read.ends),
      exposure: new ExposureLog({ ...read, read: read.read ?? readBefore(read) }),
      recent: read.recent ?? [],
      userMessage: read.userMessage,
      spent: Math.max(spent, read.spent ?? 0),
    });
    return succeed(undefined);
  }

  /** Forgets the chat, as /clear does (W20). */
  reset(sessionId: string): void {
    this.chats.delete(sessionId);
  }

  private dataOf(sessionId: string): SessionData {
    const known = this.chats.get(sessionId) ?? emptyData();
    this.chats.set(sessionId, known);
    return known;
  }
}

/** An older chat that has run tools has read something of the user. */
function readBefore({ tools }: SessionSnapshot): SessionSnapshot['read'] {
  if (tools.length === 0) return undefined;
  return { private: { first: unknownContent, last: unknownContent } };
}

/** Snapshots come from outside: nothing in them may throw or change later. */
function readCopy(snapshot: unknown): SessionSnapshot | undefined {
  try {
    const copy = frozenCopy(snapshot);
    return isSnapshot(copy) ? copy : undefined;
  } catch {
    // Not plain data, so not a snapshot.
    return undefined;
  }
}

/** The pipeline's memory of one chat. Reading costs the same at any size. */
export class SessionState implements SuccessRecord {
  constructor(
    private readonly known: SessionData,
    private readonly fold: (path: string) => string,
  ) {}

  /** Command output that the model has read. */
  get outputs(): ShownOutputs {
    return this.known.outputs;
  }

  hasRun(toolId: string): boolean {
    return this.known.tools.has(toolId);
  }

  seen(toolId: string, realPath: string): string | undefined {
    const mark = this.known.marks.get(this.fold(realPath));
    return mark?.tools.includes(toolId) === true ? mark.stamp : undefined;
  }

  /** Tools that have succeeded, sorted. */
  tools(): readonly string[] {
    return [...this.known.tools].sort();
  }

  /** Remembers a successful call: its tool, and the files whose content the chat now knows. */
  succeeded({ toolId, toolCallId, seen }: CallSuccess): void {
    const { marks } = this.known;
    this.known.tools.add(toolId);
    for (const { real, stamp } of seen) {
      const path = this.fold(real);
      const before = marks.get(path);
      // Only the last stamp counts, whichever tool saw it (decision 44).
      const calls = before?.stamp === stamp ? before.calls : [];
      const tools = before?.tools ?? [];
      marks.set(path, {
        stamp,
        tools: including(tools, toolId),
        calls: including(calls, toolCallId),
      });
    }
  }

  /** Forgets files that are known only through these calls (decision 44). */
  forgetSeen(toolCallIds: readonly string[]): void {
    const { outputs, marks } = this.known;
    const gone = new Set(toolCallIds);
    outputs.forget(gone);
    for (const [path, mark] of marks) {
      const calls = mark.calls.filter((id) => !gone.has(id));
      if (calls.length === 0) marks.delete(path);
      else if (calls.length < mark.calls.length) marks.set(path, { ...mark, calls });
    }
  }

  policyState(name: string): unknown {
    return this.known.own.get(name);
  }

  savePolicyState(name: string, own: unknown): void {
    this.known.own.set(name, frozenCopy(own));
  }

  /** A draft over the chat's slices; `commit` keeps what was set. */
  draft(): SessionDraft {
    return new SessionDraft(this.known.slices);
  }

  /** What the chat has read. */
  exposure(): Exposure {
    return this.known.exposure.current();
  }

  /** Where what the chat reads is noted. */
  get exposureLog(): Pick<ExposureLog, 'reads' | 'meets'> {
    return this.known.exposure;
  }

  /** Counts one call of a tool that has ended. */
  countEnd(toolId: string, end: AuditResult): void {
    const before = this.known.ends.get(toolId);
    this.known.ends.set(toolId, { ...before, [end]: (before?.[end] ?? 0) + 1 });
  }

  /** Remembers how a call ended. */
  ended(outcome: RecentOutcome): void {
    this.known.recent = [...this.known.recent, outcome].slice(-maxRecent);
  }

  /** How the last calls ended, the newest last. */
  recent(): readonly RecentOutcome[] {
    return this.known.recent;
  }

  setUserMessage(text: string): void {
    // Redacted as a whole: of a secret that is cut, a part would be kept.
    const clean = redactText(text).text;
    this.known.userMessage = clean.slice(0, maxMessage);
    this.known.exposure.meets(clean, { from: 'user' });
  }

  /** What the user last typed to the model, redacted and cut. */
  userMessage(): string | undefined {
    return this.known.userMessage;
  }

  /** The counted calls by tool, sorted by id. */
  ends(): readonly (readonly [string, CallEnds])[] {
    return [...this.known.ends].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** First attempts so far. */
  spent(): number {
    return this.known.spent;
  }

  /** Counts a first attempt; false when the limit is reached (decision 15). 0 means no limit. */
  spend(limit: number): boolean {
    if (limit > 0 && this.known.spent >= limit) return false;
    this.known.spent += 1;
    return true;
  }
}

function including(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}

function unreadable() {
  return failure(
    'snapshot_failed',
    say`The saved state of the chat cannot be read, so it was not restored.`,
    {
      suggestion: say`Continue with the current state, or start a new chat.`,
    },
  );
}

/** A draft over the slices of a chat, or another draft; committing it changes them (W25). */
export class SessionDraft implements SliceDraft {
  private readonly changed = new Map<string, unknown>();

  constructor(private readonly slices: SliceDraft) {}

  get(name: string): unknown {
    return this.changed.has(name) ? this.changed.get(name) : this.slices.get(name);
  }

  set(name: string, value: unknown): void {
    this.changed.set(name, frozenCopy(value));
  }

  commit(): void {
    for (const [name, value] of this.changed) this.slices.set(name, value);
  }
}
