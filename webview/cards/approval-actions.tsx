import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CallItem, CardApproval } from '../../src/core/contracts/panel/state';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { usePage } from '../state/page-context';
import { allowKey, denyKey, useAnswerKeys, type AnswerKey } from '../base/answer-keys';
import { Button, Icon, useOnce } from '../base/buttons';
import { useFocusHandover } from '../base/focus';
import { useSteadyButtons } from '../base/steady';
import { t } from '../l10n/l10n';
import { cutLine } from '../text/format';
import { AlwaysMenu } from './always-menu';

type Answer = Extract<PanelRequest, { readonly type: 'answer' }>['answer'];

/** Long enough to tell two calls apart. */
const maxSubject = 100;

interface Answering {
  readonly approval: CardApproval;
  /** Names the call on each button, for screen readers. */
  readonly subject: string;
  readonly isSent: boolean;
  readonly answer: (given: Answer, reason?: string) => void;
}

/** The answers to an approval. The host decides what a click or a key may do. */
export function ApprovalActions(props: {
  readonly item: CallItem;
  readonly approval: CardApproval;
}) {
  const { item, approval } = props;
  const { approvalId } = approval;
  const { post } = usePage();
  const { isBusy: isSent, once } = useOnce();
  const [isGivingReason, setGivingReason] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  useFocusHandover(buttons, () => {
    // After Back. The field for the reason takes the focus itself.
    buttons.current?.querySelector<HTMLElement>('[data-reason]')?.focus();
  });
  useSteadyButtons(buttons);
  useInView(buttons, approvalId);
  useAnswerKeys(buttons, (button) => {
    isByKey.current = true;
    button.click();
    isByKey.current = false;
  });

  const answer = (given: Answer, reason = '') => {
    const byKey = isByKey.current ? { byKey: true } : {};
    const request = { type: 'answer', approvalId, answer: given, ...byKey } as const;
    const send = () => post(reason === '' ? request : { ...request, reason });
    // A dialog that is closed without an answer may be opened again.
    if (given === 'allow' || given === 'deny') once(send)();
    else send();
  };
  const answering = { approval, subject: cutLine(item.title, maxSubject), isSent, answer };
  return (
    <div class="approval-buttons" ref={buttons}>
      {isGivingReason ? (
        <DenyReason
          isSent={isSent}
          deny={(reason) => answer('deny', reason)}
          back={() => setGivingReason(false)}
        />
      ) : (
        <Answers
          {...answering}
          giveReason={() => setGivingReason(true)}
          takeOffer={({ offerId, scope }) => {
            const send = () => post({ type: 'alwaysAllow', approvalId, offerId });
            if (scope === 'call') once(send)();
            else send();
          }}
        />
      )}
    </div>
  );
}

/**
 * The part of an approval that must be visible for it to come into view, and to stay there: the bar
 * that this shows takes some of the room.
 */
const inView = { from: 0.5, until: 0.25 };

/** Reports whether the approval around the buttons is in view, to allow it together with others. */
function useInView(buttons: { readonly current: HTMLElement | null }, approvalId: string): void {
  const { store } = usePage();
  useEffect(() => {
    const block = buttons.current?.closest('.approval');
    if (!block) return undefined;
    let isInView = false;
    const observer = new IntersectionObserver(
      (entries) => {
        const { intersectionRatio: ratio = 0 } = entries.at(-1) ?? {};
        isInView = ratio >= (isInView ? inView.until : inView.from);
        store.setApprovalInView(approvalId, isInView);
      },
      { threshold: [inView.until, inView.from] },
    );
    observer.observe(block);
    return () => {
      observer.disconnect();
      store.setApprovalInView(approvalId, false);
    };
  }, [approvalId]);
}

function Answers(
  props: Answering & {
    readonly giveReason: () => void;
    readonly takeOffer: Parameters<typeof AlwaysMenu>[0]['take'];
  },
) {
  const { approval, subject, isSent, answer } = props;
  const { always, isMarked, isRoutine } = approval;
  const hasKeys = isRoutine === true;
  return (
    <>
      <AnswerButton
        text={isMarked ? t('answer.review') : t('answer.allow')}
        name={isMarked ? t('answer.reviewCall', { subject }) : t('answer.allowCall', { subject })}
        isPrimary={hasKeys}
        isAllow
        isOff={isSent}
        {...(hasKeys && { answerKey: allowKey })}
        onClick={() => answer(isMarked ? 'review' : 'allow')}
      />
      {always && (
        <AlwaysMenu always={always} subject={subject} isOff={isSent} take={props.takeOffer} />
      )}
      <Button
        text={t('answer.edit')}
        name={t('answer.editCall', { subject })}
        title={t('answer.editHint')}
        disabled={isSent}
        onClick={() => answer('edit')}
      />
      <span class="button-pair">
        <AnswerButton
          text={t('answer.deny')}
          name={t('answer.denyCall', { subject })}
          isOff={isSent}
          {...(hasKeys && { answerKey: denyKey })}
          onClick={() => answer('deny')}
        />
        <button
          type="button"
          class="button"
          data-reason
          title={t('answer.denyReason')}
          aria-label={t('answer.denyReasonCall', { subject })}
          disabled={isSent}
          onClick={props.giveReason}
        >
          <Icon name="comment" />
        </button>
      </span>
    </>
  );
}

/** A button that may show the key for the same answer. */
function AnswerButton(props: {
  readonly text: string;
  /** Names the call, too. */
  readonly name: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly isPrimary?: boolean;
  readonly isAllow?: boolean;
  readonly answerKey?: AnswerKey;
}) {
  const { text, answerKey: key } = props;
  return (
    <button
      type="button"
      class={props.isPrimary === true ? 'button primary' : 'button'}
      data-allow={props.isAllow}
      aria-label={props.name}
      data-key={key?.key}
      aria-keyshortcuts={key?.aria}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      <span class="label">{text}</span>
      {/* Drawn by the style sheet: it is no part of the name. */}
      {key && <kbd aria-hidden="true" data-label={key.label} />}
    </button>
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
        placeholder={t('answer.reasonHint')}
        aria-label={t('answer.reason')}
        onKeyDown={onKeyDown}
      />
      <Button text={t('answer.deny')} primary disabled={props.isSent} onClick={deny} />
      <Button text={t('answer.back')} onClick={props.back} />
    </>
  );
}
