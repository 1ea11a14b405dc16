import type {
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../../core/contracts/chats/conversation';
import type { Result } from '../../core/contracts/failure';

export interface PlaceChats {
  /** Names the place, in this window and the next. */
  readonly id: string;
  /** For display: the name of the workspace, or "No folder". */
  readonly name: string;
  /** Epoch milliseconds: none of its chats is newer. */
  readonly newest: number;
  /** Opens the place. A failure says what is wrong with it. */
  readonly list: (query: ConversationQuery) => Promise<Result<ConversationPage>>;
}

/** They stay reachable when a window becomes another workspace; nothing there is changed. */
export interface OtherWorkspaces {
  /** Every other place; none is opened. */
  places(): Promise<Result<readonly PlaceChats[]>>;
  /** `unavailable` when there is no such chat. */
  read(placeId: string, sessionId: string): Promise<Result<StoredConversation>>;
  /** Copies a chat into the store of this window; answers the id of its session here. */
  copyHere(placeId: string, sessionId: string): Promise<Result<string>>;
}
