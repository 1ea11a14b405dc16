import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { PreparedChange } from './conversation-change';
import { nextRecord, refreshHead } from './conversation-head';
import { encodeConversation, encodeDeletion } from './conversation-record';
import { conversationRecordType, deletionRecordType } from './conversation-records';
import { createWriteTurns, type WriteLine, type WriteTurn } from './conversation-turns';
import type { SessionQueue } from './runner';
import type { StoreSession } from './sessions';
import type { Autosave } from './upkeep';

export interface ConversationsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ConversationWriter {
  write(id: string, change: PreparedChange): Promise<Result<void>>;
  delete(id: string): Promise<Result<void>>;
  /** The database may know more of this conversation than this window has written. */
  outdate(id: string): void;
  /** Nothing is stored any more. */
  forget(): void;
}

const deletedChat = failure('unavailable', 'This chat has been deleted.', {
  category: 'permanent_failure',
  suggestion: 'What is deleted stays deleted. Start a new chat.',
});

/** Of a uuid: tells windows apart that write one conversation in the same millisecond. */
const writerLength = 6;

/** Puts the changes of each conversation in order, and each into the journal as one record. */
export function createConversationWriter(
  runner: SessionQueue,
  upkeep: Autosave,
  { clock, ids }: ConversationsOptions,
): ConversationWriter {
  const writer = ids.uuid().slice(0, writerLength);
  const turns = createWriteTurns();

  async function inTurn(
    id: string,
    task: string,
    work: (session: StoreSession, turn: WriteTurn) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const turn = turns.take(id);
    try {
      return await runner.run(task, async (session) => {
        await turn.mine;
        if (!turn.line.isFresh) await refresh(session, id, turn.line);
        return work(session, turn);
      });
    } finally {
      turn.leave();
    }
  }

  async function append(session: StoreSession, id: string, type: number, payload: Uint8Array) {
    try {
      await session.folder.journal.append(type, payload);
    } catch (error) {
      // What the head was told is not there.
      turns.outdate(id);
      throw error;
    }
    upkeep.noteWrite(session);
  }

  return {
    write: (id, change) =>
      inTurn(id, 'keep the chat', async (session, turn) => {
        const { head } = turn.line;
        if (head.isDeleted) return fail(deletedChat);
        const record = nextRecord(head, { id, now: clock.now(), writer }, change);
        turn.pass();
        await append(session, id, conversationRecordType, encodeConversation(record));
        return succeed(undefined);
      }),
    delete: (id) =>
      inTurn(id, 'delete the chat', async (session, turn) => {
        const { head, isFresh } = turn.line;
        if (head.isDeleted || (isFresh && !head.exists)) return succeed(undefined);
        const record = encodeDeletion({ id, time: clock.now() });
        await append(session, id, deletionRecordType, record);
        head.isDeleted = true;
        turn.pass();
        return succeed(undefined);
      }),
    outdate: (id) => turns.outdate(id),
    forget: () => turns.clear(),
  };
}

async function refresh({ view }: StoreSession, id: string, line: WriteLine): Promise<void> {
  try {
    await view.query((database) => refreshHead(database, id, line.head));
    line.isFresh = true;
  } catch {
    // What cannot be read must not keep a change from the journal: the clock orders it then, and a
    // key that was there moves to the end.
  }
}
