import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallItem } from '../../src/core/contracts/panel';

/** Newest output of a running call; stays at its end unless the person scrolls in it. */
export function CardTail({ item }: { readonly item: CallItem }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [item.tail]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 8;
  };
  return (
    <div class="tail">
      <pre
        class="output"
        ref={box}
        tabIndex={0}
        aria-label={item.status === 'running' ? 'Live output' : 'Last output'}
        onScroll={onScroll}
      >
        {item.tail}
      </pre>
      {item.terminalId !== undefined && (
        <p class="hint">The terminal is yours and is not redacted.</p>
      )}
    </div>
  );
}
