import { usePage } from '../page';
import { Icon } from './icon';

/** Opens the host's explanation of this call: every check in order. Carries the card's id alone. */
export function ExplainButton({ itemId }: { readonly itemId: string }) {
  const { post } = usePage();
  return (
    <button
      type="button"
      class="small-button"
      title="Explain this decision: every check in order, with its rule"
      aria-label="Explain this decision"
      onClick={() => post({ type: 'explain', itemId })}
    >
      <Icon name="list-ordered" /> Explain
    </button>
  );
}
