import { failure, type Failure, fail, succeed } from '../../../core/contracts/failure';
import type { Clock, Ids } from '../../../core/ports/system';
import type { OverflowStore } from '../../../core/ports/conversations';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session-queue';
import { truncateToBytes } from './output-text';

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

/** Complete outputs, separated by conversation (003-overflow-3). */
export function createOverflowStore(
  queue: SessionQueue,
  autosave: Autosave,
  { clock, ids, limits }: OverflowOptions,
): OverflowStore {
  return {
    put: ({ conversationId: conversation, text }) =>
      queue.run('store the whole output', async (session) => {
        const { bytes: content, cut } = truncateToBytes(text, limits.overflowMaxBytes());
        const id = ids.uuid();
        const createdAt = clock.now();
        await session.journal.append({ kind: 'output', conversation, id, createdAt, cut, content });
        autosave.noteWrite(session);
        return succeed(id);
      }),
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
