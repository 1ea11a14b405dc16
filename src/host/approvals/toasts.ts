import type { Disposable } from '../../core/ports/system';
import { hidesChange, mayCarryData, needsReview, toastText } from './present';
import type { ApprovalActions } from './actions';
import type { PendingApproval, PendingApprovals } from './pending';
import { t } from '../window/language';

/** More items than this share one notification. */
const separateToasts = 2;

const allowOnce = (): string => t('Allow once');
const alwaysAllow = (): string => t('Always allow…');
const deny = (): string => t('Deny');
const review = (): string => t('Review…');

export interface ToastDeps {
  readonly pending: Pick<PendingApprovals, 'list' | 'onDidChange'>;
  readonly actions: Pick<ApprovalActions, 'allow' | 'deny' | 'always'>;
  /** Settles with the button, or undefined when the notification was closed; never rejects. */
  readonly show: (text: string, buttons: readonly string[]) => Promise<string | undefined>;
  /** Shows one item in full, with its buttons. */
  readonly review: (approvalId: string) => Promise<void>;
  /** Shows all pending approvals. */
  readonly reviewAll: () => Promise<void>;
  /** Hides notifications; they stay in the notification center. */
  readonly hide: () => void;
}

/**
 * Announces each pending approval once. A notification is only a pointer: closing it is no answer,
 * and a click on one that came too late is answered by the actions ("already answered").
 */
export function createApprovalToasts(deps: ToastDeps): Disposable {
  const announced = new Set<string>();
  /** How often a text was shown: VS Code closes a notification with the text of another. */
  const shown = new Map<string, number>();
  let open = 0;
  let sharedIsOpen = false;

  async function show(text: string, buttons: readonly string[]): Promise<string | undefined> {
    const times = (shown.get(text) ?? 0) + 1;
    shown.set(text, times);
    open += 1;
    const chosen = await deps.show(times === 1 ? text : `${text} (${String(times)})`, buttons);
    open -= 1;
    return chosen;
  }

  async function announceOne(item: PendingApproval): Promise<void> {
    const chosen = await show(toastText(item), buttonsFor(item));
    if (chosen === allowOnce()) deps.actions.allow(item.approvalId);
    else if (chosen === deny()) deps.actions.deny(item.approvalId);
    else if (chosen === alwaysAllow()) await deps.actions.always(item.approvalId);
    else if (chosen === review()) await deps.review(item.approvalId);
  }

  async function announceAll(waiting: number): Promise<void> {
    if (sharedIsOpen) return;
    sharedIsOpen = true;
    const text = t('Gatehouse needs {0} approvals. The status bar shows the count.', waiting);
    const chosen = await show(text, [review()]);
    sharedIsOpen = false;
    if (chosen === review()) await deps.reviewAll();
  }

  return deps.pending.onDidChange(() => {
    const items = deps.pending.list();
    const fresh = items.filter((item) => !announced.has(item.approvalId));
    announced.clear();
    for (const item of items) announced.add(item.approvalId);
    // VS Code cannot close one notification, so all are hidden once nothing is pending.
    if (items.length === 0 && open > 0) deps.hide();
    if (fresh.length === 0) return;
    if (items.length > separateToasts) void announceAll(items.length);
    else for (const item of fresh) void announceOne(item);
  });
}

function buttonsFor(item: PendingApproval): readonly string[] {
  if (needsReview(item)) return [review()];
  if (hidesChange(item) || mayCarryData(item)) return [review(), allowOnce(), deny()];
  const always = item.choices.length > 0 ? [alwaysAllow()] : [];
  return [allowOnce(), ...always, deny()];
}
