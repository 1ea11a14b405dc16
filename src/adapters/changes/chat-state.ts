import { createSerial, type Serial } from '../store/serial';
import { entriesOf, type Entries } from './changed-files';
import type { ChatRecord } from './chat-record';
import { createHistory, type History } from './history';
import type { RecordLine } from './record-lines';

export interface ChatStateOptions {
  readonly sessionId: string;
  /** Undefined for a chat that has nothing on disk yet. */
  readonly record: ChatRecord | undefined;
  readonly lines: readonly RecordLine[];
  readonly report: (error: unknown) => void;
  readonly onChange: () => void;
}

/** What is known of a chat's changes, in memory and on disk. */
export interface ChatState extends Pick<ChatStateOptions, 'sessionId' | 'report'> {
  readonly history: History;
  /** One thing at a time. */
  readonly serial: Serial;
  record: ChatRecord | undefined;
  entries(): Entries;
  /** Takes a line to be true. */
  tell(line: RecordLine): void;
  /** Writes it down; rejects when it is not on disk. Nothing to do without a record. */
  write(line: RecordLine): Promise<void>;
  /** Both: what has happened has happened, whether it can be written down or not. */
  note(line: RecordLine): Promise<void>;
  /** Of a copy by its name. */
  copy(name: string): Promise<Uint8Array | undefined>;
  /** Deletes the copies that nothing needs any more. */
  releaseCopies(): Promise<void>;
  /** Tells listeners. */
  changed(): void;
}

export function createChatState(options: ChatStateOptions): ChatState {
  const { sessionId, report } = options;
  const history = createHistory();
  let entries: Entries | undefined;
  for (const line of options.lines) history.tell(line);

  const state: ChatState = {
    sessionId,
    report,
    history,
    serial: createSerial(),
    record: options.record,
    entries: () => (entries ??= entriesOf(history.tree, sessionId)),
    tell: (line) => {
      history.tell(line);
      entries = undefined;
    },
    write: async (line) => state.record?.append(line),
    note: async (line) => {
      state.tell(line);
      await state.write(line).catch(report);
    },
    copy: async (name) => state.record?.copies.read(name),
    releaseCopies: async () => {
      await state.record?.copies.retain(history.neededCopies()).catch(report);
    },
    changed: () => options.onChange(),
  };
  return state;
}
