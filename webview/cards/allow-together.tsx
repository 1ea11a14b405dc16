import { useRef } from 'preact/hooks';
import { Button, useOnce } from '../base/buttons';
import { useSteadyButtons } from '../base/steady';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';

/**
 * Allows several changes of files at once: exactly those whose cards are in view, never protected
 * files, hazards or deletions (decision 66).
 */
export function AllowTogether() {
  const { store } = usePage();
  const inView = store.approvalsInView.value;
  const approvals = store.order.value.flatMap((id) => {
    const item = store.item(id);
    return item?.type === 'call' && item.approval !== undefined ? [item.approval] : [];
  });
  const ids = approvals
    .filter(({ approvalId, isRoutineChange }) => isRoutineChange && inView.has(approvalId))
    .map(({ approvalId }) => approvalId);
  // Other cards, another button: clicks on it count only after a moment.
  return ids.length < 2 ? null : <TogetherBar key={ids.join()} ids={ids} />;
}

function TogetherBar({ ids }: { readonly ids: readonly string[] }) {
  const { post } = usePage();
  const { isBusy, once } = useOnce();
  const bar = useRef<HTMLDivElement>(null);
  useSteadyButtons(bar);
  return (
    <div class="together-bar" ref={bar}>
      <Button
        text={t('together.allow', { count: ids.length })}
        icon="check-all"
        title={t('together.hint')}
        disabled={isBusy}
        onClick={once(() => post({ type: 'allowTogether', approvalIds: [...ids] }))}
      />
    </div>
  );
}
