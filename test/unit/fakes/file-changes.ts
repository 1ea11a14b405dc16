import {
  failure,
  type Failure,
  fail,
  succeed,
  type Result,
} from '../../../src/core/contracts/failure';
import type {
  ChangedFile,
  ChangeOrigin,
  UndoReport,
} from '../../../src/core/contracts/file-changes';
import { asIs } from '../../../src/core/base/sentence';
import type { ChangedChat, ChangeSides, FileChanges } from '../../../src/core/ports/file-changes';

type UndoState = ReturnType<FileChanges['undoState']>;

/** Changes made up by the test; calls are recorded in `done`. */
export interface FakeFileChanges extends FileChanges {
  readonly done: string[];
  /** Content of `before`, by change id. */
  readonly contents: Map<string, Uint8Array>;
  /** Content of `sides`, by path. */
  readonly kept: Map<string, ChangeSides>;
  /** Paths that undo leaves, with the reason. */
  readonly changedSince: Map<string, string>;
  readonly signals: AbortSignal[];
  chatList: readonly ChangedChat[];
  /** If set, everything that can fail does. */
  broken?: Failure;
  /** The next undo waits for it. */
  gate?: Promise<void>;
  set(sessionId: string, files: readonly ChangedFile[]): void;
  setUndo(by: ChangeOrigin, state: UndoState): void;
}

export function changedFile(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return { changeId: `of ${path}`, path, kind: 'changed', isFolder: false, ...more };
}

export function createFakeFileChanges(): FakeFileChanges {
  const files = new Map<string, readonly ChangedFile[]>();
  const states = new Map<string, UndoState>();
  const listeners = new Set<(sessionId: string) => void>();
  const told = (sessionId: string): void => {
    for (const listener of listeners) listener(sessionId);
  };
  const wanted = (sessionId: string, ids: readonly string[] | undefined) =>
    (files.get(sessionId) ?? []).filter(({ changeId }) => ids?.includes(changeId) ?? true);
  const drop = (sessionId: string, gone: readonly ChangedFile[]): void => {
    if (gone.length === 0) return;
    const all = files.get(sessionId) ?? [];
    files.set(
      sessionId,
      all.filter((file) => !gone.includes(file)),
    );
    told(sessionId);
  };
  const orBroken = <T>(value: T): Result<T> =>
    changes.broken === undefined ? succeed(value) : fail(changes.broken);
  const undo = (sessionId: string, ids: readonly string[] | undefined): UndoReport => {
    const { changedSince } = changes;
    const all = wanted(sessionId, ids);
    const undone = all.filter(({ path }) => !changedSince.has(path));
    const left = all.flatMap(({ path }) => {
      const reason = changedSince.get(path);
      return reason === undefined ? [] : [{ path, reason: asIs(reason) }];
    });
    drop(sessionId, undone);
    return { undone: undone.map(({ path }) => path), left };
  };
  const changes: FakeFileChanges = {
    done: [],
    contents: new Map(),
    kept: new Map(),
    changedSince: new Map(),
    signals: [],
    chatList: [],
    set: (sessionId, list) => {
      files.set(sessionId, list);
      told(sessionId);
    },
    setUndo: (by, state) => {
      states.set(keyOf(by), state);
      told(by.sessionId);
    },
    files: (sessionId) => files.get(sessionId) ?? [],
    changedBy: () => [],
    undoState: (by) => states.get(keyOf(by)),
    undoCall: async (by, signal) => {
      changes.signals.push(signal);
      await changes.gate;
      changes.done.push(`undo call ${keyOf(by)}`);
      const reason = changes.changedSince.get(by.toolCallId);
      if (reason !== undefined) return fail(failure('execution', reason));
      if (changes.broken !== undefined) return fail(changes.broken);
      changes.setUndo(by, 'undone');
      const undone = [`/w/of-${by.toolCallId}`];
      return succeed({ undone, restored: undone, removed: [], left: [] });
    },
    undoFiles: async (sessionId, ids, signal) => {
      changes.signals.push(signal);
      await changes.gate;
      changes.done.push(`undo ${sessionId}: ${ids?.join(', ') ?? 'all'}`);
      return changes.broken === undefined ? succeed(undo(sessionId, ids)) : fail(changes.broken);
    },
    keepFiles: (sessionId, ids) => {
      changes.done.push(`keep ${sessionId}: ${ids?.join(', ') ?? 'all'}`);
      if (changes.broken === undefined) drop(sessionId, wanted(sessionId, ids));
      return Promise.resolve(orBroken(undefined));
    },
    before: (_sessionId, changeId) => Promise.resolve(orBroken(changes.contents.get(changeId))),
    sides: (_by, path) => {
      const sides = changes.kept.get(path);
      const nothing = failure('execution', 'Nothing of it is kept.');
      return Promise.resolve(sides === undefined ? fail(nothing) : orBroken(sides));
    },
    chats: () => Promise.resolve(orBroken(changes.chatList)),
    forget: (sessionId) => {
      for (const key of states.keys()) if (key.startsWith(`${sessionId} `)) states.delete(key);
      files.delete(sessionId);
      told(sessionId);
      return Promise.resolve();
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return changes;
}

function keyOf({ sessionId, toolCallId }: ChangeOrigin): string {
  return `${sessionId} ${toolCallId}`;
}
