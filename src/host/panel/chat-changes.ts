import type { CallItem } from '../../core/contracts/panel';
import type { ChangeOrigin } from '../../core/contracts/file-changes';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Card } from './call-card';
import { changedItems, noChanges, type ChangedItems } from './changed-items';

export interface ChatChangesDeps {
  readonly changes: Pick<FileChanges, 'files' | 'undoState'>;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
}

/** What the calls of one chat have changed in files. */
export class ChatChanges {
  /** For the bar; the same value until it is refreshed. */
  items: ChangedItems = noChanges;

  constructor(
    private readonly deps: ChatChangesDeps,
    private readonly sessionId: () => string | undefined,
  ) {}

  refresh(): void {
    const sessionId = this.sessionId();
    if (sessionId === undefined) return;
    const { changes, folders } = this.deps;
    this.items = changedItems(changes.files(sessionId), folders());
  }

  /** A card of an earlier session keeps that one's way back. */
  undoOf(card: Card): CallItem['undo'] {
    const by = this.originOf(card);
    return by && this.deps.changes.undoState(by);
  }

  /** The call as its changes are kept; undefined where no session was ever opened. */
  originOf({ item, sessionId = this.sessionId() }: Card): ChangeOrigin | undefined {
    return sessionId === undefined ? undefined : { sessionId, toolCallId: item.id };
  }
}
