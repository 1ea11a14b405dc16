import { useEffect, useState, useRef } from 'preact/hooks';
import { usePage } from '../state/page-context';

/** An icon that says nothing the text beside it does not say. */
export function Icon({ name, spins = false }: { readonly name: string; readonly spins?: boolean }) {
  const spin = spins ? ' codicon-modifier-spin' : '';
  return <span class={`codicon codicon-${name}${spin}`} aria-hidden="true" />;
}

/** A button that shows only an icon, with a name for those who do not see it. */
export function IconButton(props: {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  /** Where the label alone, beside its like, does not say enough to the ear. */
  readonly name?: string;
  /** Of a button that opens a menu: whether it is open. */
  readonly menu?: boolean;
  readonly tabIndex?: number;
  /** Does nothing for now, but keeps the focus and tells why. */
  readonly isOff?: boolean;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      title={props.label}
      aria-label={props.name ?? props.label}
      aria-haspopup={props.menu === undefined ? undefined : 'menu'}
      aria-expanded={props.menu}
      aria-disabled={props.isOff}
      tabIndex={props.tabIndex}
      onClick={props.isOff === true ? undefined : props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** A button that says what it does. */
export function Button(props: {
  readonly text: string;
  readonly onClick: () => void;
  readonly icon?: string;
  /** The one that Enter would mean. */
  readonly primary?: boolean;
  /** Beside text, without a box of its own. */
  readonly small?: boolean;
  /** For the ear, where the text alone does not say it. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  /** Does nothing for now, but keeps the focus and tells why. */
  readonly isOff?: boolean;
}) {
  const { text, icon, primary = false, small = false, name, title, disabled, isOff } = props;
  return (
    <button
      type="button"
      class={small ? 'small-button' : primary ? 'button primary' : 'button'}
      title={title ?? name}
      aria-label={name}
      disabled={disabled}
      aria-disabled={isOff}
      onClick={isOff === true ? undefined : props.onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span class="label">{text}</span>
    </button>
  );
}

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
