import { failure } from '../../contracts/failure';
import { fail, type Result } from '../../contracts/result';
import type { ConversationChange } from '../../contracts/conversation';
import type { Clock } from '../../ports/clock';
import type { Conversations } from '../../ports/conversations';
import type { Disposable } from '../../ports/disposable';
import { createStoreTimeout, type StoreTimeout } from './patience';
import { truncateChange } from './shorter-change';
import { createWriteBatch, type BatchChange } from './staged-change';

/** Writes one chat to the store: one write at a time, and in each all that came meanwhile. */
export interface SaveQueue {
  /** From the first message on there is something to keep; before, nothing is written. True once. */
  open(): boolean;
  /** Adds to what is written, after `withinMs` at the latest. */
  stage(change: BatchChange, withinMs?: number): void;
  /**
   * Writes what is staged. Settles when that is durable; or when it failed or takes too long, of
   * which the person is told and after which it is tried again. Never rejects.
   */
  commit(): Promise<void>;
  /** While a turn is being stopped, a store that does not answer is waited for a moment only. */
  useShortTimeout(isHurried: boolean): void;
  /** What is staged is dropped and nothing is written any more. Settles like `commit`. */
  end(): Promise<void>;
}

/** What the person is told of the store. */
export interface SaveListener {
  readonly failed: (reason: string) => void;
  /** `lost`: entries that had no room while they waited. */
  readonly savedAgain: (lost: number) => void;
  /** Something was too large and is stored without what made it so. */
  readonly shortened: () => void;
}

/** Milliseconds between two writes of a text that streams. */
export const streamPaceMs = 1_000;
const retryMs = 5_000;

const noStoreAnswer = 'the storage does not answer.';

export function createSaveQueue(id: string, deps: WriterDeps, news: SaveListener): SaveQueue {
  const patience = createStoreTimeout(deps.clock);
  const writes = createWrites(id, deps, { news, timeout: patience });
  return {
    open: writes.open,
    stage: writes.stage,
    commit: () => patience.settled(writes.commit()),
    useShortTimeout: (isHurried) => {
      patience.useShort(isHurried);
    },
    end: () => patience.settled(writes.end()),
  };
}

interface WriterDeps {
  readonly conversations: Pick<Conversations, 'write'>;
  readonly clock: Clock;
}

interface WriteContext {
  readonly news: SaveListener;
  readonly timeout: StoreTimeout;
}

/** One write at a time; each that fails is tried again with all that came since. */
function createWrites(id: string, { conversations, clock }: WriterDeps, around: WriteContext) {
  const staged = createWriteBatch();
  const news = createSaveNotifier(around.news);
  let last: Promise<void> = Promise.resolve();
  /** The write that will take what is staged now. */
  let next: Promise<void> | undefined;
  let soon: Disposable | undefined;
  let state: 'unopened' | 'open' | 'ended' = 'unopened';
  around.timeout.onTimeout(() => {
    news.failed(noStoreAnswer);
  });
  const writeSoon = (ms: number) => {
    if (state === 'open') soon ??= clock.after(ms, () => void commit());
  };
  const stopTimer = () => {
    soon?.dispose();
    soon = undefined;
  };
  const write = async () => {
    next = undefined;
    stopTimer();
    const change = staged.take();
    if (change === undefined) return;
    const { written, isShortened } = await writeOrTruncate(change, (each) =>
      conversations.write(id, each),
    );
    if (isShortened) news.shortened();
    if (written.ok) {
      news.saved();
    } else if (state === 'open') {
      news.lost(staged.requeue(change));
      writeSoon(retryMs);
      news.failed(written.failure.message);
    }
    around.timeout.answered();
  };
  const commit = (): Promise<void> => {
    if (state === 'unopened') return Promise.resolve();
    return (next ??= last = last.then(write));
  };
  return {
    commit,
    open: () => {
      const isNew = state === 'unopened';
      if (isNew) state = 'open';
      return isNew;
    },
    stage: (change: BatchChange, withinMs = streamPaceMs) => {
      if (state === 'ended') return;
      staged.add(change);
      writeSoon(withinMs);
    },
    end: () => {
      state = 'ended';
      staged.clear();
      stopTimer();
      return last;
    },
  };
}

/** What the person is told once, until it is otherwise. */
function createSaveNotifier({ failed, savedAgain, shortened }: SaveListener) {
  let isTold = false;
  let isShortTold = false;
  let lost = 0;
  return {
    failed: (reason: string) => {
      if (!isTold) failed(reason);
      isTold = true;
    },
    lost: (count: number) => {
      lost += count;
    },
    saved: () => {
      if (isTold) savedAgain(lost);
      isTold = false;
      lost = 0;
    },
    shortened: () => {
      if (!isShortTold) shortened();
      isShortTold = true;
    },
  };
}

/** What is refused for its size is written in a shorter form. */
async function writeOrTruncate(
  change: ConversationChange,
  write: (change: ConversationChange) => Promise<Result<void>>,
): Promise<{ readonly written: Result<void>; readonly isShortened: boolean }> {
  const whole = await attempt(() => write(change));
  if (whole.ok || whole.failure.errorCode !== 'validation') {
    return { written: whole, isShortened: false };
  }
  const written = await attempt(() => write(truncateChange(change)));
  return { written, isShortened: written.ok };
}

async function attempt(write: () => Promise<Result<void>>): Promise<Result<void>> {
  try {
    return await write();
  } catch {
    // What a store throws is its own business and not fit for the person.
    return fail(failure('execution', 'the storage failed unexpectedly.'));
  }
}
