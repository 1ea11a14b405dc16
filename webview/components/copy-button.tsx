import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page';
import { Icon } from './icon';

/** Milliseconds that a button says it has copied. */
const thanksMs = 1500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { post } = usePage();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => {
    post({ type: 'copy', text });
    setDone(true);
  };
  return (
    <button type="button" class="small-button" onClick={copy}>
      <Icon name={isDone ? 'check' : 'copy'} /> {isDone ? 'Copied' : label}
    </button>
  );
}
