import type { ApprovalAnswer, Approver } from '../../ports/approver';
import type { Disposable } from '../../ports/disposable';
import { approvalRequest, type ApprovalContext } from './approval-request';
import type { Evaluation } from '../judged';

export interface AskOptions {
  readonly approver: Approver;
  readonly signal: AbortSignal;
  /** Asks the gates again under the policy of now: rules and paths may have changed meanwhile. */
  readonly recheck: () => Promise<Evaluation>;
  /** Called just before the person is asked. */
  readonly onAsk: () => void;
  readonly onPolicyChange: (listener: () => void) => Disposable;
}

/** Who ended the wait: the person, or rules that changed while the prompt was open. */
export type ApprovalEnd =
  | { readonly by: 'person'; readonly answer: ApprovalAnswer }
  | { readonly by: 'rules'; readonly judged: Evaluation };

/**
 * Asks the person, and judges the pending call anew at each change of the policy: what the rules
 * now allow or deny is no longer asked, and the prompt goes away.
 */
export async function askUser(ground: ApprovalContext, tools: AskOptions): Promise<ApprovalEnd> {
  const request = approvalRequest(ground);
  tools.onAsk();
  const settled = new AbortController();
  const signal = AbortSignal.any([tools.signal, settled.signal]);
  let watching: Disposable | undefined;
  const byRules = new Promise<ApprovalEnd>((settle) => {
    watching = tools.onPolicyChange(() => {
      tools.recheck().then(
        (judged) => {
          if (judged.answer.verdict !== 'ask') settle({ by: 'rules', judged });
        },
        () => {
          // The prompt stays; the check after its answer meets the same error and refuses.
        },
      );
    });
  });
  const byPerson = tools.approver
    .ask(request, signal)
    .then((answer): ApprovalEnd => ({ by: 'person', answer }));
  try {
    return await Promise.race([byPerson, byRules]);
  } finally {
    watching?.dispose();
    settled.abort();
  }
}
