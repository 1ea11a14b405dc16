import { useEffect, useState } from 'preact/hooks';
import { formatDuration } from '../text/format';

/** Time since a moment, counting up; nothing within the first second. */
export function Elapsed({ since }: { readonly since: number }) {
  const seconds = Math.floor((useNow() - since) / 1000);
  return seconds < 1 ? null : <span class="duration">{formatDuration(seconds * 1000)}</span>;
}

/** Epoch milliseconds; redraws each second, or at the given interval. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
