import { applyConversation } from './conversation-apply';
import { retainConversation } from './conversation-keep';
import { decodeConversation, decodeDeletion } from './conversation-record';
import {
  chatIds,
  deleteChatsBefore,
  deleteConversation,
  liveLocationsOfChats,
  liveLocationsOfDeleted,
  upsertDeleted,
} from './conversation-schema';
import type { RecordKind } from './record-kind';

/** The record types of a write of a conversation and of its deletion in a journal. */
export const conversationRecordType = 3;
export const deletionRecordType = 4;

const conversationKind: RecordKind = {
  type: conversationRecordType,
  livePlaces: liveLocationsOfChats,
  conversations: chatIds,
  decode: (payload) => {
    const record = decodeConversation(payload);
    return (
      record && {
        conversation: record.id,
        holdsText: true,
        apply: (database, { location: place }) => applyConversation(database, record, place),
        retain: (database) => retainConversation(database, record),
      }
    );
  },
  /** Those last written before the time, with outputs and summaries that are theirs. */
  expire: (database, { chatsBefore }) =>
    chatsBefore === undefined ? 0 : database.run(deleteChatsBefore, [chatsBefore]),
};

/** Stays for good: a journal of another window may bring older and newer records of the chat. */
const deletionKind: RecordKind = {
  type: deletionRecordType,
  livePlaces: liveLocationsOfDeleted,
  decode: (payload) => {
    const record = decodeDeletion(payload);
    return (
      record && {
        conversation: record.id,
        holdsText: false,
        apply: (database, { location: { file, position, bytes } }) => {
          const changed = database.run(deleteConversation, [record.id]);
          return changed + database.run(upsertDeleted, [record.id, file, position, bytes]);
        },
        retain: () => payload,
      }
    );
  },
};

export const conversationKinds: readonly RecordKind[] = [conversationKind, deletionKind];
