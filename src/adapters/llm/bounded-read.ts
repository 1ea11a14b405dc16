import { withTimeout } from '../../core/base/async';
import type { Clock } from '../../core/ports/system';

/**
 * The next item; undefined if none arrives within `ms`. Waits without a limit if `ms` is undefined.
 * After a timeout the item is lost: the caller closes the connection.
 */
export async function nextWithin<T>(
  items: AsyncIterator<T>,
  clock: Clock,
  ms: number | undefined,
): Promise<IteratorResult<T> | undefined> {
  const next = items.next();
  return ms === undefined ? next : (await withTimeout(next, ms, clock))?.value;
}

export interface ReadLimits {
  readonly clock: Clock;
  /**
   * Time limit for the whole body, in milliseconds: a server may send slowly without ever being
   * silent.
   */
  readonly ms: number;
  /** Characters. */
  readonly maxLength: number;
}

export interface BoundedText {
  readonly text: string;
  /** False if it broke off, took too long or grew too long. */
  readonly isWhole: boolean;
}

/** Reads a body that should be small; never rejects, and leaves the rest unread. */
export async function readBounded(
  body: AsyncIterable<string>,
  { clock, ms, maxLength }: ReadLimits,
): Promise<BoundedText> {
  const pieces: string[] = [];
  const items = body[Symbol.asyncIterator]();
  const until = clock.monotonic() + ms;
  let left = maxLength;
  try {
    while (left > 0) {
      const next = await nextWithin(items, clock, until - clock.monotonic());
      if (next === undefined) break;
      if (next.done === true) return { text: pieces.join(''), isWhole: true };
      pieces.push(next.value.slice(0, left));
      left -= next.value.length;
    }
  } catch {
    // What came before it broke off may still say something.
  }
  // Settles once the caller closes the connection.
  void items.return?.().catch(() => undefined);
  return { text: pieces.join(''), isWhole: false };
}
