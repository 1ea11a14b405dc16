/**
 * The items of `source` until `signal` aborts, then none at once, even while `source` is silent:
 * Stop must not wait for a server.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let release = (): void => undefined;
  const aborted = new Promise<'aborted'>((resolve) => {
    const onAbort = () => {
      resolve('aborted');
    };
    signal.addEventListener('abort', onAbort);
    release = () => {
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  });
  try {
    for (;;) {
      const next = items.next();
      // Its result is not needed once the user has stopped the turn.
      next.catch(() => undefined);
      const first = await Promise.race([aborted, next]);
      if (first === 'aborted' || first.done === true) return;
      yield first.value;
    }
  } finally {
    release();
    // Not awaited: a source that waits itself settles only when it notices the abort.
    items.return?.().catch(() => undefined);
  }
}
