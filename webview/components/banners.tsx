import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { Button } from './button';
import { Icon } from './icon';

/** What limits this window, and the way out. */
export function Banners({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  return (
    <>
      {!state.hasFolder && (
        <Banner icon="folder" text="No folder is open. Tools that work on files are off.">
          <Button
            text="Open Folder"
            onClick={() => post({ type: 'command', command: 'openFolder' })}
          />
        </Banner>
      )}
      {!state.trusted && (
        <Banner
          icon="workspace-untrusted"
          text="Restricted Mode: every tool is refused until you trust this workspace."
        >
          <Button
            text="Manage Trust"
            onClick={() => post({ type: 'command', command: 'manageTrust' })}
          />
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
