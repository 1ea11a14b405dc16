import { say, type Sentence } from '../../base/sentence';
import { cutEnd } from '../../base/text-lines';
import { failure, fail, saidOf, type Result } from '../../contracts/failure';
import type { ConversationChange } from '../../contracts/chats/conversation';
import type { Disposable, Clock } from '../../ports/system';
import type { Conversations } from '../../ports/conversations';
import { WriteBatch, type BatchChange } from './write-batch';
import type { Json } from '../../contracts/json';

export type SaveNotice = (level: 'warning' | 'info', text: Sentence) => void;

export const streamPaceMs = 1_000;
const retryMs = 5_000;

const noStoreAnswer = say`the storage does not answer.`;

interface WriterDeps {
  readonly store: { readonly conversations: Pick<Conversations, 'write'> };
  readonly system: { readonly clock: Clock };
}

/** Writes a chat to the store, one write at a time; each includes all changes since the last. */
export class SaveQueue {
  private readonly timeout: StoreTimeout;
  private readonly notifier: SaveNotifier;
  private readonly staged = new WriteBatch();
  private last: Promise<void> = Promise.resolve();
  /** The write that will include what is staged now. */
  private next: Promise<void> | undefined;
  private soon: Disposable | undefined;
  private state: 'unopened' | 'open' | 'ended' = 'unopened';

  constructor(
    private readonly id: string,
    private readonly deps: WriterDeps,
    notice: SaveNotice,
  ) {
    this.notifier = new SaveNotifier(notice);
    this.timeout = new StoreTimeout(deps.system.clock, () => this.notifier.failed(noStoreAnswer));
  }

  /** Call with the first message; before it, nothing is written. True the first time. */
  open(): boolean {
    const isNew = this.state === 'unopened';
    if (isNew) this.state = 'open';
    return isNew;
  }

  /** Adds a change that is written after `withinMs` at the latest. */
  stage(change: BatchChange, withinMs = streamPaceMs): void {
    if (this.state === 'ended') return;
    this.staged.add(change);
    this.writeSoon(withinMs);
  }

  /** Resolves when it is durable, or failed (then retried), or takes too long. Never rejects. */
  commit(): Promise<void> {
    return this.timeout.settled(this.startWrite());
  }

  /** Waits only briefly for a store that does not answer, while a turn is being stopped. */
  useShortTimeout(isHurried: boolean): void {
    this.timeout.useShort(isHurried);
  }

  /** Drops what is staged and writes nothing any more. Resolves like `commit`. */
  end(): Promise<void> {
    this.state = 'ended';
    this.staged.clear();
    this.stopTimer();
    return this.timeout.settled(this.last);
  }

  private startWrite(): Promise<void> {
    if (this.state === 'unopened') return Promise.resolve();
    return (this.next ??= this.last = this.last.then(() => this.write()));
  }

  private writeSoon(ms: number): void {
    if (this.state !== 'open') return;
    this.soon ??= this.deps.system.clock.after(ms, () => void this.startWrite());
  }

  private stopTimer(): void {
    this.soon?.dispose();
    this.soon = undefined;
  }

  /** A failed write is retried with all changes since. */
  private async write(): Promise<void> {
    const { id, deps, staged, notifier } = this;
    this.next = undefined;
    this.stopTimer();
    const change = staged.take();
    if (change === undefined) return;
    const { written, isShortened } = await writeOrTruncate(change, (each) =>
      deps.store.conversations.write(id, each),
    );
    if (isShortened) notifier.shortened();
    if (written.ok) {
      notifier.saved();
    } else if (this.state === 'open') {
      notifier.lost(staged.requeue(change));
      this.writeSoon(retryMs);
      notifier.failed(saidOf(written.failure));
    }
    this.timeout.answered();
  }
}

/** Shows a notice once, until the state changes. */
class SaveNotifier {
  private hasFailed = false;
  private hasShortened = false;
  private lostCount = 0;

  constructor(private readonly notice: SaveNotice) {}

  failed(reason: Sentence): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.notice(
      'warning',
      say`This chat is not being saved: ${reason} New messages are lost when the window closes. The chat continues, and saving is retried.`,
    );
  }

  lost(count: number): void {
    this.lostCount += count;
  }

  saved(): void {
    if (!this.hasFailed) return;
    if (this.lostCount === 0) this.notice('info', savedAgain);
    else this.notice('warning', savedWithout(this.lostCount));
    this.hasFailed = false;
    this.lostCount = 0;
  }

  shortened(): void {
    if (!this.hasShortened) this.notice('warning', tooLarge);
    this.hasShortened = true;
  }
}

const savedAgain = say`The chat is being saved again; nothing is missing.`;

const tooLarge = say`An image or text of this chat is too large to be stored. The chat is saved without it, so it will be missing when the chat is opened again.`;

function savedWithout(lost: number): Sentence {
  return say`The chat is being saved again. Meanwhile the oldest ${lost} of the messages and cards waiting to be saved were dropped; they will be missing when it is opened again.`;
}

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
    return fail(failure('execution', say`the storage failed unexpectedly.`));
  }
}

const storeTimeoutMs = 3_000;
const shortTimeoutMs = 500;

class StoreTimeout {
  private readonly waiting = new Set<() => void>();
  private timer: Disposable | undefined;
  private isHurried = false;
  private isGivenUp = false;

  constructor(
    private readonly clock: Clock,
    private readonly onTimeout: () => void,
  ) {}

  settled(done: Promise<void>): Promise<void> {
    if (this.isGivenUp) return Promise.resolve();
    const { waiting } = this;
    return new Promise((resolve) => {
      const release = () => {
        waiting.delete(release);
        if (waiting.size === 0) this.timer?.dispose();
        resolve();
      };
      waiting.add(release);
      if (waiting.size === 1) this.restart();
      void done.then(release);
    });
  }

  useShort(isHurried: boolean): void {
    this.isHurried = isHurried;
    this.restart();
  }

  answered(): void {
    this.isGivenUp = false;
    this.restart();
  }

  private restart(): void {
    this.timer?.dispose();
    if (this.waiting.size === 0) return;
    const ms = this.isHurried ? shortTimeoutMs : storeTimeoutMs;
    this.timer = this.clock.after(ms, () => this.giveUp());
  }

  private giveUp(): void {
    this.isGivenUp = true;
    for (const release of [...this.waiting]) release();
    this.onTimeout();
  }
}

const maxTextLength = 512 * 1024;

/** What the store refuses for its size must not block later changes. */
function truncateChange({ put = [], ...rest }: ConversationChange): ConversationChange {
  return { ...rest, put: put.map((entry) => ({ ...entry, value: truncateValue(entry.value) })) };
}

function truncateValue(value: Json): Json {
  if (typeof value === 'string') return isLong(value) ? `${cutEnd(value, maxTextLength)}…` : value;
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
