import type { SeenFile, SliceDraft } from '../../contracts/tools/define-tool';
import { failure, fail, succeed, type Result } from '../../contracts/failure';
import {
  isSnapshot,
  snapshotSchema,
  type SeenMark,
  type SessionSnapshot,
} from '../../contracts/chats/session-snapshot';
import type { SuccessRecord } from '../../contracts/policy/tool-policy';
import { frozenCopy } from './plain-json';
import { createShownOutputs, type ShownOutputs } from './shown-outputs';

/** The pipeline's memory of one chat. Reading costs the same at any size. */
export interface SessionState extends SuccessRecord {
  /** Tools that have succeeded, sorted. */
  tools(): readonly string[];
  /** Remembers a successful call: its tool, and the files whose content the chat now knows. */
  succeeded(success: CallSuccess): void;
  /** Forgets files that are known only through these calls (decision 44). */
  forgetSeen(toolCallIds: readonly string[]): void;
  /** Command output that the model has read. */
  readonly outputs: ShownOutputs;
  policyState(name: string): unknown;
  savePolicyState(name: string, own: unknown): void;
  /** A draft over the chat's slices; `keep` commits what was set. */
  draft(): CommittableDraft;
  /** Counts a first attempt; false when the limit is reached (decision 15). 0 means no limit. */
  spend(limit: number): boolean;
  /** First attempts so far. */
  spent(): number;
}

/** State of all chats, separate from each other (W21); none of it outlives the window (W22). */
export interface SessionStates {
  of(sessionId: string): SessionState;
  /** The chat's state as plain data (W18), without the quota spent. */
  snapshot(sessionId: string): SessionSnapshot;
  /** Replaces the state by a snapshot; on `snapshot_failed` nothing changes (W26). */
  restore(sessionId: string, snapshot: unknown): Result<void>;
  /** Forgets the chat, as /clear does (W20). */
  reset(sessionId: string): void;
}

export interface CallSuccess {
  readonly toolId: string;
  readonly toolCallId: string;
  readonly seen: readonly SeenFile[];
}

interface SessionData {
  readonly tools: Set<string>;
  /** By real path, case-folded if the file system ignores case. */
  readonly marks: Map<string, SeenMark>;
  readonly own: Map<string, unknown>;
  readonly slices: Map<string, unknown>;
  readonly outputs: ShownOutputs;
  spent: number;
}

function emptyData(): SessionData {
  return {
    tools: new Set(),
    marks: new Map(),
    own: new Map(),
    slices: new Map(),
    outputs: createShownOutputs(),
    spent: 0,
  };
}

/** `fold` maps a path to the spelling by which it is known (W12). */
export function createSessionStates(fold: (path: string) => string): SessionStates {
  const chats = new Map<string, SessionData>();
  const get = (sessionId: string): SessionData => {
    const known = chats.get(sessionId) ?? emptyData();
    chats.set(sessionId, known);
    return known;
  };
  return {
    of: (sessionId) => stateOf(get(sessionId), fold),
    snapshot: (sessionId) => {
      const { tools, marks, own, slices } = get(sessionId);
      return {
        schema: snapshotSchema,
        tools: [...tools],
        marks: [...marks],
        own: [...own],
        slices: [...slices],
      };
    },
    restore: (sessionId, snapshot) => {
      const read = readCopy(snapshot);
      if (read === undefined) return fail(unreadable());
      const { spent } = get(sessionId);
      chats.set(sessionId, {
        tools: new Set(read.tools),
        marks: new Map(read.marks),
        own: new Map(read.own),
        slices: new Map(read.slices),
        outputs: createShownOutputs(),
        spent,
      });
      return succeed(undefined);
    },
    reset: (sessionId) => {
      chats.delete(sessionId);
    },
  };
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

function stateOf(known: SessionData, fold: (path: string) => string): SessionState {
  return {
    hasRun: (toolId) => known.tools.has(toolId),
    seen: (toolId, realPath) => {
      const mark = known.marks.get(fold(realPath));
      return mark?.tools.includes(toolId) === true ? mark.stamp : undefined;
    },
    tools: () => [...known.tools].sort(),
    succeeded: ({ toolId, toolCallId, seen }) => {
      known.tools.add(toolId);
      for (const { real, stamp } of seen) {
        const path = fold(real);
        const before = known.marks.get(path);
        // Only the last stamp counts, whichever tool saw it (decision 44).
        const calls = before?.stamp === stamp ? before.calls : [];
        const tools = before?.tools ?? [];
        known.marks.set(path, {
          stamp,
          tools: including(tools, toolId),
          calls: including(calls, toolCallId),
        });
      }
    },
    forgetSeen: (toolCallIds) => {
      const gone = new Set(toolCallIds);
      known.outputs.forget(gone);
      for (const [path, mark] of known.marks) {
        const calls = mark.calls.filter((id) => !gone.has(id));
        if (calls.length === 0) known.marks.delete(path);
        else if (calls.length < mark.calls.length) known.marks.set(path, { ...mark, calls });
      }
    },
    outputs: known.outputs,
    policyState: (name) => known.own.get(name),
    savePolicyState: (name, own) => known.own.set(name, frozenCopy(own)),
    draft: () => draftOver(known.slices),
    spent: () => known.spent,
    spend: (limit) => {
      if (limit > 0 && known.spent >= limit) return false;
      known.spent += 1;
      return true;
    },
  };
}

function including(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}

function unreadable() {
  return failure(
    'snapshot_failed',
    'The saved state of the chat cannot be read, so it was not restored.',
    {
      suggestion: 'Continue with the current state, or start a new chat.',
    },
  );
}

/** A draft over slices; committing it makes its values part of them (W25). */
export interface CommittableDraft extends SliceDraft {
  commit(): void;
}

/** `slices` are those of a chat, or another draft. */
export function draftOver(slices: SliceDraft): CommittableDraft {
  const changed = new Map<string, unknown>();
  return {
    get: (name) => (changed.has(name) ? changed.get(name) : slices.get(name)),
    set: (name, value) => {
      changed.set(name, frozenCopy(value));
    },
    commit: () => {
      for (const [name, value] of changed) slices.set(name, value);
    },
  };
}
