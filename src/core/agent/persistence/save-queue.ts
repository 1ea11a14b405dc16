import { failure, fail, type Result } from '../../contracts/failure';
import type { ConversationChange } from '../../contracts/chats/conversation';
import type { Clock } from '../../ports/system';
import type { Conversations } from '../../ports/conversations';
import type { Disposable } from '../../ports/disposable';
import { createWriteBatch, type BatchChange } from './write-batch';
import type { Json } from '../../contracts/json';

/** Writes a chat to the store, one write at a time; each includes all changes since the last. */
export interface SaveQueue {
  /** Call with the first message; before it, nothing is written. True the first time. */
  open(): boolean;
  /** Adds a change that is written after `withinMs` at the latest. */
  stage(change: BatchChange, withinMs?: number): void;
  /**
   * Writes what is staged. Resolves when it is durable, or when it failed or takes too long; the
   * user then gets a notice and it is retried. Never rejects.
   */
  commit(): Promise<void>;
  /** Waits only briefly for a store that does not answer, while a turn is being stopped. */
  useShortTimeout(isHurried: boolean): void;
  /** Drops what is staged and writes nothing any more. Resolves like `commit`. */
  end(): Promise<void>;
}

export interface SaveListener {
  readonly failed: (reason: string) => void;
  /** `lost`: how many entries were dropped while they waited. */
  readonly savedAgain: (lost: number) => void;
  /** Something was too large and is stored shortened. */
  readonly shortened: () => void;
}

/** Interval between two writes of a streaming text. */
export const streamPaceMs = 1_000;
const retryMs = 5_000;

const noStoreAnswer = 'the storage does not answer.';

export function createSaveQueue(id: string, deps: WriterDeps, news: SaveListener): SaveQueue {
  const patience = createStoreTimeout(deps.system.clock);
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
  readonly store: { readonly conversations: Pick<Conversations, 'write'> };
  readonly system: { readonly clock: Clock };
}

interface WriteContext {
  readonly news: SaveListener;
  readonly timeout: StoreTimeout;
}

/** One write at a time; a failed one is retried with all changes since. */
function createWrites(id: string, { store, system }: WriterDeps, around: WriteContext) {
  const staged = createWriteBatch();
  const news = createSaveNotifier(around.news);
  let last: Promise<void> = Promise.resolve();
  /** The write that will include what is staged now. */
  let next: Promise<void> | undefined;
  let soon: Disposable | undefined;
  let state: 'unopened' | 'open' | 'ended' = 'unopened';
  around.timeout.onTimeout(() => {
    news.failed(noStoreAnswer);
  });
  const writeSoon = (ms: number) => {
    if (state === 'open') soon ??= system.clock.after(ms, () => void commit());
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
      store.conversations.write(id, each),
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

/** Shortens what the store refuses for its size and writes it again. */
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
    // A store's exception is internal and not suitable for users.
    return fail(failure('execution', 'the storage failed unexpectedly.'));
  }
}

/** Limits how long a store that does not answer is waited for. */
interface StoreTimeout {
  /** Resolves with `done`, or after the time limit. */
  settled(done: Promise<void>): Promise<void>;
  /** Uses the short limit while a turn is being stopped. */
  useShort(isHurried: boolean): void;
  /** The store has answered, so it is waited for again. */
  answered(): void;
  /** Called when no caller waits any more. */
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

/** Longest text of an entry, in characters. */
const maxTextLength = 512 * 1024;

/**
 * Cuts long texts and removes the data of large images: a change that the store refuses for its
 * size must not block later ones.
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
