/**
 * Waits for `work`, or until the person stops it while `stopped` has an answer. What is left behind
 * goes on by itself: neither its answer nor its failure comes back.
 */
export async function raceAbort<T>(
  work: Promise<T>,
  signal: AbortSignal,
  stopped: () => T | undefined,
): Promise<T> {
  let listener = (): void => undefined;
  const stop = new Promise<T>((settle) => {
    listener = () => {
      const answer = stopped();
      if (answer !== undefined) settle(answer);
    };
    signal.addEventListener('abort', listener, { once: true });
  });
  try {
    return await Promise.race([work, stop]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}
