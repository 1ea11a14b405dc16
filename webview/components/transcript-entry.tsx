import { usePage } from '../page';
import { AssistantMessage } from './assistant-message';
import { CallCard } from './call-card';
import { Notice } from './notice';
import { UserMessage } from './user-message';

/** One item. Reads its own signal, so that a growing item redraws nothing else. */
export function TranscriptEntry({ id }: { readonly id: string }) {
  const { store } = usePage();
  const item = store.item(id);
  switch (item?.type) {
    case 'user':
      return <UserMessage item={item} />;
    case 'assistant':
      return <AssistantMessage item={item} />;
    case 'notice':
      return <Notice item={item} />;
    case 'call':
      return <CallCard item={item} />;
    case undefined:
      return null;
  }
}
