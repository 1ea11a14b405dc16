import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import type { AcpClient } from '../../core/ports/acp';
import type { Disposable } from '../../core/ports/system';
import { createApprovalActions, type ApprovalActions } from '../approvals/actions';
import { createApprovalClient } from '../approvals/client';
import { createApprovalDialogs, createReviewViews, showToast } from '../approvals/native-dialogs';
import { PendingApprovals } from '../approvals/pending';
import { createApprovalReview, type ApprovalReview, type ReviewViews } from '../approvals/review';
import { createApprovalStatusBar } from '../approvals/status-bar';
import { createApprovalToasts } from '../approvals/toasts';
import type { Grants } from '../policy/grants';
import type { Log } from '../window/log';
import { createShowText, type TextDocuments } from '../window/show-text';
import { legacyRules } from '../policy/setting-rules';
import type { HostSettings } from '../settings/host-settings';

export interface Approvals extends Disposable {
  readonly pending: PendingApprovals;
  readonly actions: ApprovalActions;
  readonly review: ApprovalReview;
  readonly client: Pick<AcpClient, 'requestPermission'>;
  /** Where a review shows its call; from the second stage, without which nothing asks. */
  readonly setPlaces: (places: ReviewPlaces) => void;
  /** Other questions that wait for the user; the function shows the next, and is false if none waits. */
  readonly setQuestions: (showNext: () => Promise<boolean>) => void;
  /** Shows all pending approvals; other questions where there are none. */
  readonly showPending: () => Promise<void>;
}

export type ReviewPlaces = Pick<ReviewViews, 'showChange' | 'showCard'>;

interface Surroundings {
  readonly documents: TextDocuments;
  readonly log: Log;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
}

export function composeApprovals(
  settings: HostSettings,
  grants: Grants,
  { documents, log, folders }: Surroundings,
): Approvals {
  const pending = new PendingApprovals({
    clock: systemClock,
    ids: systemIds,
    timeoutMs: () => settings.get('approval.timeout') * 1000,
  });
  const actions = createApprovalActions({
    pending,
    grants,
    dialogs: createApprovalDialogs(),
    movesOldLists: () => legacyRules(settings).length > 0,
  });
  let places: ReviewPlaces | undefined;
  let showNext: (() => Promise<boolean>) | undefined;
  const review = createApprovalReview({
    pending,
    actions,
    views: createReviewViews({
      showText: createShowText(documents),
      showChange: async (item) => places?.showChange(item),
      showCard: async (item) => (await places?.showCard(item)) === true,
    }),
  });
  return {
    pending,
    actions,
    review,
    setPlaces: (given) => {
      places = given;
    },
    setQuestions: (given) => {
      showNext = given;
    },
    showPending: async () => {
      const isAsked = pending.list().length === 0 && (await showNext?.()) === true;
      if (!isAsked) await review.all();
    },
    client: createApprovalClient({
      pending,
      folders,
      hasWorkspace: () => grants.hasWorkspace(),
      warn: log.warn,
    }),
    dispose: () => {
      pending.dispose();
    },
  };
}

/** Notification, status bar and the condition of the key: views of the same list. */
export function showApprovals({ pending, actions, review }: Approvals): readonly Disposable[] {
  const markPending = () =>
    void vscode.commands.executeCommand(
      'setContext',
      'gatehouse.hasPendingApprovals',
      pending.list().length > 0,
    );
  return [
    pending.onDidChange(markPending),
    createApprovalStatusBar(pending, 'gatehouse.showPending'),
    createApprovalToasts({
      pending,
      actions,
      show: showToast,
      hide: () => void vscode.commands.executeCommand('notifications.hideToasts'),
      review: (approvalId) => review.one(approvalId),
      reviewAll: () => review.all(),
    }),
  ];
}
