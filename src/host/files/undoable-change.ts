import path from 'node:path';
import { isSamePathState } from '../../adapters/files/path-state';
import { cancelled } from '../../adapters/files/file-refusals';
import type { PathAfter, PathBefore, PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import type { OpenChange, PathStates } from '../../core/ports/file-changes';
import type { ChangeOptions } from '../../core/ports/files';
import type { UndoableDeps } from './editor-files';
import type { TreeSurvey } from '../../adapters/files/disk-files';
import { isAborted } from '../../core/base/async';

export interface UndoableResult<T> {
  readonly value: T;
  /** Note from the recorder, "This change cannot be undone: …". */
  readonly notes: readonly string[];
}

export interface UndoableChange<T> {
  readonly places: readonly PathBefore[];
  /** Paths whose state is recorded afterwards. */
  readonly in: Pick<PathStates, 'image'>;
  /** The change itself, named for the message when it was cancelled before. */
  readonly shown: string;
  /**
   * Whether the content of a path can come from a change that failed. Anything else was done by
   * others, and no undo may revert it.
   */
  readonly mayLeave: (image: PathState) => boolean;
  /** The state after a change, when it is known without reading it again. */
  readonly made?: (done: T, image: PathState) => PathState;
}

/**
 * Makes a change that can be undone: recorded before it begins, so that a crash in the middle can
 * be undone, and again when it is made. What failed half-way is on record as far as it went; what
 * others did meanwhile is not.
 */
export async function makeUndoableChange<T>(
  { recorder }: UndoableDeps,
  { by, signal }: ChangeOptions,
  { places, in: where, shown, mayLeave, made }: UndoableChange<T>,
  act: () => Promise<Result<T>>,
): Promise<Result<UndoableResult<T>>> {
  const change = await recorder.begin(by, places);
  return runOnRecord(change, { signal, shown }, act, async (done) => {
    const after = await statesAfter(places, where);
    if (done !== undefined) {
      const { value } = done;
      return after.map((place) => ({ ...place, after: made?.(value, place.after) ?? place.after }));
    }
    const left = places.map(({ path, before }, at): PathAfter => {
      const image = after[at]?.after ?? unknown;
      return { path, after: mayLeave(image) ? image : before };
    });
    const isAsBefore = places.every(({ before }, at) =>
      isSamePathState(before, left[at]?.after ?? unknown),
    );
    return isAsBefore ? undefined : left;
  });
}

/**
 * Runs the operation of an open change and closes its record; `undefined` from `look` abandons it.
 */
export async function runOnRecord<T>(
  change: OpenChange,
  { signal, shown }: { readonly signal: AbortSignal; readonly shown: string },
  act: () => Promise<Result<T>>,
  look: (done: { readonly value: T } | undefined) => Promise<readonly PathAfter[] | undefined>,
): Promise<Result<UndoableResult<T>>> {
  if (isAborted(signal)) {
    await change.abandon();
    return fail(cancelled(shown));
  }
  let made: { readonly value: T } | undefined;
  try {
    const done = await act();
    if (done.ok) made = done;
    return done.ok ? succeed({ value: done.value, notes: change.notes }) : done;
  } finally {
    const after = await look(made);
    await (after === undefined ? change.abandon() : change.end(after));
  }
}

const unknown: PathState = { kind: 'other' };

/**
 * Without contents, which are there to be read. What cannot be looked at counts as something else.
 */
export async function statesAfter(
  places: readonly { readonly path: string }[],
  where: Pick<PathStates, 'image'>,
): Promise<readonly PathAfter[]> {
  const after: PathAfter[] = [];
  for (const { path } of places) {
    const place = await where.image(path, { signal: uninterrupted() });
    after.push({ path, after: place.ok ? place.value : unknown });
  }
  return after;
}

/** Entries of one change that are recorded one by one; larger changes cannot be undone. */
export const maxRecordedEntries = 20_000;

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
