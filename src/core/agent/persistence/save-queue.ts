import { failure, fail, type Result } from '../../contracts/failure';
import type { ConversationChange } from '../../contracts/chats/conversation';
import type { Clock } from '../../ports/system';
import type { Conversations } from '../../ports/conversations';
import type { Disposable } from '../../ports/disposable';
import { createWriteBatch, type BatchChange } from './write-batch';
import type { Json } from '../../contracts/json';

/** Writes one chat to the store: one write at a time, and in each all that came meanwhile. */
export interface SaveQueue {
  /** From the first message on there is something to keep; before, nothing is written. True once. */
  open(): boolean;
  /** Adds to what is written, after `withinMs` at the latest. */
  stage(change: BatchChange, withinMs?: number): void;
  /**
   * Writes what is staged. Settles when that is durable; or when it failed or takes too long, of
   * which the user gets a notice and it is retried. Never rejects.
   */
  commit(): Promise<void>;
  /** While a turn is being stopped, a store that does not answer is waited for a moment only. */
  useShortTimeout(isHurried: boolean): void;
  /** What is staged is dropped and nothing is written any more. Settles like `commit`. */
  end(): Promise<void>;
}

/** Notices about the store. */
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

/** Shows a notice once, until the state changes. */
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
    // A store's exception is internal and not fit to show to the user.
    return fail(failure('execution', 'the storage failed unexpectedly.'));
  }
}

/** How long a store that does not answer is waited for. */
interface StoreTimeout {
  /** Settles with `done`, or when it has been waited for long enough. */
  settled(done: Promise<void>): Promise<void>;
  /** While a turn is being stopped, that is a moment only. */
  useShort(isHurried: boolean): void;
  /** The store has answered: it is waited for again. */
  answered(): void;
  /** Called when no caller waits any longer. */
  onTimeout(listener: () => void): void;
}

const storeTimeoutMs = 3_000;
const shortTimeoutMs = 500;

function createStoreTimeout(clock: Clock): StoreTimeout {
  const waiting = new Set<() => void>();
  let timer: Disposable | undefined;
  let isHurried = false;
  let isGivenUp = false;
  let notify = (): void => undefined;
  const giveUp = () => {
    isGivenUp = true;
    for (const release of [...waiting]) release();
    notify();
  };
  const waitAnew = () => {
    timer?.dispose();
    if (waiting.size > 0) timer = clock.after(isHurried ? shortTimeoutMs : storeTimeoutMs, giveUp);
  };
  return {
    settled: (done) => {
      if (isGivenUp) return Promise.resolve();
      return new Promise((resolve) => {
        const release = () => {
          waiting.delete(release);
          if (waiting.size === 0) timer?.dispose();
          resolve();
        };
        waiting.add(release);
        if (waiting.size === 1) waitAnew();
        void done.then(release);
      });
    },
    useShort: (hurried) => {
      isHurried = hurried;
      waitAnew();
    },
    answered: () => {
      isGivenUp = false;
      waitAnew();
    },
    onTimeout: (listener) => {
      notify = listener;
    },
  };
}

/** Characters of one text. */
const maxTextLength = 512 * 1024;

/**
 * The change with long texts cut and the data of large pictures left out: what the store refuses for
 * its size must not keep all that comes after it from being stored.
 */
function truncateChange({ put = [], ...rest }: ConversationChange): ConversationChange {
  return { ...rest, put: put.map((entry) => ({ ...entry, value: truncateValue(entry.value) })) };
}

function truncateValue(value: Json): Json {
  if (typeof value === 'string') return isLong(value) ? `${value.slice(0, maxTextLength)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(truncateValue);
  const fields = Object.entries(value).filter(([name, field]) => name !== 'data' || !isLong(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, truncateValue(field)]));
}

function isLong(value: Json): boolean {
  return typeof value === 'string' && value.length > maxTextLength;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
