import { failure, type Failure, fail, succeed } from '../../../core/contracts/failure';
import type { Clock, Ids } from '../../../core/ports/system';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session-queue';
import type { OutputRecord } from '../journal/records';
import { truncateToBytes } from './output-text';
import type { SpoolFile } from './spool-file';
import type { Spools } from './spools';

export interface OverflowOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: {
    /** Limit for one text; 0 = unlimited. */
    readonly overflowMaxBytes: () => number;
  };
}

const reference = /^(?:overflow:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const malformed = failure('validation', 'This is not an overflow reference.', {
  suggestion: 'Use the id from the notice, in the form overflow:<uuid>.',
});

const unreadable: Readonly<Record<'unknown' | 'damaged', Failure>> = {
  unknown: failure('unavailable', 'No stored output has this id.', {
    category: 'permanent_failure',
    suggestion: 'It belongs to another conversation or has expired. Run the tool again.',
  }),
  damaged: failure('unavailable', 'The stored output is damaged on disk.', {
    category: 'permanent_failure',
    suggestion: 'Run the tool again.',
  }),
};

/** Pieces that are flushed together. */
const batch = 16;

/** A text of unknown length in pieces, so that it is never whole in memory: read twice. */
async function* recordsOf(
  file: Pick<SpoolFile, 'pieces'>,
): AsyncGenerator<readonly Pick<OutputRecord, 'of' | 'content'>[]> {
  let [chars, bytes] = [0, 0];
  for await (const text of file.pieces()) {
    chars += text.length;
    bytes += Buffer.byteLength(text);
  }
  let [piece, start] = [0, 0];
  let records: Pick<OutputRecord, 'of' | 'content'>[] = [];
  for await (const text of file.pieces()) {
    records.push({ of: { piece, start, chars, bytes }, content: Buffer.from(text) });
    piece += 1;
    start += text.length;
    if (records.length < batch) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

/** Complete outputs, separated by conversation (003-overflow-3). */
export function createOverflowStore(
  queue: SessionQueue,
  autosave: Autosave,
  spools: Pick<Spools, 'find'>,
  { clock, ids, limits }: OverflowOptions,
): OverflowStore {
  return {
    put: async ({ conversationId: conversation, text, spooled }) => {
      const spool = spools.find(spooled);
      const [id, createdAt] = [ids.uuid(), clock.now()];
      const head = { kind: 'output', conversation, id, createdAt } as const;
      const stored = await queue.run('store the whole output', async (session) => {
        if (spool === undefined) {
          const { bytes: content, cut } = truncateToBytes(text, limits.overflowMaxBytes());
          await session.journal.append({ ...head, cut, content });
        } else {
          const cut = !spool.file.isWhole();
          for await (const records of recordsOf(spool.file)) {
            await Promise.all(
              records.map((record) => session.journal.append({ ...head, cut, ...record })),
            );
          }
        }
        autosave.noteWrite(session);
        return succeed(id);
      });
      await spool?.remove();
      return stored;
    },
    read: async (request) => {
      // `overflow:<uuid>` or a bare UUID (decision 27).
      const id = reference.exec(request.id.trim())?.[1]?.toLowerCase();
      if (id === undefined) return fail(malformed);
      return queue.run('read the stored output', async (session) => {
        const read = await session.ask('overflow.read', { ...request, id });
        return typeof read === 'string' ? fail(unreadable[read]) : succeed(read);
      });
    },
  };
}
