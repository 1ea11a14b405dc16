import { useEffect, useState, useRef } from 'preact/hooks';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';

/** An icon that only repeats the text next to it. */
export function Icon({ name, spins = false }: { readonly name: string; readonly spins?: boolean }) {
  const spin = spins ? ' codicon-modifier-spin' : '';
  return <span class={`codicon codicon-${name}${spin}`} aria-hidden="true" />;
}

/** A button that shows only an icon, with an accessible name. */
export function IconButton(props: {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  /** Accessible name, when the label alone is ambiguous. */
  readonly name?: string;
  /** For a menu button: whether the menu is open. */
  readonly menu?: boolean;
  readonly tabIndex?: number;
  /** Disabled, but keeps the focus and shows the reason. */
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

/** A button with a text label. */
export function Button(props: {
  readonly text: string;
  readonly onClick: () => void;
  readonly icon?: string;
  /** The default button. */
  readonly primary?: boolean;
  /** Inline in text, without a border. */
  readonly small?: boolean;
  /** Accessible name, when the text alone is ambiguous. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  /** Disabled, but keeps the focus and shows the reason. */
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

/** Milliseconds that a button shows "copied". */
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
      aria-label={isDone ? t('button.copied') : label}
      onClick={copy}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {!isCompact && ` ${isDone ? t('button.copied') : label}`}
    </button>
  );
}

/**
 * In milliseconds. The host usually answers a click sooner, with new state that removes the button;
 * if it refuses, nothing changes and the button becomes active again.
 */
const longestWait = 3000;

/** Ignores further clicks while the first request is pending. */
export function useOnce() {
  const [isBusy, setBusy] = useState(false);
  // A second click may arrive before the next render.
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
