import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ChatHistory } from './chat-history';
import type { StoredActions } from './stored-actions';

type HistoryRequest =
  | 'openHistory'
  | 'closeHistory'
  | 'searchHistory'
  | 'moreHistory'
  | 'openStored'
  | 'renameStored'
  | 'exportStored'
  | 'deleteStored';

/** Handlers of the page's requests about stored chats. */
export function historyRequests(
  list: Pick<ChatHistory, 'open' | 'close' | 'search' | 'more'>,
  actions: Pick<StoredActions, 'open' | 'rename' | 'export' | 'delete'>,
): Pick<PanelHandlers, HistoryRequest> {
  return {
    openHistory: () => list.open(),
    closeHistory: () => list.close(),
    searchHistory: ({ query }) => list.search(query),
    moreHistory: () => list.more(),
    openStored: ({ historyId }) => actions.open(historyId),
    renameStored: ({ historyId, title }) => actions.rename(historyId, title),
    exportStored: ({ historyId }) => actions.export(historyId),
    deleteStored: ({ historyId }) => actions.delete(historyId),
  };
}
