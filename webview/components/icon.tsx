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
  readonly class?: string;
}) {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      title={props.label}
      aria-label={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
