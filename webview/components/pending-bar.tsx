import { usePage } from '../page';
import { Icon } from './icon';

/** Points to an approval of this chat that is out of sight. */
export function PendingBar(props: { readonly isCovered: boolean; readonly show: () => void }) {
  const { store } = usePage();
  const waiting = store.order.value.filter((id) => {
    const item = store.item(id);
    return item?.type === 'call' && item.approval !== undefined;
  });
  const inSight = store.approvalsInSight.value;
  const isInSight = !props.isCovered && waiting.some((id) => inSight.has(id));
  if (waiting.length === 0 || isInSight) return null;
  return (
    <button type="button" class="pending-bar" onClick={props.show}>
      <Icon name="question" />
      {waiting.length === 1
        ? 'An approval waits for you'
        : `${waiting.length} approvals wait for you`}
      <span class="shortcut">
        <kbd>Alt+A</kbd>
      </span>
    </button>
  );
}
