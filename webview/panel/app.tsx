import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { PanelState } from '../../src/core/contracts/panel/state';
import { usePage } from '../state/page-context';
import { BackgroundBar } from '../cards/running-commands';
import { AllowTogether } from '../cards/allow-together';
import { ChangesBar } from '../changes/changes-bar';
import { Composer } from '../composer/composer';
import { asksForTrust } from '../transcript/empty-state';
import { Header } from './header';
import { HistoryView } from '../history/history-view';
import { TranscriptView } from '../transcript/transcript-view';
import { useLeaveHistory } from '../history/use-leave-history';
import { Button, Icon } from '../base/buttons';
import { focusOn } from '../base/focus';
import { t } from '../l10n/l10n';

const productName = 'Gatehouse';

/** The whole panel; empty until the host has sent its state. */
export function App() {
  const { store } = usePage();
  const state = store.state.value;
  if (state === undefined) {
    return <div class="loading" role="status" aria-label={t('panel.loading')} />;
  }
  return <Panel state={state} />;
}

function Panel({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const { history } = state;
  const isCovered = history !== null;
  const leave = useLeaveHistory(isCovered);
  useInputOnEntry();
  const showApproval = () => {
    // Beneath the list it cannot take the focus yet.
    const isThere = focusApproval();
    if (isThere && isCovered) leave.close(focusApproval);
    return isThere;
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.isComposing || event.defaultPrevented) return;
    // The host decides whether anything runs: the page may not have received the update yet.
    if (event.key === 'Escape') post({ type: 'stop' });
    if (event.code === 'KeyA' && event.altKey && !event.ctrlKey && !event.metaKey) {
      if (showApproval()) event.preventDefault();
    }
  };

  return (
    <main class="panel" onKeyDown={onKeyDown}>
      <h1 class="sr-only">{productName}</h1>
      {history && (
        <HistoryView list={history} leave={leave}>
          <PendingBar isCovered show={showApproval} />
        </HistoryView>
      )}
      <div class="chat" inert={isCovered}>
        <Header state={state} />
        <Banners state={state} />
        <TranscriptView leave={leave} />
        {!isCovered && <AllowTogether />}
        {!isCovered && <PendingBar isCovered={false} show={showApproval} />}
        <BackgroundBar commands={state.background} />
        <ChangesBar changes={state.changes} more={state.moreChanges ?? 0} />
        <Composer state={state} />
      </div>
      <Announcer />
    </main>
  );
}

/** Focus that enters the panel on no element goes to the input, so that no typing is lost. */
function useInputOnEntry(): void {
  const { store } = usePage();
  useLayoutEffect(() => {
    const enter = () => {
      if (document.activeElement === document.body) store.focusInput();
    };
    window.onfocus = enter;
    if (document.hasFocus()) enter();
  }, []);
}

/** Announces events, not tokens. */
function Announcer() {
  const { store } = usePage();
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}

/** The restrictions of this window, and how to lift them. */
function Banners({ state }: { readonly state: PanelState }) {
  const { post, store } = usePage();
  const isEmpty = store.order.value.length === 0;
  return (
    <>
      {!state.hasFolder && (
        <Banner icon="folder" text={t('panel.noFolder')}>
          <Button
            text={t('panel.openFolder')}
            onClick={() => post({ type: 'command', command: 'openFolder' })}
          />
        </Banner>
      )}
      {!state.trusted && !asksForTrust(state, isEmpty) && (
        <Banner icon="workspace-untrusted" text={t('panel.restricted')}>
          <Button
            text={t('card.manageTrust')}
            onClick={() => post({ type: 'command', command: 'manageTrust' })}
          />
        </Banner>
      )}
      {state.replay && (
        <Banner icon="debug-rerun" text={t('panel.demo')}>
          <Button text={t('model.get')} onClick={() => post({ type: 'getModel' })} />
        </Banner>
      )}
    </>
  );
}

function Banner(props: {
  readonly icon: string;
  readonly text: string;
  readonly children?: preact.ComponentChildren;
}) {
  return (
    <div class="banner" role="note">
      <Icon name={props.icon} />
      <span class="banner-text">{props.text}</span>
      {props.children}
    </div>
  );
}

/** Points to an approval of this chat that is out of sight. */
function PendingBar(props: { readonly isCovered: boolean; readonly show: () => void }) {
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
      {t('panel.approvals', { count: waiting.length })}
      <span class="shortcut">
        <kbd>Alt+A</kbd>
      </span>
    </button>
  );
}

/**
 * Moves to the oldest approval, or to the next one after that with the focus: to the approval
 * itself, never to a button, which a stray key could press. Focus never moves there by itself.
 */
function focusApproval(): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('.approval')];
  const at = all.findIndex((approval) => approval.contains(document.activeElement));
  const next = all[(at + 1) % all.length] ?? null;
  focusOn(next);
  return next !== null;
}
