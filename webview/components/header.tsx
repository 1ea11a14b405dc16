import type { PanelState } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { ChatPicker } from './chat-picker';
import { IconButton } from './icon';

export function Header({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  return (
    <header class="header">
      <ChatPicker state={state} />
      <IconButton icon="history" label="All chats" onClick={() => post({ type: 'openHistory' })} />
      <IconButton icon="add" label="New chat" onClick={() => post({ type: 'newChat' })} />
    </header>
  );
}
