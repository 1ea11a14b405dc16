import { usePage } from '../page';
import { AssistantMessageView } from './assistant-message';
import { CallCard } from './call-card';
import { NoticeView } from './notice';
import { UserMessageView } from './user-message';

/** One item. Reads its own signal, so that a growing item redraws nothing else. */
export function TranscriptEntry({ id }: { readonly id: string }) {
  const { store } = usePage();
  const item = store.item(id);
  switch (item?.type) {
    case 'user':
      return <UserMessageView item={item} />;
    case 'assistant':
      return <AssistantMessageView item={item} />;
    case 'notice':
      return <NoticeView item={item} />;
    case 'call':
      return <CallCard item={item} />;
    case undefined:
      return null;
  }
}
