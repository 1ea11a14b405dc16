import * as z from 'zod';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { OverflowRead, OverflowSlice, OverflowStore } from '../../core/ports/overflow-store';
import type { StoreDatabase } from './database';
import { decodeOverflow, encodeOverflow, overflowKind } from './overflow-record';
import { truncateToBytes, matchingLines, sliceText } from './overflow-text';
import type { PayloadReader } from './record-kind';
import type { SessionQueue } from './runner';
import { selectOverflow } from './schema';
import type { Autosave } from './upkeep';

export interface OverflowOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: {
    /** Of one text; 0 means unlimited. */
    readonly overflowMaxBytes: () => number;
  };
}

const reference = /^(?:overflow:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const overflowLocationsSchema = z.array(
  z.object({ file: z.string(), position: z.number(), bytes: z.number() }),
);

const malformed = failure('validation', 'This is no overflow reference.', {
  suggestion: 'Use the id that the notice names, in the form overflow:<uuid>.',
});

const notFound: Failure = failure('unavailable', 'No stored output has this id.', {
  category: 'permanent_failure',
  suggestion: 'It is not of this conversation, or it has expired. Run the tool again.',
});

const damaged: Failure = failure('unavailable', 'The stored output is damaged on the disk.', {
  category: 'permanent_failure',
  suggestion: 'Run the tool again.',
});

/** Whole outputs, one conversation apart from the other (003 Output Overflow). */
export function createOverflowStore(
  runner: SessionQueue,
  upkeep: Autosave,
  { clock, ids, limits }: OverflowOptions,
): OverflowStore {
  return {
    put: ({ conversationId, text }) =>
      runner.run('store the whole output', async (session) => {
        const { bytes: content, cut } = truncateToBytes(text, limits.overflowMaxBytes());
        const id = ids.uuid();
        const record = { id, conversation: conversationId, createdAt: clock.now(), cut, content };
        await session.folder.journal.append(overflowKind.type, encodeOverflow(record));
        upkeep.noteWrite(session);
        return succeed(id);
      }),
    read: async (request) => {
      const uuid = parseReference(request.id);
      if (uuid === undefined) return fail(malformed);
      return runner.run('read the stored output', ({ view }) =>
        view.query((database, bodies) => readOverflow({ database, bodies }, uuid, request)),
      );
    },
  };
}

/** The uuid of `overflow:<uuid>` or of the bare form (DESIGN decision 27). */
function parseReference(id: string): string | undefined {
  return reference.exec(id.trim())?.[1]?.toLowerCase();
}

interface OverflowSources {
  readonly database: StoreDatabase;
  readonly bodies: PayloadReader;
}

async function readOverflow(
  { database, bodies }: OverflowSources,
  uuid: string,
  { conversationId, offset, limit, search }: OverflowRead,
): Promise<Result<OverflowSlice>> {
  const places = overflowLocationsSchema.parse(database.rows(selectOverflow, [uuid, conversationId]));
  if (places.length === 0) return fail(notFound);
  const [payload] = await bodies.read(places);
  const record = payload && decodeOverflow(payload);
  if (record === undefined) return fail(damaged);
  const text = Buffer.from(record.content).toString();
  const shown = search === undefined ? text : matchingLines(text, search);
  return succeed(sliceText(shown, offset, limit));
}
