import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import { isAborted } from '../../core/base/async';

/** When files last changed in this window, and when problems were last published. */
export interface RecentActivity {
  /** Both by the monotonic clock; undefined before the first. */
  readonly changedAt: number | undefined;
  readonly publishedAt: number | undefined;
  onDidPublish(listener: () => void): Disposable;
}

/** Language servers publish in several steps; after this silence they are done. */
const quietMs = 500;
/** Time to wait for a language server that has not answered a change yet. */
const maxWaitMs = 3000;

/** Until language servers are silent after the last change, or for three seconds at most. */
export async function waitUntilQuiet(
  activity: RecentActivity,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const giveUpAt = clock.monotonic() + maxWaitMs;
  for (;;) {
    const left = Math.min(quietAt(activity), giveUpAt) - clock.monotonic();
    if (left <= 0 || isAborted(signal)) return;
    await pause(left, activity, clock, signal);
  }
}

function quietAt({ changedAt, publishedAt }: RecentActivity): number {
  if (changedAt === undefined) return 0;
  const hasAnswered = publishedAt !== undefined && publishedAt > changedAt;
  return hasAnswered ? publishedAt + quietMs : changedAt + maxWaitMs;
}

/** Until the time is over, something is published, or the wait is cancelled. */
function pause(
  ms: number,
  activity: RecentActivity,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      timer.dispose();
      publishing.dispose();
      signal.removeEventListener('abort', go);
      resolve();
    };
    const timer = clock.after(ms, go);
    const publishing = activity.onDidPublish(go);
    signal.addEventListener('abort', go, { once: true });
  });
}
