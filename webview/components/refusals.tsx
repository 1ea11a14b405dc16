import { Icon, IconButton } from './icon';

/** Why something was not added to the draft. */
export function Refusals(props: { readonly texts: readonly string[]; readonly close: () => void }) {
  if (props.texts.length === 0) return null;
  return (
    <div class="refusals" role="alert">
      <Icon name="warning" />
      <span class="refusal-texts">
        {props.texts.map((text, index) => (
          <span key={index}>{text}</span>
        ))}
      </span>
      <IconButton icon="close" label="Dismiss" onClick={props.close} />
    </div>
  );
}
