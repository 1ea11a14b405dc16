import { useEffect, useState } from 'preact/hooks';

/** Epoch milliseconds; draws anew each second, or as often as told. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
