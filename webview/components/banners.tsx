import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { Icon } from './icon';

/** What limits this window, and the way out. */
export function Banners({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  return (
    <>
      {!state.hasFolder && (
        <Banner icon="folder" text="No folder is open. Tools that work on files are off.">
          <button
            type="button"
            class="text-button"
            onClick={() => post({ type: 'command', command: 'openFolder' })}
          >
            Open Folder
          </button>
        </Banner>
      )}
      {!state.trusted && (
        <Banner
          icon="workspace-untrusted"
          text="Restricted Mode: every tool is refused until you trust this workspace."
        >
          <button
            type="button"
            class="text-button"
            onClick={() => post({ type: 'command', command: 'manageTrust' })}
          >
            Manage Trust
          </button>
        </Banner>
      )}
      {state.replay && (
        <Banner
          icon="debug-rerun"
          text="replay: no model. A recording answers; tools run for real."
        />
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
