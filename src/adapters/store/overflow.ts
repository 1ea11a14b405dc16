import * as z from 'zod';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { OverflowRead, OverflowSlice, OverflowStore } from '../../core/ports/overflow-store';
import type { StoreDatabase } from './database';
import { encodeOverflow, overflowRecordType } from './overflow-record';
import { keepBytes, matchingLines, sliceText } from './overflow-text';
import type { Runner } from './runner';
import { selectOverflow } from './schema';
import type { Upkeep } from './upkeep';

export interface OverflowOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of one text; 0 means unlimited. */
  readonly maxBytes: () => number;
}

const reference = /^(?:overflow:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const contentSchema = z.object({ content: z.instanceof(Uint8Array) });

const malformed = failure('validation', 'This is no overflow reference.', {
  suggestion: 'Use the id that the notice names, in the form overflow:<uuid>.',
});

const notFound: Failure = failure('unavailable', 'No stored output has this id.', {
  category: 'permanent_failure',
  suggestion: 'It is not of this conversation, or it has expired. Run the tool again.',
});

/** Whole outputs, one conversation apart from the other (003 Output Overflow). */
export function createOverflowStore(
  runner: Runner,
  upkeep: Upkeep,
  { clock, ids, maxBytes }: OverflowOptions,
): OverflowStore {
  return {
    put: ({ conversationId, text }) =>
      runner.run('store the whole output', async (session) => {
        const { bytes: content, cut } = keepBytes(text, maxBytes());
        const id = ids.uuid();
        const record = { id, conversation: conversationId, createdAt: clock.now(), cut, content };
        await session.folder.journal.append(overflowRecordType, encodeOverflow(record));
        upkeep.wrote(session);
        return succeed(id);
      }),
    read: async (request) => {
      const uuid = parseReference(request.id);
      if (uuid === undefined) return fail(malformed);
      return runner.run('read the stored output', ({ view }) =>
        view.query((database) => readOverflow(database, uuid, request)),
      );
    },
  };
}

/** The uuid of `overflow:<uuid>` or of the bare form (DESIGN decision 27). */
function parseReference(id: string): string | undefined {
  return reference.exec(id.trim())?.[1]?.toLowerCase();
}

function readOverflow(
  database: StoreDatabase,
  uuid: string,
  { conversationId, offset, limit, search }: OverflowRead,
): Result<OverflowSlice> {
  const row = database.rows(selectOverflow, [uuid, conversationId])[0];
  if (row === undefined) return fail(notFound);
  const text = Buffer.from(contentSchema.parse(row).content).toString();
  const shown = search === undefined ? text : matchingLines(text, search);
  return succeed(sliceText(shown, offset, limit));
}
