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
