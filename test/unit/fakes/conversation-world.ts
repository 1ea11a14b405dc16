import {
  conversationKinds,
  conversationRecordType,
  deletionRecordType,
} from '../../../src/adapters/store/chats/chat-kinds';
import { prepareChange } from '../../../src/adapters/store/chats/prepare-change';
import {
  emptyHead,
  nextRecord,
  refreshHead,
  type ConversationHead,
} from '../../../src/adapters/store/chats/chat-writer';
import { readConversation } from '../../../src/adapters/store/chats/chat-query';
import { encodeConversation, encodeDeletion } from '../../../src/adapters/store/chats/chat-record';
import type { StoreDatabase } from '../../../src/adapters/store/database/database';
import type {
  DecodedRecord,
  RecordLocation,
} from '../../../src/adapters/store/database/record-kind';
import type {
  ConversationChange,
  StoredConversation,
} from '../../../src/core/contracts/chats/conversation';
import { valueOf } from './temporary-store';

interface Kept {
  readonly type: number;
  payload: Uint8Array | undefined;
  place: RecordLocation;
}

/** Chat records as in journals, and windows that write them; no disk. */
export interface ConversationWorld {
  /** Epoch milliseconds of the first write; each later one is a second later. */
  readonly firstTime: number;
  readonly step: number;
  /** Time of the next write. */
  now(): number;
  /** Continues in another window, which knows the content of the database. */
  window(name: string, database: StoreDatabase): void;
  write(id: string, change: ConversationChange): void;
  delete(id: string): void;
  /** Number of records. */
  size(): number;
  /** Applies the records to their kinds: all of them, or those at `order`. */
  replay(database: StoreDatabase, order?: readonly number[]): void;
  read(database: StoreDatabase, id: string): Promise<StoredConversation | undefined>;
  /** Moves the records that rows need to new locations and applies them again. */
  compact(database: StoreDatabase, which?: (at: number) => boolean): void;
  /** Removes a record from disk. */
  lose(at: number): void;
  expire(database: StoreDatabase, chatsBefore: number): number;
  /** The content of all journals. */
  text(): Buffer;
}

export function conversationWorld(): ConversationWorld {
  const firstTime = 1_700_000_000_000;
  const step = 1000;
  const records: Kept[] = [];
  let heads = new Map<string, ConversationHead>();
  let known: StoreDatabase | undefined;
  let writer = 'first';
  let now = firstTime;
  let position = 0;

  function nextPlace(payload: Uint8Array): RecordLocation {
    position += 1;
    return { file: 'f', position, bytes: payload.length };
  }

  function keep(type: number, payload: Uint8Array): void {
    records.push({ type, payload, place: nextPlace(payload) });
    now += step;
  }

  function headOf(id: string): ConversationHead {
    const head = heads.get(id) ?? emptyHead();
    if (!heads.has(id) && known !== undefined) refreshHead(known, id, head);
    heads.set(id, head);
    return head;
  }

  function tell(database: StoreDatabase, at: number): void {
    const { type, payload, place } = records[at] ?? {};
    if (type === undefined || payload === undefined || place === undefined) return;
    database.transaction(() =>
      decoded(type, payload).apply(database, { seq: at, location: place }),
    );
  }

  return {
    firstTime,
    step,
    now: () => now,
    window: (name, database) => {
      writer = name;
      heads = new Map();
      known = database;
    },
    write: (id, change) => {
      const prepared = valueOf(prepareChange(change));
      const record = nextRecord(headOf(id), { id, now, writer }, prepared);
      keep(conversationRecordType, encodeConversation(record));
    },
    delete: (id) => keep(deletionRecordType, encodeDeletion({ id, time: now })),
    size: () => records.length,
    replay: (database, order = [...records.keys()]) => {
      for (const at of order) tell(database, at);
    },
    read: async (database, id) => {
      const payloads = new Map(records.map(({ place, payload }) => [place.position, payload]));
      const bodies = {
        read: (places: readonly RecordLocation[]) =>
          Promise.resolve(places.map((place) => payloads.get(place.position))),
      };
      const found = await readConversation(database, bodies, id);
      return found.ok ? found.value : undefined;
    },
    compact: (database, which = () => true) => {
      for (const [at, record] of records.entries()) {
        const { type, payload, place } = record;
        if (payload === undefined || !which(at)) continue;
        record.payload = decoded(type, payload).retain(database, { seq: at, location: place });
        record.place = nextPlace(record.payload ?? payload);
        tell(database, at);
      }
    },
    lose: (at) => {
      const record = records[at];
      if (record !== undefined) record.payload = undefined;
    },
    expire: (database, chatsBefore) => {
      const times = { outputsBefore: 0, chatsBefore };
      return conversationKinds.reduce(
        (sum, kind) => sum + (kind.expire?.(database, times) ?? 0),
        0,
      );
    },
    text: () => Buffer.concat(records.flatMap(({ payload }) => (payload ? [payload] : []))),
  };
}

function decoded(type: number, payload: Uint8Array): DecodedRecord {
  const record = conversationKinds.find((kind) => kind.type === type)?.decode(payload);
  if (record === undefined) throw new Error('This is no record of a conversation.');
  return record;
}
