import path from 'node:path';
import type { PathAfter, PathBefore, PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import type { ChangeRecorder, OpenChange, PathMove } from '../../core/ports/file-changes';
import type { ChangeOptions } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';
import type { GuardedTarget } from './disk-access';
import { cancelled } from './file-refusals';
import { isSamePathState } from './path-state';
import type { TreeSurvey } from './survey-tree';
import type { Ends } from './transfer';

export interface RecordedResult<T> {
  readonly value: T;
  /** Note from the recorder, "This change cannot be undone: …". */
  readonly notes: readonly string[];
}

export interface UndoableChange<T> {
  readonly places: readonly PathBefore[];
  /** What is changed. */
  readonly at: GuardedTarget;
  /** The state of each path after the change, if it is known without looking. */
  readonly made?: (done: T) => PathState;
}

/** State of a path, at or near what is changed. */
type LookAt = (at: GuardedTarget, real: string) => Promise<Result<PathState>>;

/**
 * The hook of every change, which makes it undoable: it is recorded before it begins, so that a
 * crash in the middle can be undone, and again when it is made. What failed half-way is on record
 * as far as it went; what others did meanwhile is not.
 */
export class ChangeHook {
  constructor(
    private readonly recorder: ChangeRecorder,
    private readonly lookAt: LookAt,
  ) {}

  change<T>(
    options: ChangeOptions,
    change: UndoableChange<T>,
    act: () => Promise<Result<T>>,
  ): Promise<Result<RecordedResult<T>>> {
    return this.changeSoon(options, change, whenRecorded(options, change.at, act));
  }

  /** The same for work that begins at once: it may change nothing before `recorded` has resolved. */
  async changeSoon<T>(
    { by }: ChangeOptions,
    { places, at, made }: UndoableChange<T>,
    act: (recorded: Promise<unknown>) => Promise<Result<T>>,
  ): Promise<Result<RecordedResult<T>>> {
    const change = places.length === 0 ? nothing : this.recorder.begin(by, places);
    return runOnRecord(change, act, async (done) => {
      if (done !== undefined && made !== undefined) {
        const after = made(done.value);
        return places.map(({ path }) => ({ path, after }));
      }
      const after = await this.statesAfter(at, places);
      return done === undefined ? leftByCall(places, after) : after;
    });
  }

  async move<T>(
    options: ChangeOptions,
    { from, to, replaced }: Ends & Pick<PathMove, 'replaced'>,
    act: () => Promise<Result<T>>,
  ): Promise<Result<RecordedResult<T>>> {
    const { real } = to.resolved;
    const move = { from: from.resolved.real, to: real, replaced };
    const begun = this.recorder.beginMove(options.by, move);
    return runOnRecord(begun, whenRecorded(options, from, act), async (done) =>
      done === undefined ? undefined : this.statesAfter(to, [{ path: real }]),
    );
  }

  /**
   * Without contents, which are there to be read. What cannot be looked at counts as something
   * else.
   */
  private async statesAfter(
    at: GuardedTarget,
    places: readonly { readonly path: string }[],
  ): Promise<readonly PathAfter[]> {
    const after: PathAfter[] = [];
    for (const { path } of places) {
      const state = await this.lookAt(at, path).catch(() => undefined);
      after.push({ path, after: state?.ok === true ? state.value : unknown });
    }
    return after;
  }
}

function whenRecorded<T>(
  { signal }: ChangeOptions,
  { shown }: GuardedTarget,
  act: () => Promise<Result<T>>,
) {
  return async (recorded: Promise<unknown>): Promise<Result<T>> => {
    await recorded;
    return isAborted(signal) ? fail(cancelled(shown)) : act();
  };
}

/** True for a state that a change intended, and that was not there before. */
export function isMade({ before, intended }: Omit<PathBefore, 'path'>, now: PathState): boolean {
  const isIntended = intended !== undefined && isSamePathState(now, intended);
  return isIntended && !isSamePathState(now, before);
}

/**
 * What a call left that failed or was interrupted, by what is there now: what it did not intend was
 * done by others, and no undo may revert it. Undefined if it left nothing.
 */
export function leftByCall(
  places: readonly PathBefore[],
  found: readonly PathAfter[],
): readonly PathAfter[] | undefined {
  const made = places.map((place, at) => isMade(place, found[at]?.after ?? unknown));
  if (!made.includes(true)) return undefined;
  return found.map((one, at) =>
    made[at] === true ? one : { path: one.path, after: places[at]?.before ?? unknown },
  );
}

/**
 * Runs the operation of an open change and closes its record; `undefined` from `look` abandons it.
 */
async function runOnRecord<T>(
  begun: Promise<OpenChange>,
  act: (recorded: Promise<unknown>) => Promise<Result<T>>,
  look: (done: { readonly value: T } | undefined) => Promise<readonly PathAfter[] | undefined>,
): Promise<Result<RecordedResult<T>>> {
  let made: { readonly value: T } | undefined;
  try {
    const done = await act(begun);
    if (!done.ok) return done;
    made = done;
    return succeed({ value: done.value, notes: (await begun).notes });
  } finally {
    const change = await begun;
    const after = await look(made);
    await (after === undefined ? change.abandon() : change.end(after));
  }
}

const done = (): Promise<void> => Promise.resolve();

/** The record of what changes nothing. */
const nothing = Promise.resolve<OpenChange>({ notes: [], end: done, abandon: done });

const unknown: PathState = { kind: 'other' };

/** The note on a change that is only partly recorded. */
export function tooMany({ isWhole }: TreeSurvey): readonly string[] {
  return isWhole ? [] : ['It cannot be undone as a whole: it has too many entries.'];
}

/** Content that cannot be kept: the record marks it as not undoable. */
export function unknownState(size: number): PathState {
  return { kind: 'file', stamp: '', size, mode: 0 };
}

/** The paths that a copy of an entry will create. */
export function copyDestinations(
  survey: TreeSurvey,
  to: string,
  replaced: PathState,
): PathBefore[] {
  const [, ...below] = survey.entries;
  const absent: PathState = { kind: 'absent' };
  return [
    { path: to, before: replaced },
    ...below.map((entry) => ({
      path: path.join(to, path.relative(survey.real, entry.path)),
      before: absent,
    })),
  ];
}

/** For what must be finished once a change is made: that it is looked at, and put on record. */
export function uninterrupted(): AbortSignal {
  return new AbortController().signal;
}
