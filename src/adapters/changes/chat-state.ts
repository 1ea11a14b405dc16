import { createSerial, type Serial } from '../store/serial';
import { changeEntriesOf, type ChangeEntries } from './changed-files';
import type { ChangeRecord } from './chat-record';
import { createChangeHistory, type ChangeHistory } from './history';
import type { RecordLine } from './record-lines';

export interface ChatChangeStateOptions {
  readonly sessionId: string;
  /** Undefined for a chat that has nothing on disk yet. */
  readonly record: ChangeRecord | undefined;
  readonly lines: readonly RecordLine[];
  readonly report: (error: unknown) => void;
  readonly onChange: () => void;
}

/** What is known of a chat's changes, in memory and on disk. */
export interface ChatChangeState extends Pick<ChatChangeStateOptions, 'sessionId' | 'report'> {
  readonly history: ChangeHistory;
  /** One thing at a time. */
  readonly serial: Serial;
  record: ChangeRecord | undefined;
  entries(): ChangeEntries;
  /** Takes a line to be true. */
  apply(line: RecordLine): void;
  /** Writes it down; rejects when it is not on disk. Nothing to do without a record. */
  write(line: RecordLine): Promise<void>;
  /** Both: what has happened has happened, whether it can be written down or not. */
  append(line: RecordLine): Promise<void>;
  /** Of a copy by its name. */
  copy(name: string): Promise<Uint8Array | undefined>;
  /** Deletes the copies that nothing needs any more. */
  releaseCopies(): Promise<void>;
  /** Tells listeners. */
  notifyChanged(): void;
}

export function createChatChangeState(options: ChatChangeStateOptions): ChatChangeState {
  const { sessionId, report } = options;
  const history = createChangeHistory();
  let entries: ChangeEntries | undefined;
  for (const line of options.lines) history.apply(line);

  const state: ChatChangeState = {
    sessionId,
    report,
    history,
    serial: createSerial(),
    record: options.record,
    entries: () => (entries ??= changeEntriesOf(history.tree, sessionId)),
    apply: (line) => {
      history.apply(line);
      entries = undefined;
    },
    write: async (line) => state.record?.append(line),
    append: async (line) => {
      state.apply(line);
      await state.write(line).catch(report);
    },
    copy: async (name) => state.record?.copies.read(name),
    releaseCopies: async () => {
      await state.record?.copies.retain(history.neededCopies()).catch(report);
    },
    notifyChanged: () => options.onChange(),
  };
  return state;
}
