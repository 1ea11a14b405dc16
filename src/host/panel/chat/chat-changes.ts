import { nameInWorkspace, workspacePathText } from '../../workspace/names';
import { dense } from '../../../core/contracts/schema-parts';
import * as path from 'node:path';
import { shown } from '../../window/language';
import type { CallItem, ChangedFileItem, PanelState } from '../../../core/contracts/panel/state';
import type { ChangeOrigin, ChangedFile } from '../../../core/contracts/file-changes';
import type { Card } from '../transcript/card';
import type { ChatDeps } from './chat-deps';
import { escapeControlInline } from '../../../core/base/escape-control';

/** File changes made by the calls of one chat. */
export class ChatChanges {
  /** For the bar; the same value until it is refreshed. */
  items: ChangedItems = noChanges;

  constructor(
    private readonly deps: Pick<ChatDeps, 'changes' | 'folders'>,
    private readonly sessionId: () => string | undefined,
  ) {}

  refresh(): void {
    const sessionId = this.sessionId();
    if (sessionId === undefined) return;
    const { changes, folders } = this.deps;
    this.items = changedItems(changes.files(sessionId), folders());
  }

  /** A card of an earlier session keeps the undo data of that session. */
  undoOf(card: Card): CallItem['undo'] {
    const by = this.originOf(card);
    return by && this.deps.changes.undoState(by);
  }

  /** The call as its changes are kept; undefined if no session was ever opened. */
  originOf({ item, sessionId = this.sessionId() }: Card): ChangeOrigin | undefined {
    return sessionId === undefined ? undefined : { sessionId, toolCallId: item.id };
  }
}

/** A longer list slows the page down; the rest is counted. */
const maxItems = 200;

export type ChangedItems = Required<Pick<PanelState, 'changes' | 'moreChanges'>>;

export const noChanges: ChangedItems = { changes: [], moreChanges: 0 };

/** The changes of a chat as the bar above the input lists them. */
function changedItems(files: readonly ChangedFile[], folders: readonly string[]): ChangedItems {
  const changes = files.slice(0, maxItems).map((file) => changedItem(file, folders));
  return { changes, moreChanges: files.length - changes.length };
}

/** One file as the user sees it. */
export function changedItem(file: ChangedFile, folders: readonly string[]): ChangedFileItem {
  const place = nameInWorkspace(file.path, folders);
  const folder = path.dirname(place);
  const { changeId, kind, isFolder, added, removed, movedFrom, notKept } = file;
  return dense({
    changeId,
    name: escapeControlInline(path.basename(place)),
    folder: folder === '.' ? '' : escapeControlInline(folder),
    ...{ kind, isFolder, added, removed },
    movedFrom: movedFrom && workspacePathText(movedFrom, folders),
    notKept: notKept && escapeControlInline(shown(notKept)),
  });
}

/** Outside the open folders a file is named by its whole path. */
