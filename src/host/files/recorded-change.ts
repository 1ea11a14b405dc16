import { isSameImage } from '../../adapters/files/place-image';
import { cancelled } from '../../adapters/files/refusals';
import { isAborted } from '../../core/base/is-aborted';
import type { PlaceAfter, PlaceBefore, PlaceImage } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import type { OpenChange, Places } from '../../core/ports/file-changes';
import type { ChangeOptions } from '../../core/ports/files';
import type { RecordedParts } from './parts';
import { uninterrupted } from './uninterrupted';

export interface Recorded<T> {
  readonly value: T;
  /** What the recorder has to say, "This change cannot be undone: …". */
  readonly notes: readonly string[];
}

export interface ChangeOfPlaces<T> {
  readonly places: readonly PlaceBefore[];
  /** Where is looked at what stands there afterwards. */
  readonly in: Pick<Places, 'image'>;
  /** The change itself, named for the message when it was cancelled before. */
  readonly shown: string;
  /**
   * Whether what stands at a place can be left there by a change that failed. Anything else is the
   * work of others, which no undo may take for ours.
   */
  readonly mayLeave: (image: PlaceImage) => boolean;
  /** What a change that was made has left, where that is known better than by looking. */
  readonly made?: (done: T, image: PlaceImage) => PlaceImage;
}

/**
 * Makes a change with its way back on record: before it begins, so that a crash in the middle leaves
 * the way back, and again when it is made. What failed half-way is on record as far as it went; what
 * somebody else did meanwhile is not.
 */
export async function recordedChange<T>(
  { recorder }: RecordedParts,
  { by, signal }: ChangeOptions,
  { places, in: where, shown, mayLeave, made }: ChangeOfPlaces<T>,
  act: () => Promise<Result<T>>,
): Promise<Result<Recorded<T>>> {
  const change = await recorder.begin(by, places);
  return recorded(change, { signal, shown }, act, async (done) => {
    const after = await imagesAfter(places, where);
    if (done !== undefined) {
      const { value } = done;
      return after.map((place) => ({ ...place, after: made?.(value, place.after) ?? place.after }));
    }
    const left = places.map(({ path, before }, at): PlaceAfter => {
      const image = after[at]?.after ?? unknown;
      return { path, after: mayLeave(image) ? image : before };
    });
    const isAsBefore = places.every(({ before }, at) =>
      isSameImage(before, left[at]?.after ?? unknown),
    );
    return isAsBefore ? undefined : left;
  });
}

/** Runs what an open change is about, and closes the record: `undefined` of `look` abandons it. */
export async function recorded<T>(
  change: OpenChange,
  { signal, shown }: { readonly signal: AbortSignal; readonly shown: string },
  act: () => Promise<Result<T>>,
  look: (done: { readonly value: T } | undefined) => Promise<readonly PlaceAfter[] | undefined>,
): Promise<Result<Recorded<T>>> {
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

const unknown: PlaceImage = { kind: 'other' };

/** Without contents, which are there to be read. What cannot be looked at counts as something else. */
export async function imagesAfter(
  places: readonly { readonly path: string }[],
  where: Pick<Places, 'image'>,
): Promise<readonly PlaceAfter[]> {
  const after: PlaceAfter[] = [];
  for (const { path } of places) {
    const place = await where.image(path, { signal: uninterrupted() });
    after.push({ path, after: place.ok ? place.value : unknown });
  }
  return after;
}
