import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page';
import { Icon } from './icon';

/** Milliseconds that a button says it has copied. */
const thanksMs = 1500;

export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  /** Shows the icon alone; the label is its name. */
  readonly isCompact?: boolean;
}) {
  const { text, label, isCompact = false } = props;
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
    <button
      type="button"
      class={isCompact ? 'small-button compact' : 'small-button'}
      title={label}
      aria-label={isDone ? 'Copied' : label}
      onClick={copy}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {!isCompact && ` ${isDone ? 'Copied' : label}`}
    </button>
  );
}
