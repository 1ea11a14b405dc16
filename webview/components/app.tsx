import type { TargetedKeyboardEvent } from 'preact';
import type { PanelState } from '../../src/core/contracts/panel';
import { focusApproval } from '../focus-approval';
import { usePage } from '../page';
import { BackgroundBar } from './background-bar';
import { Banners } from './banners';
import { ChangesBar } from './changes-bar';
import { Composer } from './composer';
import { Header } from './header';
import { HistoryView } from './history';
import { PendingBar } from './pending-bar';
import { TranscriptView } from './transcript';
import { useLeaveHistory } from './use-leave-history';

/** The whole panel; empty until the host has sent its state. */
export function App() {
  const { store } = usePage();
  const state = store.state.value;
  if (state === undefined) return <div class="loading" role="status" aria-label="Loading" />;
  return <Panel state={state} />;
}

function Panel({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  const { history } = state;
  const isCovered = history !== null;
  const leave = useLeaveHistory(isCovered);
  const showApproval = () => {
    // Beneath the list it cannot take the focus yet.
    const isThere = focusApproval();
    if (isThere && isCovered) leave.close(focusApproval);
    return isThere;
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.isComposing || event.defaultPrevented) return;
    // The host knows best whether anything runs: the page may not have been told yet.
    if (event.key === 'Escape') post({ type: 'stop' });
    if (event.code === 'KeyA' && event.altKey && !event.ctrlKey && !event.metaKey) {
      if (showApproval()) event.preventDefault();
    }
  };

  return (
    <main class="panel" onKeyDown={onKeyDown}>
      {history && (
        <HistoryView list={history} leave={leave}>
          <PendingBar isCovered show={showApproval} />
        </HistoryView>
      )}
      <div class="chat" inert={isCovered}>
        <Header state={state} />
        <Banners state={state} />
        <TranscriptView leave={leave} />
        {!isCovered && <PendingBar isCovered={false} show={showApproval} />}
        <BackgroundBar commands={state.background} />
        <ChangesBar changes={state.changes} more={state.moreChanges ?? 0} />
        <Composer state={state} />
      </div>
      <Announcer />
    </main>
  );
}

/** Says events, not tokens. */
function Announcer() {
  const { store } = usePage();
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}
