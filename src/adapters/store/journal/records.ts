import type {
  ConversationFacts,
  EntryPart,
  SummaryRecord,
} from '../../../core/contracts/chats/conversation';

/** Facts of a chat that a change sets. */
export type StoredFacts = {
  readonly [Name in keyof ConversationFacts]?: ConversationFacts[Name] | undefined;
};

export interface PutEntry {
  readonly part: EntryPart;
  readonly key: string;
  /** Position among the changes of the chat. */
  readonly count: number;
  /** Stamp of the first write of its key, in records of versions up to 3. */
  readonly first?: string | undefined;
  /** JSON. */
  readonly value: string;
  /** For the search; may be empty. */
  readonly words: string;
}

/** One write of a chat. */
export interface ChatChange {
  readonly kind: 'change';
  readonly conversation: string;
  readonly time: number;
  readonly createdAt: number;
  readonly count: number;
  readonly writer: string;
  readonly facts: StoredFacts;
  readonly drop: readonly EntryPart[];
  readonly remove: readonly { readonly part: EntryPart; readonly key: string }[];
  readonly put: readonly PutEntry[];
}

/** A whole output, or a piece of one, which is not read before its last piece is there (003-overflow-1). */
export interface OutputRecord {
  readonly kind: 'output';
  readonly conversation: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** True if the middle is omitted. */
  readonly cut: boolean;
  /** Absent if the output is whole. */
  readonly of?: OutputPiece | undefined;
  /** UTF-8. */
  readonly content: Uint8Array;
}

/** A piece among those of its output. */
export interface OutputPiece {
  readonly piece: number;
  /** Its first character. */
  readonly start: number;
  /** Characters and UTF-8 bytes of the whole output. */
  readonly chars: number;
  readonly bytes: number;
}

/** A compaction (000-compress-4); the id identifies it when it is replayed. */
export interface StoredSummary {
  readonly kind: 'summary';
  readonly conversation: string;
  readonly id: string;
  readonly summary: SummaryRecord;
}

/** Deletes a chat: everything of it, older or newer, is ignored from now on. */
interface Deletion {
  readonly kind: 'deletion';
  readonly conversation: string;
}

/** What a record of the journal holds. */
export type StoreRecord = ChatChange | OutputRecord | StoredSummary | Deletion;

/** A record as the journal stores it. */
export interface EncodedRecord {
  readonly type: number;
  readonly payload: Uint8Array;
}

/** Stored with each record; never reuse a number. 0 was used by versions up to 3. */
export const recordTypes = { output: 1, summary: 2, change: 3, deletion: 4 } as const;

export function encodeRecord(record: StoreRecord): EncodedRecord {
  const type = recordTypes[record.kind];
  const { conversation } = record;
  switch (record.kind) {
    case 'output': {
      const { id, createdAt, cut, of, content } = record;
      return { type, payload: withHead({ id, conversation, createdAt, cut, of }, [content]) };
    }
    case 'summary':
      return { type, payload: withHead({ ...record.summary, id: record.id }) };
    case 'deletion':
      return { type, payload: withHead({ id: conversation }) };
    case 'change': {
      const { kind: _kind, conversation: id, put, ...rest } = record;
      const bodies = put.flatMap(({ value, words }) => [Buffer.from(value), Buffer.from(words)]);
      const heads = put.map(({ part, key, count: at }, index) => {
        const [bytes, wordsBytes] = [bodies[2 * index]?.length, bodies[2 * index + 1]?.length];
        return { part, key, count: at, bytes, wordsBytes };
      });
      return { type, payload: withHead({ id, ...rest, put: heads }, bodies) };
    }
  }
}

/** A JSON line, and the bytes that it describes. */
function withHead(head: object, rest: readonly Uint8Array[] = []): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...rest]);
}
