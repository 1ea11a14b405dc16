import { Icon } from './icon';

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
