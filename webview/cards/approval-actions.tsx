import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CardApproval } from '../../src/core/contracts/panel/state';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { usePage } from '../state/page-context';
import { Button, useOnce } from '../base/buttons';
import { useFocusHandover } from '../base/focus';
import { useSteadyButtons } from '../base/steady';

type Answer = Extract<PanelRequest, { readonly type: 'answer' }>['answer'];

/** The answers to an approval. The host decides what a click may do. */
export function ApprovalActions({ approval }: { readonly approval: CardApproval }) {
  const { post } = usePage();
  const { isBusy: isSent, once } = useOnce();
  const [isGivingReason, setGivingReason] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  useFocusHandover(buttons, () => {
    // After Back. The field for the reason takes the focus itself.
    buttons.current?.querySelector<HTMLElement>('[aria-label="Deny with a reason"]')?.focus();
  });

  const answer = (given: Answer, reason = '') => {
    post({
      type: 'answer',
      approvalId: approval.approvalId,
      answer: given,
      ...(reason === '' ? {} : { reason }),
    });
  };

  useSteadyButtons(buttons);

  if (isGivingReason) {
    return (
      <div class="approval-buttons" ref={buttons}>
        <DenyReason
          isSent={isSent}
          deny={(reason) => once(() => answer('deny', reason))()}
          back={() => setGivingReason(false)}
        />
      </div>
    );
  }
  return (
    <div class="approval-buttons" ref={buttons}>
      <button
        type="button"
        class="button primary"
        data-allow
        disabled={isSent}
        onClick={approval.isMarked ? () => answer('review') : once(() => answer('allow'))}
      >
        {approval.isMarked ? 'Review…' : 'Allow once'}
      </button>
      {approval.canAlways && !approval.isMarked && (
        <Button text="Always allow…" disabled={isSent} onClick={() => answer('always')} />
      )}
      <Button text="Edit…" disabled={isSent} onClick={() => answer('edit')} />
      <span class="button-pair">
        <Button text="Deny" disabled={isSent} onClick={once(() => answer('deny'))} />
        <Button
          text="…"
          name="Deny with a reason"
          disabled={isSent}
          onClick={() => setGivingReason(true)}
        />
      </span>
      <span class="shortcut">
        Press <kbd>Alt+A</kbd> to focus
      </span>
    </div>
  );
}

/** The reason goes to the agent, so that it can choose another approach. */
function DenyReason(props: {
  readonly isSent: boolean;
  readonly deny: (reason: string) => void;
  readonly back: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Before the next key: immediate typing belongs to the reason.
  useLayoutEffect(() => input.current?.focus(), []);
  const deny = () => props.deny(input.current?.value ?? '');
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return;
    if (event.key === 'Enter') deny();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    props.back();
  };
  return (
    <>
      <input
        ref={input}
        class="input deny-reason"
        type="text"
        maxLength={2000}
        placeholder="Tell the agent why, or what to do instead"
        aria-label="Reason for denying"
        onKeyDown={onKeyDown}
      />
      <Button text="Deny" primary disabled={props.isSent} onClick={deny} />
      <Button text="Back" onClick={props.back} />
    </>
  );
}
