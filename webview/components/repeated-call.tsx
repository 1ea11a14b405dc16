import { usePage } from '../page';
import { Icon } from './icon';

/** Says that the model was told only "the same as before", and leads to that call. */
export function RepeatedCall({ itemId }: { readonly itemId: string }) {
  const { post } = usePage();
  return (
    <div class="card-note">
      <Icon name="history" />
      <button
        type="button"
        class="link"
        title="Show that call"
        onClick={() => post({ type: 'showRepeated', itemId })}
      >
        Same output as an earlier call
      </button>
    </div>
  );
}
