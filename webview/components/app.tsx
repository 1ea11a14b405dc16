import type { TargetedKeyboardEvent } from 'preact';
import { focusApproval } from '../focus-approval';
import { usePage } from '../page';
import { BackgroundBar } from './background-bar';
import { Banners } from './banners';
import { Composer } from './composer';
import { Header } from './header';
import { PendingBar } from './pending-bar';
import { Transcript } from './transcript';

/** The whole panel; empty until the host has sent its state. */
export function App() {
  const { store, post } = usePage();
  const state = store.state.value;
  if (state === undefined) return <div class="loading" role="status" aria-label="Loading" />;

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.isComposing || event.defaultPrevented) return;
    // The host knows best whether anything runs: the page may not have been told yet.
    if (event.key === 'Escape') post({ type: 'stop' });
    if (event.code === 'KeyA' && event.altKey && !event.ctrlKey && !event.metaKey) {
      if (focusApproval()) event.preventDefault();
    }
  };

  return (
    <main class="panel" onKeyDown={onKeyDown}>
      <Header state={state} />
      <Banners state={state} />
      <Transcript />
      <PendingBar />
      <BackgroundBar commands={state.background} />
      <Composer state={state} />
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
