import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CardApproval } from '../../src/core/contracts/panel';
import type { PanelRequest } from '../../src/core/contracts/panel-requests';
import { usePage } from '../page';
import { Button } from './button';

type Answer = Extract<PanelRequest, { readonly type: 'answer' }>['answer'];

/** Milliseconds that a second click is ignored; the host takes each answer only once anyway. */
const settleMs = 2000;

export function ApprovalButtons({ approval }: { readonly approval: CardApproval }) {
  const { post } = usePage();
  const [isSent, setSent] = useState(false);
  const [isGivingReason, setGivingReason] = useState(false);
  useEffect(() => {
    if (!isSent) return undefined;
    const timer = setTimeout(() => setSent(false), settleMs);
    return () => clearTimeout(timer);
  }, [isSent]);

  const answer = (given: Answer, reason = '') => {
    post({
      type: 'answer',
      approvalId: approval.approvalId,
      answer: given,
      ...(reason === '' ? {} : { reason }),
    });
    setSent(given === 'allow' || given === 'deny');
  };

  if (isGivingReason) {
    return (
      <DenyReason
        isSent={isSent}
        deny={(reason) => answer('deny', reason)}
        back={() => setGivingReason(false)}
      />
    );
  }
  return (
    <div class="approval-buttons">
      <button
        type="button"
        class="button primary"
        data-allow
        disabled={isSent}
        onClick={() => answer('allow')}
      >
        Allow once
      </button>
      {approval.canAlways && (
        <Button text="Always allow…" disabled={isSent} onClick={() => answer('always')} />
      )}
      <Button text="Edit…" disabled={isSent} onClick={() => answer('edit')} />
      <span class="button-pair">
        <Button text="Deny" disabled={isSent} onClick={() => answer('deny')} />
        <Button
          text="…"
          name="Deny with a reason"
          disabled={isSent}
          onClick={() => setGivingReason(true)}
        />
      </span>
      <span class="shortcut">
        <kbd>Alt+A</kbd> moves here
      </span>
    </div>
  );
}

/** The reason is told to the agent, so that it can choose another way. */
function DenyReason(props: {
  readonly isSent: boolean;
  readonly deny: (reason: string) => void;
  readonly back: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Before the next key: what is typed at once belongs to the reason.
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
    <div class="approval-buttons">
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
    </div>
  );
}
