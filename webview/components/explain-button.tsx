import { usePage } from '../page';
import { Button } from './button';

/** Opens the host's explanation of this call: every check in order. Carries the card's id alone. */
export function ExplainButton({ itemId }: { readonly itemId: string }) {
  const { post } = usePage();
  return (
    <Button
      text="Explain"
      icon="list-ordered"
      small
      name="Explain this decision"
      title="Explain this decision: every check in order, with its rule"
      onClick={() => post({ type: 'explain', itemId })}
    />
  );
}
