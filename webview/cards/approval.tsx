import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../base/buttons';
import { usePage } from '../state/page-context';
import { t } from '../l10n/l10n';
import { cutLine, sentenceCase } from '../text/format';
import { ApprovalActions } from './approval-actions';
import { ApprovalBody, type ApprovalParts } from './approval-body';

/** The card shows all of it elsewhere. */
const maxAction = 300;

/** The question, what would change, and the answers. */
export function ApprovalBlock({ item, approval }: ApprovalParts) {
  const block = useRef<HTMLDivElement>(null);
  useInSight(block, item.id);
  return (
    <div
      class={approval.isRisky === true ? 'approval is-risky' : 'approval'}
      ref={block}
      role="group"
      aria-label={t('approval.needed', { action: cutLine(approval.action, maxAction) })}
      tabIndex={-1}
    >
      <h3 class="approval-question">
        {approval.isRisky === true && <Icon name="warning" />}
        <bdi>{questionOf(approval)}</bdi>
      </h3>
      <ApprovalBody item={item} approval={approval} />
      <ApprovalActions key={approval.approvalId} item={item} approval={approval} />
    </div>
  );
}

/** "Edit src/cart.js?"; a command is shown below in full. */
export function questionOf({ action, command, parts = [] }: ApprovalParts['approval']): string {
  if (command === undefined) {
    return t('approval.question', { action: sentenceCase(cutLine(action, maxAction)) });
  }
  const count = parts.length;
  return count > 1 ? t('approval.runMany', { count }) : t('approval.run');
}

/** Reports whether the block is visible, for the bar that points to it. */
function useInSight(block: { readonly current: HTMLElement | null }, id: string): void {
  const { store } = usePage();
  useEffect(() => {
    const element = block.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      store.setApprovalInSight(id, entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      store.setApprovalInSight(id, false);
    };
  }, [id]);
}
