import { useEffect, useState } from 'preact/hooks';
import { formatDuration } from '../format';

/** Time since a moment, counting up; nothing within the first second. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1000);
  return seconds < 1 ? null : <span class="duration">{formatDuration(seconds * 1000)}</span>;
}
