import { escapeControlInline } from '../../core/base/escape-control';
import {
  actionOf,
  detailLine,
  hidesChange,
  isMarked,
  needsReview,
  reviewText,
  subjectOf,
} from './present';
import { neutralPickText } from '../window/neutral-text';
import { shortToolName } from '../../core/contracts/tool-spec';
import type { ApprovalActions } from './actions';
import type { PendingApproval, PendingApprovals } from './pending';
import { t } from '../window/language';

/** One line of a quick pick, its texts already neutral. */
export interface ReviewLine<T> {
  readonly label: string;
  readonly detail?: string;
  readonly description?: string;
  readonly value: T;
}

export type ReviewStep = 'allow' | 'deny' | 'deny-reason' | 'always' | 'edit' | 'text' | 'panel';

export interface ReviewViews {
  readonly pick: <T>(
    title: string,
    placeHolder: string,
    lines: readonly ReviewLine<T>[],
    /** Closes the pick, which then answers undefined. */
    signal: AbortSignal,
  ) => Promise<T | undefined>;
  readonly askReason: () => Promise<string | undefined>;
  /** Opens the whole text read-only; settles when it is shown. */
  readonly showText: (title: string, text: string) => Promise<void>;
  /** Opens what it would change in VS Code's diff editor. */
  readonly showChange: (item: PendingApproval) => Promise<void>;
  /** Focuses its card in the panel, without answering; false if there is none. */
  readonly showCard: (item: PendingApproval) => Promise<boolean>;
  readonly inform: (text: string) => void;
}

export interface ReviewDeps {
  readonly pending: Pick<PendingApprovals, 'get' | 'list' | 'onDidChange'>;
  readonly actions: ApprovalActions;
  readonly views: ReviewViews;
}

export interface ApprovalReview {
  /**
   * Shows one item in full and takes an answer; backing out leaves it pending. A change of files is
   * shown as a diff, and its card takes the answer.
   */
  one(approvalId: string): Promise<void>;
  /** Shows all pending approvals; choosing one opens its review. */
  all(): Promise<void>;
}

const answeredText = (): string =>
  t('Gatehouse: this approval was already answered. Nothing was changed.');

const noCardText = (): string => t('Gatehouse: the chat of this approval is no longer open.');

/** Answering from outside the panel: see everything first, then choose. */
export function createApprovalReview(deps: ReviewDeps): ApprovalReview {
  const { pending, views } = deps;

  async function choose(item: PendingApproval): Promise<void> {
    const isAnswered = () => pending.get(item.approvalId) === undefined;
    const title = reviewTitle(item);
    const { chosen, isOver } = isAnswered()
      ? { chosen: undefined, isOver: true }
      : await pickUntil(pending, isAnswered, (signal) =>
          views.pick(title, t('Your answer'), stepLines(item), signal),
        );
    if (chosen === 'text') {
      await views.showText(title, reviewText(item));
      await choose(item);
    } else if (chosen !== undefined) await act(item, chosen, deps);
    else if (isOver) views.inform(answeredText());
  }

  async function one(approvalId: string): Promise<void> {
    const item = pending.get(approvalId);
    if (item === undefined) {
      views.inform(answeredText());
      return;
    }
    if (item.diffs.length > 0) {
      await views.showChange(item);
      // The card asks next to the change; where characters may mislead, it leaves that to this review.
      if (!isMarked(item) && (await views.showCard(item))) return;
    } else if (needsReview(item) || hidesChange(item)) {
      await views.showText(reviewTitle(item), reviewText(item));
    }
    await choose(item);
  }

  async function all(): Promise<void> {
    const items = pending.list();
    if (items.length === 0) {
      views.inform(t('Gatehouse: no pending approvals.'));
      return;
    }
    const { chosen, isOver } = await pickUntil(
      pending,
      () => true,
      (signal) => {
        const hint = t('Choose an approval to see it in full and answer it');
        return views.pick(t('Pending approvals'), hint, items.map(itemLine), signal);
      },
    );
    if (chosen !== undefined) await one(chosen);
    // The list changed while the user was looking: show it again.
    else if (isOver) await all();
  }

  return { one, all };
}

/** Each step is safe when the item was answered meanwhile: the actions report it. */
async function act(
  item: PendingApproval,
  step: Exclude<ReviewStep, 'text'>,
  { actions, views }: ReviewDeps,
): Promise<void> {
  const { approvalId } = item;
  switch (step) {
    case 'allow':
      actions.allow(approvalId);
      return;
    case 'deny':
      actions.deny(approvalId);
      return;
    case 'deny-reason': {
      const reason = await views.askReason();
      if (reason !== undefined) actions.deny(approvalId, reason);
      return;
    }
    case 'always':
      return actions.always(approvalId);
    case 'edit':
      return actions.edit(approvalId);
    case 'panel':
      if (!(await views.showCard(item))) views.inform(noCardText());
      return;
  }
}

/** Closes the pick without an answer when `isOver` becomes true after a change. */
async function pickUntil<T>(
  pending: Pick<PendingApprovals, 'onDidChange'>,
  isOver: () => boolean,
  pick: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<{ readonly chosen: T | undefined; readonly isOver: boolean }> {
  const over = new AbortController();
  const watching = pending.onDidChange(() => {
    if (isOver()) over.abort();
  });
  const chosen = await pick(over.signal);
  watching.dispose();
  return { chosen, isOver: chosen === undefined && over.signal.aborted };
}

function reviewTitle(item: PendingApproval): string {
  return t('Approval: {0}', shortToolName(item.details.tool));
}

function itemLine(item: PendingApproval): ReviewLine<string> {
  return {
    label: neutralPickText(actionOf(item)),
    detail: neutralPickText(detailLine(item)),
    value: item.approvalId,
  };
}

function stepLines(item: PendingApproval): readonly ReviewLine<ReviewStep>[] {
  const subject = neutralPickText(subjectOf(item));
  const always: readonly ReviewLine<ReviewStep>[] =
    item.choices.length > 0
      ? [
          {
            label: t('Always allow…'),
            detail: t('Choose a rule, then confirm it'),
            value: 'always',
          },
        ]
      : [];
  return [
    { label: t('Allow once'), detail: subject, value: 'allow' },
    { label: t('Deny'), value: 'deny' },
    {
      label: t('Deny with a reason…'),
      detail: t('The agent reads your reason'),
      value: 'deny-reason',
    },
    ...always,
    {
      label: t('Edit…'),
      detail: t('Change the arguments, then run the edited call'),
      value: 'edit',
    },
    { label: t('Show full text'), detail: escapedDetail(item), value: 'text' },
    { label: t('Show in the panel'), value: 'panel' },
  ];
}

function escapedDetail(item: PendingApproval): string {
  const where = item.details.cwd;
  return where === undefined
    ? t('Arguments, paths and reasons')
    : neutralPickText(t('in {0}', escapeControlInline(where)));
}
