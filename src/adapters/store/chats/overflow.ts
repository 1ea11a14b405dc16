import { say } from '../../../core/base/sentence';
import { failure, type Failure, fail, succeed } from '../../../core/contracts/failure';
import type { Clock, Ids } from '../../../core/ports/system';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { Session } from '../session/session';
import type { SessionQueue } from '../session/session-queue';
import type { OutputPiece, OutputRecord } from '../journal/records';
import { readPart, type PieceRow } from './output-pieces';
import { attempt } from '../disk/disk-failure';
import { truncateToBytes } from './output-text';
import type { SpoolFile } from './spool-file';
import type { Spools } from './spools';

export interface OverflowOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: (line: string) => void;
  readonly limits: {
    /** Limit for one text; 0 = unlimited. */
    readonly overflowMaxBytes: () => number;
  };
}

const reference = /^(?:overflow:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const malformed = failure('validation', say`This is not an overflow reference.`, {
  suggestion: 'Use the id from the notice, in the form overflow:<uuid>.',
});

const unreadable: Readonly<Record<'unknown' | 'damaged', Failure>> = {
  unknown: failure('unavailable', say`No stored output has this id.`, {
    category: 'permanent_failure',
    suggestion: 'It belongs to another conversation or has expired. Run the tool again.',
  }),
  damaged: failure('unavailable', say`The stored output is damaged on disk.`, {
    category: 'permanent_failure',
    suggestion: 'Run the tool again.',
  }),
};

/** Pieces that are flushed together. */
const batch = 16;

/** A text of unknown length in pieces, so that it is never whole in memory: read twice. */
async function* piecesOf(file: SpoolFile): AsyncGenerator<PieceRow & OutputPiece> {
  let [chars, bytes] = [0, 0];
  for await (const text of file.pieces()) {
    chars += text.length;
    bytes += Buffer.byteLength(text);
  }
  let [piece, start] = [0, 0];
  for await (const text of file.pieces()) {
    yield { piece, start, text, chars, bytes };
    piece += 1;
    start += text.length;
  }
}

type RecordHead = Pick<OutputRecord, 'kind' | 'conversation' | 'id' | 'createdAt'>;

async function appendSpooled(session: Session, head: RecordHead, file: SpoolFile): Promise<true> {
  let records: OutputRecord[] = [];
  const append = () => Promise.all(records.map((record) => session.append(record)));
  for await (const { text, ...of } of piecesOf(file)) {
    records.push({ ...head, cut: !file.isWhole, of, text });
    if (records.length < batch) continue;
    await append();
    records = [];
  }
  await append();
  return true;
}

/** Complete outputs, separated by conversation (003-overflow-3). */
export function createOverflowStore(
  queue: SessionQueue,
  spools: Pick<Spools, 'find'>,
  { clock, ids, limits, log }: OverflowOptions,
): OverflowStore {
  return {
    put: async ({ conversationId: conversation, text, spooled }) => {
      const spool = spools.find(spooled);
      const id = spool?.id ?? ids.uuid();
      const head = { kind: 'output', conversation, id, createdAt: clock.now() } as const;
      const stored = await queue.run(say`Could not store the whole output`, async (session) => {
        const isStored = await spool?.read((file) => appendSpooled(session, head, file));
        if (isStored === undefined) {
          const kept = truncateToBytes(text, limits.overflowMaxBytes());
          const [chars, bytes] = [kept.text.length, Buffer.byteLength(kept.text)];
          await session.append({ ...head, ...kept, of: { piece: 0, start: 0, chars, bytes } });
        }
        return succeed(id);
      });
      await spool?.remove();
      return stored;
    },
    read: async (request) => {
      // `overflow:<uuid>` or a bare UUID (decision 27).
      const id = reference.exec(request.id.trim())?.[1]?.toLowerCase();
      if (id === undefined) return fail(malformed);
      const spool = spools.find(id);
      if (spool?.conversationId === request.conversationId) {
        const read = (file: SpoolFile) => readPart(() => piecesOf(file), request);
        const slice = await attempt({ task: say`Could not read the output`, log }, async () =>
          succeed(await spool.read(read)),
        );
        if (!slice.ok) return slice;
        if (slice.value !== undefined) return succeed(slice.value);
      }
      return queue.run(say`Could not read the stored output`, async (session) => {
        const read = await session.ask('overflow.read', { ...request, id });
        return typeof read === 'string' ? fail(unreadable[read]) : succeed(read);
      });
    },
  };
}
