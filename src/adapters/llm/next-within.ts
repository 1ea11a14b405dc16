import type { Clock } from '../../core/ports/clock';

/** The next item, or undefined when none comes within `ms`; without `ms` it waits. */
export async function nextWithin<T>(
  items: AsyncIterator<T>,
  clock: Clock,
  ms: number | undefined,
): Promise<IteratorResult<T> | undefined> {
  const next = items.next();
  if (ms === undefined) return next;
  // Lost when the time is up first: the caller then gives the connection up.
  next.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => {
      resolve(undefined);
    });
    next
      .finally(() => {
        timer.dispose();
      })
      .then(resolve, reject);
  });
}
