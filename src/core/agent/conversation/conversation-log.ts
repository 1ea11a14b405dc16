import type { SessionUpdate } from '../../contracts/chats/acp';
import type { ChatMessage } from '../../contracts/chats/messages';
import type { AgentDeps } from './agent-deps';
import type { MessageHistory } from '../history/message-history';
import { SaveQueue, type SaveListener } from '../persistence/save-queue';
import { createHistoryKeys } from '../persistence/history-entries';
import { PersistentHistory } from '../persistence/persistent-history';
import { SnapshotLog, type SnapshotStart } from '../persistence/snapshot-log';
import { TranscriptRecorder } from '../persistence/transcript-recorder';

/** The stored record of a chat, except for its state. */
export interface ConversationLog {
  readonly saveQueue: SaveQueue;
  readonly transcript: TranscriptRecorder;
  readonly history: PersistentHistory;
  readonly snapshots: SnapshotLog;
  /** Resolves when an update may be shown; undefined for at once. */
  readonly recordUpdate: (update: SessionUpdate) => Promise<void> | undefined;
}

/** What is already stored of a chat. */
export interface RecordStart {
  readonly names: ReadonlyMap<ChatMessage, string>;
  /** The highest number used in an entry's name. */
  readonly lastName: number;
  readonly snapshots: SnapshotStart;
}

export const newRecord: RecordStart = {
  names: new Map(),
  lastName: 0,
  snapshots: { at: 0, value: {} },
};

export function createConversationLog(
  id: string,
  deps: Pick<AgentDeps, 'store' | 'system'>,
  history: MessageHistory,
  { start, news }: { readonly start: RecordStart; readonly news: SaveListener },
): ConversationLog {
  const writer = new SaveQueue(id, deps, news);
  const transcript = new TranscriptRecorder(writer);
  return {
    saveQueue: writer,
    transcript,
    history: new PersistentHistory(
      history.state(),
      writer,
      createHistoryKeys(start.lastName),
      start.names,
    ),
    snapshots: new SnapshotLog(writer, start.snapshots),
    recordUpdate: (update) => (transcript.record(update) ? writer.commit() : undefined),
  };
}

/** Notices about storage, shown in a chat. */
export function saveNotices(
  notice: (level: 'warning' | 'info', text: string) => void,
): SaveListener {
  return {
    failed: (reason) => {
      notice('warning', `This chat is not being saved: ${reason} ${unsavedConsequence}`);
    },
    savedAgain: (lost) => {
      if (lost === 0) notice('info', 'The chat is being saved again; nothing is missing.');
      else notice('warning', savedWithout(lost));
    },
    shortened: () => {
      notice('warning', tooLarge);
    },
  };
}

const unsavedConsequence =
  'New messages are lost when the window closes. The chat continues, and saving is retried.';

const tooLarge =
  'An image or text of this chat is too large to be stored. The chat is saved without it, so it will be missing when the chat is opened again.';

function savedWithout(lost: number): string {
  return `The chat is being saved again. Meanwhile the oldest ${String(lost)} of the messages and cards waiting to be saved were dropped; they will be missing when it is opened again.`;
}
