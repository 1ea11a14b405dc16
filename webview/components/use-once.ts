import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * In milliseconds. The host answers a click sooner, with new state that takes the button away; what
 * it refuses changes nothing, and the button then serves again.
 */
const longestWait = 3000;

/** Keeps a click from asking twice while what it asked for is on its way. */
export function useOnce() {
  const [isBusy, setBusy] = useState(false);
  // A second click may come before the page is drawn anew.
  const busy = useRef(false);
  const set = (value: boolean) => {
    busy.current = value;
    setBusy(value);
  };
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => set(false), longestWait);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const once = (ask: () => void) => () => {
    if (busy.current) return;
    set(true);
    ask();
  };
  return { isBusy, once };
}
